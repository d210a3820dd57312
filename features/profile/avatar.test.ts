import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import type { Profile } from './contract.ts'
import { makePictures } from './picture.ts'

let server: TestServer
let ada: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
})
afterAll(() => server.close())

const ADDRESS = '/api/profile/avatar'
const RED = { r: 200, g: 30, b: 40 }
const BLUE = { r: 20, g: 60, b: 200 }

/** Red on the left half, blue on the right. */
const picture = (width = 600, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    {
      input: { create: { width: Math.ceil(width / 2), height, channels: 3, background: BLUE } },
      left: Math.floor(width / 2),
      top: 0,
    },
  ])

/** A small file that decodes to a huge picture (decompression bomb): black, one bit per pixel. */
function pngOf(width: number, height: number): Buffer {
  const part = (kind: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(kind), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, check])
  }
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 1 })
  const begin = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([begin, part('IHDR', head), part('IDAT', rows), part('IEND', Buffer.alloc(0))])
}

const sends = (file: Buffer, query = '', type = 'application/octet-stream') =>
  ada.asks('PUT', ADDRESS + query, file, { 'content-type': type })
const saves = async (file: Buffer, query = '') => {
  const answer = await sends(file, query)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json as Profile
}
const fetched = async (url: string) => {
  const answer = await server.app.inject({ url, headers: { cookie: ada.cookies } })
  return { status: answer.statusCode, headers: answer.headers, file: answer.rawPayload }
}
const small = (url: string | null) => String(url).replace('.webp', '-96.webp')
const filesThere = () => {
  try {
    return readdirSync(join(server.config.dataDir, 'files/avatars')).sort()
  } catch {
    return []
  }
}
const reason = async (file: Buffer, type?: string) => {
  const answer = await sends(file, '', type)
  return [answer.status, (answer.json as { error: string }).error]
}

test('a saved picture stands in avatar_url, counts for the completion, and is a change of the profile without a new version', {
  tags: ['API-27', 'DATA-07'],
}, async () => {
  const { completion_percentage: before, updated_at, version } = await ada.reads<Profile>('/api/profile')
  const profile = await saves(await picture().jpeg().toBuffer())
  expect(profile.updated_at > updated_at).toBe(true)
  expect(profile.version).toBe(version)
  expect(profile.avatar_url).toMatch(/^\/api\/files\/[\w-]{22}\.webp$/)
  expect(profile.completion_percentage).toBe(before + 14)
  expect(await ada.reads('/api/profile')).toMatchObject({ avatar_url: profile.avatar_url })
})

test('every kind of picture becomes two square WebP pictures', async () => {
  const kinds = {
    jpeg: await picture().jpeg().toBuffer(),
    png: await picture().png().toBuffer(),
    webp: await picture().webp().toBuffer(),
    gif: await picture().gif().toBuffer(),
    avif: await picture(64, 48).avif().toBuffer(),
  }
  for (const [kind, file] of Object.entries(kinds)) {
    const { avatar_url } = await saves(file)
    const [large, little] = [await fetched(String(avatar_url)), await fetched(small(avatar_url))]
    expect(await sharp(large.file).metadata(), kind).toMatchObject({ format: 'webp', width: 384, height: 384 })
    expect(await sharp(little.file).metadata(), kind).toMatchObject({ format: 'webp', width: 96, height: 96 })
    expect(large.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  }
})

test('all metadata and appended data is removed', async () => {
  const file = await picture()
    .jpeg()
    .withExif({ IFD0: { Artist: 'Ada', ImageDescription: 'taken at home' }, IFD3: { GPSLatitude: '41/1 52/1 0/1' } })
    .toBuffer()
  const { avatar_url } = await saves(Buffer.concat([file, Buffer.from('<script>hidden</script>')]))
  const { file: shown } = await fetched(String(avatar_url))
  const { exif, icc, xmp } = await sharp(shown).metadata()
  expect({ exif, icc, xmp }).toEqual({ exif: undefined, icc: undefined, xmp: undefined })
  expect(shown.includes('hidden')).toBe(false)
})

test('the crop is at the chosen position, with the EXIF orientation applied', async () => {
  const colour = async (file: Buffer, query: string) => {
    const { avatar_url } = await saves(file, query)
    const { channels } = await sharp((await fetched(String(avatar_url))).file).stats()
    return (channels[0]?.mean ?? 0) > (channels[2]?.mean ?? 0) ? 'red' : 'blue'
  }
  const file = await picture().png().toBuffer()
  expect(await colour(file, '?x=0&y=0.5')).toBe('red')
  expect(await colour(file, '?x=1&y=0.5')).toBe('blue')
  expect(await colour(file, '?x=0.8&y=0.5&zoom=4')).toBe('blue')
  // Orientation 6: rotated by 90 degrees, so the stored left side is shown at the top.
  const upright = await picture().jpeg().withMetadata({ orientation: 6 }).toBuffer()
  expect(await colour(upright, '?x=0.5&y=0')).toBe('red')
  expect(await colour(upright, '?x=0.5&y=1')).toBe('blue')
  expect((await sends(file, '?zoom=100')).status).toBe(400)
})

test('a new picture replaces the files of the old one; removing it leaves none', async () => {
  const first = await saves(await picture().png().toBuffer())
  const second = await saves(await picture().png().toBuffer())
  expect(second.avatar_url).not.toBe(first.avatar_url)
  expect((await fetched(String(first.avatar_url))).status).toBe(404)
  expect(filesThere()).toHaveLength(2)
  const answer = await ada.asks('DELETE', ADDRESS)
  expect(answer.json).toMatchObject({ avatar_url: null })
  expect(filesThere()).toEqual([])
})

test('other files are refused with a message, and leave no file', async () => {
  const [before, whole] = [filesThere(), await picture().png().toBuffer()]
  const wrongKind = [415, 'Please choose a JPEG, PNG, WebP, GIF or AVIF picture.']
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  )
  expect(await reason(svg, 'image/svg+xml')).toEqual(wrongKind)
  expect(await reason(svg, 'image/png')).toEqual(wrongKind)
  expect(await reason(Buffer.from('<!doctype html><script>alert(1)</script>'), 'text/html')).toEqual(wrongKind)
  expect(await reason(await picture(9, 9).tiff().toBuffer(), 'image/tiff')).toEqual(wrongKind)
  expect(await reason(whole.subarray(0, whole.length / 2))).toEqual([
    400,
    'The picture is damaged and could not be read.',
  ])
  expect(await reason(Buffer.concat([whole.subarray(0, 8), Buffer.alloc(500)]))).toEqual([
    400,
    'The picture is damaged and could not be read.',
  ])
  expect(filesThere()).toEqual(before)
})

