import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, inject, onTestFinished, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { openFiles } from '../../server/files/files.ts'
import { startTestServer } from '../test-server.ts'

/** A fake bucket. */
async function bucket(answer: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const hangUp = () => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(hangUp)
  return { endpoint: `http://127.0.0.1:${(server.address() as { port: number }).port}`, asked, hangUp }
}

const store = (endpoint: string, timeoutMs = 300) =>
  openFiles(
    {
      dataDir: '/nowhere',
      s3: { endpoint, bucket: 'community', region: 'us-east-1', accessKeyId: 'KEY', secretAccessKey: 'SECRET' },
    },
    { timeoutMs },
  )
const unavailable = expect.objectContaining({ status: 503 })

test('a bucket that never answers does not hold database connections', async () => {
  const { endpoint, asked, hangUp } = await bucket(() => {})
  const server = await startTestServer({
    adminUrl: inject('adminUrl'),
    env: {
      DATABASE_CONNECTIONS: '2',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: 'community',
      S3_ACCESS_KEY_ID: 'KEY',
      S3_SECRET_ACCESS_KEY: 'SECRET',
    },
  })
  onTestFinished(() => server.close())
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const key = 'k'.repeat(22)
  const picture = (n: number) => `${'a'.repeat(21)}${n}`
  await server.owner.run(
    sql`update profiles set avatar_url = ${`/api/files/${picture(0)}.webp`} where id = ${ada.profile_id}`,
  )
  const { id } = await server.owner.one<{ id: number }>(sql`
    insert into resources (title, description, resource_type, category, url, user_id)
    values ('Plan', 'A plan', 'template', 'Fundraising', ${`/api/resource-files/${key}/plan.txt`}, ${ada.user_id}) returning id`)
  await server.owner.run(
    sql`insert into resource_files (key, resource_id, name, size) values (${key}, ${id}, 'plan.txt', 10)`,
  )
  const waiting = [
    ...[1, 2, 3].map(n => ada.asks('GET', `/api/files/${picture(n)}.webp`)),
    ada.asks('GET', `/api/resource-files/${key}/plan.txt`),
    ada.asks('GET', `/api/resource-files/${key}/plan.txt`, undefined, { range: 'bytes=0-3' }),
    ada.asks('GET', '/api/account/export'),
    ada.asks('POST', '/api/resource-files?title=Notes&name=notes.txt', Buffer.from('Notes'), {
      'content-type': 'text/plain',
    }),
  ]
  await expect.poll(() => asked.length, { timeout: 20_000 }).toBe(waiting.length)

  for (let n = 0; n < 5; n++) {
    expect(await bob.tries('GET', '/api/members')).toBe(200)
    expect(await bob.tries('POST', '/api/posts', { title: `Hiring ${n}`, content: 'Who knows a plumber?' })).toBe(201)
  }
  hangUp()
  await Promise.allSettled(waiting)
})

test('an upload whose session ends while the bucket is slow writes no row and leaves no file', async () => {
  const goOn = Promise.withResolvers<void>()
  const kept = new Set<string>()
  const { endpoint, asked } = await bucket(async (request, response) => {
    const path = request.url ?? ''
    if (request.method === 'PUT') {
      await goOn.promise
      kept.add(path)
    }
    if (request.method === 'DELETE') kept.delete(path)
    response.writeHead(request.method === 'DELETE' ? 204 : 200).end()
  })
  const server = await startTestServer({
    adminUrl: inject('adminUrl'),
    env: { S3_ENDPOINT: endpoint, S3_BUCKET: 'community', S3_ACCESS_KEY_ID: 'KEY', S3_SECRET_ACCESS_KEY: 'SECRET' },
  })
  onTestFinished(() => server.close())
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const binary = { 'content-type': 'application/octet-stream' }
  const uploads = (who: typeof ada) => [
    who.asks('POST', '/api/resource-files?title=Notes&name=notes.txt', Buffer.from('Notes'), binary),
    who.asks('PUT', '/api/profile/avatar', picture, binary),
  ]
  const answers = [...uploads(ada), ...uploads(bob)]
  // A notes file and, one after the other, two pictures for each.
  await expect.poll(() => asked.length, { timeout: 20_000 }).toBe(4)
  await server.owner.run(sql`delete from sessions where user_id = ${ada.user_id}`)
  goOn.resolve()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 401, 201, 200])
  expect(
    await server.owner.rows(
      sql`select user_id from resources where user_id is not null and url like '/api/resource-files/%'`,
    ),
  ).toEqual([{ user_id: bob.user_id }])
  expect(await server.owner.rows(sql`select user_id from profiles where avatar_url is not null`)).toEqual([
    { user_id: bob.user_id },
  ])
  expect(kept.size).toBe(3)
})

