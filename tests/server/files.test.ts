import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Files, openFiles } from '../../server/files/files.ts'

const folder = mkdtempSync(join(tmpdir(), 'community-store-'))
const bucket = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'community', configs: [] }],
})
const stores = {} as { folder: Files; bucket: Files; absent: Files; unreachable: Files }

beforeAll(async () => {
  const { port } = await bucket.run()
  const s3 = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'community',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  stores.folder = openFiles({ dataDir: folder, s3: null })
  stores.bucket = openFiles({ dataDir: folder, s3 })
  stores.absent = openFiles({ dataDir: folder, s3: { ...s3, bucket: 'nowhere' } })
  stores.unreachable = openFiles({ dataDir: folder, s3: { ...s3, endpoint: 'http://127.0.0.1:1' } })
})
afterAll(async () => {
  await bucket.close()
  rmSync(folder, { recursive: true, force: true })
})

describe.each(['folder', 'bucket'] as const)('files in a %s', where => {
  test('are stored unchanged, found by name and gone after removal', async () => {
    const files = stores[where]
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => i % 251))
    await files.put('avatars/one.webp', bytes, 'image/webp')
    const found = await files.get('avatars/one.webp')
    expect(found?.size).toBe(70_000)
    expect(await files.size('avatars/one.webp')).toBe(70_000)
    expect(Buffer.concat((await found?.stream.toArray()) ?? [])).toEqual(bytes)

    await files.remove('avatars/one.webp')
    expect(await files.get('avatars/one.webp')).toBe(null)
    expect(await files.size('avatars/one.webp')).toBe(null)
    await files.remove('avatars/one.webp')
  })

  test('can be read by range, both ends included', async () => {
    const files = stores[where]
    await files.put('notes/part.txt', Buffer.from('0123456789'), 'text/plain')
    const part = await files.get('notes/part.txt', { start: 3, end: 5 })
    expect(part?.size).toBe(3)
    expect(part && (await text(part.stream))).toBe('345')
  })

  test('are replaced atomically under the same name', async () => {
    const files = stores[where]
    await files.put('notes/a.txt', Buffer.from('first and long'), 'text/plain')
    await files.put('notes/a.txt', Buffer.from('second'), 'text/plain')
    const found = await files.get('notes/a.txt')
    expect(found && (await text(found.stream))).toBe('second')
  })

  test('cannot have names that lead out of the store', async () => {
    for (const name of [
      '../secret',
      'avatars/../../secret',
      '/etc/passwd',
      'avatars/.hidden',
      'avatars',
      'a/b/c',
      'avatars/x?y',
    ])
      await expect(stores[where].put(name, Buffer.from('x'), 'text/plain'), name).rejects.toThrow('Not a name')
  })
})

test('files in a folder are private, also those of an earlier release', async () => {
  const dataDir = join(folder, 'private')
  const modes = (...names: string[]) =>
    names.map(name => (statSync(join(dataDir, 'files', name)).mode & 0o777).toString(8))
  await openFiles({ dataDir, s3: null }).put('avatars/one.webp', Buffer.from('x'), 'image/webp')
  expect(modes('', 'avatars', 'avatars/one.webp')).toEqual(['700', '700', '600'])

  chmodSync(join(dataDir, 'files'), 0o755)
  openFiles({ dataDir, s3: null })
  expect(modes('')).toEqual(['700'])
})

test('a missing or unreachable bucket is reported as unavailable', async () => {
  for (const files of [stores.absent, stores.unreachable])
    await expect(files.put('avatars/one.webp', Buffer.from('x'), 'image/webp')).rejects.toMatchObject({ status: 503 })
  await expect(stores.unreachable.get('avatars/one.webp')).rejects.toMatchObject({ status: 503 })
})