test('a picture of a single row of millions of pixels is refused without being decoded', async () => {
  const message = 'The picture is too long: 16,383 pixels are the most on a side.'
  expect(await reason(pngOf(25_000_000, 1))).toEqual([413, message])
  expect(await reason(pngOf(1, 16_384))).toEqual([413, message])
  expect((await sends(pngOf(16_383, 2))).status).toBe(200)
})

test('6 MB and 20,000 × 20,000 pixels are refused without being decoded', async () => {
  expect((await reason(Buffer.alloc(6 * 1024 * 1024, 'x')))[0]).toBe(413)
  const bomb = pngOf(20_000, 20_000)
  // The file is valid: a smaller one is accepted.
  expect((await sends(pngOf(1000, 1000))).status).toBe(200)
  const rest = process.memoryUsage().rss
  expect(await reason(bomb)).toEqual([413, 'The picture has too many pixels: 25 million are the most.'])
  // Decoded, it takes 1,600 MB.
  expect(process.memoryUsage().rss - rest).toBeLessThan(200_000_000)
})

test('an AVIF has a lower limit, since decoding takes ten times as long; a photo of a phone is accepted', async () => {
  const avif = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: RED } })
      .avif({ effort: 0, quality: 1 })
      .toBuffer()
  const large = await avif(5000, 5000)
  expect(large.length).toBeLessThan(2000)
  expect(await reason(large)).toEqual([413, 'The picture has too many pixels: 12.5 million are the most for AVIF.'])
  expect((await sends(await avif(4032, 3024))).status).toBe(200)
})

test('a member waits with one picture only; others still find a place in the queue', async () => {
  const eve = await server.member('Eve')
  const huge = await picture(4900, 5000).png().toBuffer()
  // One is decoded, three wait; the last one is Eve's.
  const ahead = ['one', 'two', 'three', eve.user_id].map(member => makePictures(huge, {}, member))
  const again = await eve.asks('PUT', ADDRESS, huge, { 'content-type': 'application/octet-stream' })
  expect(again.status).toBe(503)
  expect((await sends(await picture(9, 9).png().toBuffer())).status).toBe(200)
  await Promise.all(ahead)
})

test('path traversal and unknown names give 404', async () => {
  for (const name of ['..%2F..%2Fpostgres', 'x.webp', '..', `${'a'.repeat(22)}.webp`])
    expect((await fetched(`/api/files/${name}`)).status).toBe(404)
})

test('an upload in the queue holds no database connection', async () => {
  const huge = await picture(4900, 5000).png().toBuffer()
  const { pool } = server.db
  const { before } = await server.owner.one<{ before: number }>(
    sql`select coalesce(max(hits), 0)::int as before from throttles where key = ${`upload:${ada.user_id}`}`,
  )
  const ahead = ['one', 'two', 'three'].map(member => makePictures(huge, {}, member))
  let isDone = false
  const upload = sends(huge).finally(() => {
    isDone = true
  })
  // Once counted, it is authenticated and waits in the queue.
  const counted = () =>
    server.owner.one<{ uploads: number }>(
      sql`select count(*)::int as uploads from throttles where key = ${`upload:${ada.user_id}`} and hits > ${before}`,
    )
  await expect.poll(async () => (await counted()).uploads, { interval: 5 }).toBe(1)
  await expect.poll(() => pool.totalCount - pool.idleCount, { interval: 5 }).toBe(0)
  expect(isDone).toBe(false)
  expect((await upload).status).toBe(200)
  await Promise.all(ahead)
})