test('every call to a bucket that never answers times out as unavailable', async () => {
  const files = store((await bucket(() => {})).endpoint)
  const calls = [
    files.get('avatars/one.webp'),
    files.size('avatars/one.webp'),
    files.put('avatars/one.webp', Buffer.from('x'), 'image/webp'),
    files.remove('avatars/one.webp'),
  ]
  for (const outcome of await Promise.allSettled(calls))
    expect(outcome).toEqual({ status: 'rejected', reason: unavailable })
})

test('a download that stalls half-way is aborted', async () => {
  const { endpoint } = await bucket((_, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('the beginning')
  })
  const found = await store(endpoint).get('notes/one.txt')
  expect(found?.size).toBe(1000)
  await expect(found && text(found.stream)).rejects.toThrow()
})

test('an abandoned download stops reading from the bucket', async () => {
  const left = Promise.withResolvers<void>()
  const { endpoint } = await bucket((_, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('the beginning')
    response.on('close', () => left.resolve())
  })
  const found = await store(endpoint, 60_000).get('notes/one.txt')
  found?.stream.destroy()
  await left.promise
})

test.each([301, 302, 307, 308])('a redirect (%i) is not followed', async status => {
  const other = await bucket((_, response) => response.end('from elsewhere'))
  const { endpoint, asked } = await bucket((request, response) =>
    response.writeHead(status, { location: `${other.endpoint}${request.url}` }).end(),
  )
  const files = store(endpoint, 20_000)
  const calls = [
    files.get('avatars/one.webp'),
    files.size('avatars/one.webp'),
    files.put('avatars/one.webp', Buffer.from('x'), 'image/webp'),
    files.remove('avatars/one.webp'),
  ]
  for (const outcome of await Promise.allSettled(calls))
    expect(outcome).toEqual({ status: 'rejected', reason: unavailable })
  expect(asked).toHaveLength(calls.length)
  expect(other.asked).toEqual([])
})

/** A bucket with the same answer to every GET. */
const answers = async (status: number, headers: Record<string, string>, body: string) =>
  store((await bucket((_, response) => response.writeHead(status, headers).end(body))).endpoint)

test('a bucket that answers another range or length is unavailable, because Content-Length must match', async () => {
  const part = { start: 2, end: 4 }
  const ignoresRange = await answers(200, { 'content-length': '10' }, '0123456789')
  await expect(ignoresRange.get('notes/one.txt', part)).rejects.toEqual(unavailable)
  const otherPart = await answers(206, { 'content-length': '4' }, '2345')
  await expect(otherPart.get('notes/one.txt', part)).rejects.toEqual(unavailable)
  const withoutLength = await answers(200, { 'transfer-encoding': 'chunked' }, '0123456789')
  await expect(withoutLength.get('notes/one.txt')).rejects.toEqual(unavailable)
  await expect(withoutLength.size('notes/one.txt')).rejects.toEqual(unavailable)
  const onlyPart = await answers(206, { 'content-length': '3' }, '234')
  await expect(onlyPart.get('notes/one.txt')).rejects.toEqual(unavailable)
})

test('a download with more or fewer bytes than announced is aborted', async () => {
  const packed = gzipSync('0'.repeat(1000))
  for (const text of ['0'.repeat(1000), '']) {
    const files = await answers(
      200,
      { 'content-length': String(gzipSync(text).length), 'content-encoding': 'gzip' },
      gzipSync(text) as never,
    )
    const found = await files.get('notes/one.txt')
    expect(found?.size).toBeLessThan(packed.length + 1)
    await expect(found && buffer(found.stream)).rejects.toThrow('does not match its Content-Length')
  }
})

test('a stalled bucket times out also under garbage collection', async () => {
  const child = fork(join(import.meta.dirname, 'collected-garbage.ts'))
  onTestFinished(() => void child.kill('SIGKILL'))
  const outcomes: unknown[] = []
  child.on('message', outcome => outcomes.push(outcome))
  await expect.poll(() => outcomes.length, { timeout: 30_000 }).toBe(5)
  expect(outcomes).toEqual(
    ['get', 'size', 'put', 'remove', 'the rest of a file'].map(what => ({ what, outcome: 'broken off' })),
  )
})
