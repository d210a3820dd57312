import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../test-server.ts'
import { databaseProxy } from './database-proxy.ts'
import { openStream } from './stream.ts'

let server: TestServer
let url: string
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  url = await server.listen()
})
afterAll(() => server.close())

const createTopic = async (who: Member, title: string, more = {}) =>
  (
    (await who.asks('POST', '/api/posts', { title, content: 'What do you think?', tags: ['General'], ...more }))
      .json as { id: number }
  ).id
const bootOf = ({ text }: { text: string }) =>
  JSON.parse(/id="boot"[^>]*>(.*?)<\/script>/s.exec(text)?.[1] ?? '{}') as { live?: string }
const ready = (stream: { messages: unknown[] }) =>
  expect.poll(() => stream.messages.length, { timeout: 10_000 }).toBeGreaterThan(0)
const receives = (stream: { changes: object[] }, change: object) =>
  expect.poll(() => stream.changes, { timeout: 10_000 }).toContainEqual(expect.objectContaining(change))

test('a new topic, its replies, likes, pins and its deletion are sent to other members', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const stream = await openStream(url, bob.cookies)
  await ready(stream)
  const id = await createTopic(ada, 'Hiring in Pilsen')
  await receives(stream, { kind: 'posts', op: 'insert', id })
  const reply = (await ada.asks('POST', `/api/posts/${id}/comments`, { content: 'Me too' })).json as { id: number }
  await receives(stream, { kind: 'comments', op: 'insert', id: reply.id, parent: id })
  await ada.asks('PUT', `/api/posts/${id}/pin`)
  await receives(stream, { kind: 'posts', op: 'update', id })
  await ada.asks('DELETE', `/api/posts/${id}`)
  await receives(stream, { kind: 'posts', op: 'delete', id })
  await stream.close()
})

test('events, investors, ratings, requests and their comments are sent too', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const stream = await openStream(url, bob.cookies)
  await ready(stream)
  const made = async (path: string, body: object) => ((await ada.asks('POST', path, body)).json as { id: number }).id
  const investor = await made('/api/investors', { name: 'Ida Klein', firm: 'Lakeshore Seed' })
  await receives(stream, { kind: 'investors', op: 'insert', id: investor })
  const rating = await made(`/api/investors/${investor}/comments`, {
    content: 'Answers fast',
    rating: 5,
    is_private: false,
  })
  await receives(stream, { kind: 'investor_comments', op: 'insert', id: rating, parent: investor })
  await receives(stream, { kind: 'investors', op: 'update', id: investor })
  const request = await made('/api/direct-introduction-requests', {
    request_title: 'Meet a grocer',
    context: 'We sell shelf sensors.',
    your_company: 'Shelfie',
    urgency: 'high',
    user_id: ada.user_id,
  })
  await receives(stream, { kind: 'introduction_requests', op: 'insert', id: request })
  await ada.asks('POST', `/api/introduction-requests/${request}/comments`, {
    comment_text: 'Any news?',
    user_id: ada.user_id,
  })
  await receives(stream, { kind: 'introduction_comments', op: 'insert', parent: request })
  const resource = await made('/api/resources', { title: 'Term sheet', url: 'https://example.com/terms' })
  await receives(stream, { kind: 'resources', op: 'insert', id: resource })
  await stream.close()
})

test('a private comment is sent to its writer only, and nothing reveals an anonymous author', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const investor = (
    (await ada.asks('POST', '/api/investors', { name: 'Quiet Fund', firm: 'Quiet' })).json as { id: number }
  ).id
  const [mine, theirs] = [await openStream(url, ada.cookies), await openStream(url, bob.cookies)]
  await Promise.all([ready(mine), ready(theirs)])
  const secret = (
    (
      await ada.asks('POST', `/api/investors/${investor}/comments`, {
        content: 'Between us',
        rating: 1,
        is_private: true,
      })
    ).json as { id: number }
  ).id
  const topic = await createTopic(ada, 'Nobody knows me', { is_anonymous: true })
  await receives(mine, { kind: 'investor_comments', op: 'insert', id: secret })
  await receives(theirs, { kind: 'posts', op: 'insert', id: topic })
  await expect.poll(() => mine.changes.length).toBeGreaterThan(1)
  expect(theirs.changes.filter(one => one.kind.startsWith('investor') && one.op !== 'insert')).toEqual([])
  expect(theirs.changes.filter(change => change.kind === 'investor_comments')).toEqual([])
  expect(JSON.stringify(theirs.messages)).not.toContain(ada.user_id)
  // Others get an insert when it becomes public and a delete when it becomes private again.
  await ada.asks('PATCH', `/api/investor-comments/${secret}`, { content: 'Now open', rating: 1, is_private: false })
  await receives(theirs, { kind: 'investor_comments', op: 'insert', id: secret })
  await ada.asks('PATCH', `/api/investor-comments/${secret}`, { content: 'Closed', rating: 1, is_private: true })
  await receives(theirs, { kind: 'investor_comments', op: 'delete', id: secret })
  await Promise.all([mine.close(), theirs.close()])
})

test('a reconnecting stream catches up from its last position or gets a resync', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const first = await openStream(url, bob.cookies)
  await ready(first)
  await createTopic(ada, 'Heard')
  await expect.poll(() => first.changes.length, { timeout: 10_000 }).toBeGreaterThan(0)
  const last = first.messages.at(-1)?.id ?? ''
  await first.close()
  const missed = await createTopic(ada, 'While you were away')
  const again = await openStream(url, bob.cookies, { 'last-event-id': last })
  await receives(again, { kind: 'posts', op: 'insert', id: missed })
  await again.close()
  const ancient = await openStream(url, bob.cookies, { 'last-event-id': '999999999' })
  await expect.poll(() => ancient.messages.map(message => message.event)).toContain('resync')
  await ancient.close()
})

test('a stream starts at the position of its page', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const old = await createTopic(ada, 'On the page already')
  const { live } = bootOf(await bob.asks('GET', '/forum'))
  const id = await createTopic(ada, 'After the page was made')
  const stream = await openStream(url, bob.cookies, {}, `?since=${live}`)
  await receives(stream, { kind: 'posts', op: 'insert', id })
  expect(live).toMatch(/^[\w-]{22}$/)
  // Recent changes are sent again, because a lower number may commit after a higher one; older changes are not.
  await server.owner.run(sql`update live_changes set at = at - interval '1 minute'`)
  const again = await openStream(url, bob.cookies, {}, `?since=${live}`)
  await receives(again, { kind: 'posts', op: 'insert', id })
  expect(again.changes.map(change => change.id)).not.toContain(old)
  expect(bootOf(await server.visitor.asks('GET', '/forum')).live).toBeUndefined()
  await Promise.all([stream.close(), again.close()])
})

test('changes that commit while a stream catches up are sent after the changes that it missed', async () => {
  const [ada, bob, cora] = [await server.member('Ada'), await server.member('Bob'), await server.member('Cora')]
  const proxy = await databaseProxy(server.db.url)
  const proxied = await startTestServer({ adminUrl: '', databaseUrl: proxy.url })
  onTestFinished(() => proxied.close())
  const proxiedUrl = await proxied.listen()
  const other = await openStream(proxiedUrl, cora.cookies)
  await ready(other)
  const { live } = bootOf(await (await proxied.known(bob.cookies, bob.email)).asks('GET', '/forum'))
  const id = await createTopic(ada, 'Deleted at once')
  // The answer to the query for missed changes: it includes the insert and not the delete.
  const answer = proxy.hold('isKept')
  const stream = await openStream(proxiedUrl, bob.cookies, {}, `?since=${live}`)
  await expect.poll(answer.isHolding, { timeout: 10_000 }).toBe(true)
  await ada.asks('DELETE', `/api/posts/${id}`)
  await receives(other, { kind: 'posts', op: 'delete', id })
  answer.release()
  await receives(stream, { kind: 'posts', op: 'insert', id })
  await receives(stream, { kind: 'posts', op: 'delete', id })
  // The insert may come twice, but not after the delete.
  const ops = stream.changes.filter(change => change.id === id).map(({ op }) => op)
  expect([[...new Set(ops)], ops.at(-1)]).toEqual([['insert', 'delete'], 'delete'])
  await Promise.all([stream.close(), other.close()])
})

test('the stream of an ended session closes, the others stay open', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const [mine, theirs] = [await openStream(url, ada.cookies), await openStream(url, bob.cookies)]
  await Promise.all([ready(mine), ready(theirs)])
  await ada.tries('POST', '/api/auth/sign-out-everywhere')
  await expect.poll(() => mine.isClosed, { timeout: 10_000 }).toBe(true)
  // The message saves the browser a reconnect.
  expect(mine.messages.map(message => message.event)).toContain('ended')
  expect(theirs.isClosed).toBe(false)
  await theirs.close()
})

test('a member may have five streams, and a closed one frees its slot', async () => {
  const ada = await server.member('Ada')
  const streams = await Promise.all(Array.from({ length: 7 }, () => openStream(url, ada.cookies)))
  expect(streams.map(stream => stream.status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429])
  await Promise.all(streams.map(stream => stream.close()))
  await expect.poll(() => ada.tries('GET', '/api/live?probe=1'), { timeout: 10_000 }).toBe(204)
})

test('after a lost LISTEN connection browsers get a resync', async () => {
  const ada = await server.member('Ada')
  const stream = await openStream(url, ada.cookies)
  await ready(stream)
  await server.owner.rows(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`,
  )
  await expect.poll(() => stream.messages.map(message => message.event), { timeout: 10_000 }).toContain('resync')
  const id = await createTopic(ada, 'Heard again')
  await receives(stream, { kind: 'posts', op: 'insert', id })
  await stream.close()
})

test('with two server processes, a write through one is sent by the other', async () => {
  const child = fork(join(import.meta.dirname, 'second-server.ts'), {
    env: {
      ...process.env,
      DATABASE_URL: server.config.databaseUrl,
      PORT: '0',
      LOG_LEVEL: 'silent',
      SECRET_KEY: server.config.secretKey,
      NODE_ENV: 'test',
    },
  })
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  const [port] = (await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`the second server ended with ${code}`))),
  ])) as [number]
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const stream = await openStream(`http://127.0.0.1:${port}`, bob.cookies)
  await ready(stream)
  const id = await createTopic(ada, 'Through the other door')
  await receives(stream, { kind: 'posts', op: 'insert', id })
  // Signing out through the first process closes the stream on the second.
  await bob.tries('POST', '/api/auth/sign-out')
  await expect.poll(() => stream.isClosed, { timeout: 10_000 }).toBe(true)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
