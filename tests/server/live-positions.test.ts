import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../test-server.ts'
import { openStream } from './stream.ts'

let server: TestServer
let url: string
let ada: Member
let bob: Member
let investor: number
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  url = await server.listen()
  ada = await server.member('Ada')
  bob = await server.member('Bob')
  investor = await made(ada, '/api/investors', { name: 'Quiet Fund', firm: 'Quiet' })
})
afterAll(() => server.close())

const made = async (who: Member, path: string, body: object) =>
  ((await who.asks('POST', path, body)).json as { id: number }).id
const starts = (title: string) => made(ada, '/api/posts', { title, content: 'What do you think?' })
const says = (who: Member, is_private: boolean) =>
  made(who, `/api/investors/${investor}/comments`, { content: 'Between us', rating: 1, is_private })

/** What the page of a member names as its position. */
async function pageOf(who: Member): Promise<string> {
  const { text } = await who.asks('GET', '/forum')
  return (JSON.parse(/id="boot"[^>]*>(.*?)<\/script>/s.exec(text)?.[1] ?? '{}') as { live: string }).live
}

/** The first message that somebody gets who says they heard this last. */
async function greeting(who: Member, since?: string) {
  const stream = await openStream(
    url,
    who.cookies,
    {},
    since === undefined ? '' : `?since=${encodeURIComponent(since)}`,
  )
  expect(stream.status).toBe(200)
  await expect.poll(() => stream.messages.length, { timeout: 10_000 }).toBeGreaterThan(0)
  await stream.close()
  return stream.messages[0] as (typeof stream.messages)[number]
}

/** So long ago that nothing is told a second time. */
const aWhileAgo = () => server.owner.run(sql`update live_changes set at = at - interval '1 minute'`)

test('a private comment of another moves nothing: not the page’s position, not the hello, not an open stream', async () => {
  await starts('Before')
  await aWhileAgo()
  const [page, hello] = [await pageOf(bob), await greeting(bob)]
  expect(hello).toMatchObject({ event: 'hello', id: page })
  const open = await openStream(url, bob.cookies)
  await expect.poll(() => open.messages.length, { timeout: 10_000 }).toBe(1)
  const own = await openStream(url, ada.cookies)
  await expect.poll(() => own.messages.length, { timeout: 10_000 }).toBe(1)

  const secret = await says(ada, true)
  await ada.asks('PATCH', `/api/investor-comments/${secret}`, { content: 'Still between us', rating: 2 })
  await ada.asks('DELETE', `/api/investor-comments/${secret}`)
  // Ada's own stream has it, so Bob's would by now.
  await expect.poll(() => own.changes.at(-1), { timeout: 10_000 }).toMatchObject({ op: 'delete', id: secret })
  expect(await pageOf(bob)).toBe(page)
  expect(await greeting(bob)).toEqual(hello)
  expect(await greeting(bob, page)).toEqual(hello)
  expect(open.messages).toEqual([hello])

  // What follows has the position that the page has too.
  await starts('After')
  await expect.poll(() => open.messages.length, { timeout: 10_000 }).toBe(2)
  expect(open.messages[1]?.id).toBe(await pageOf(bob))
  await Promise.all([open.close(), own.close()])
})

test('positions tell nothing: neither how near they are nor, of two members, whether they are the same', async () => {
  const seen: string[] = []
  for (let n = 0; n < 4; n++) {
    await starts(`Topic ${n}`)
    seen.push(await pageOf(bob))
  }
  expect(new Set(seen).size).toBe(4)
  for (const [n, token] of seen.entries()) {
    expect(token).toMatch(/^[\w-]{22}$/)
    // Two random texts of 22 letters have next to none in common; numbered ones have nearly all.
    for (const other of seen.slice(n + 1)) {
      const alike = [...token].filter((letter, place) => letter === other[place]).length
      expect(alike).toBeLessThan(9)
    }
  }
  expect(await pageOf(ada)).not.toBe(await pageOf(bob))
})

test('whoever was away hears what they missed and may know of, and nothing else', async () => {
  const since = await pageOf(bob)
  const mine = await says(bob, true)
  await says(ada, true)
  const missed = await starts('While you were away')
  await says(ada, true)
  const { event, changes, id } = await greeting(bob, since)
  expect(event).toBe('message')
  expect(changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'posts', id: missed }),
      expect.objectContaining({ kind: 'investor_comments', id: mine }),
    ]),
  )
  expect(changes.filter(one => one.kind === 'investor_comments').map(one => one.id)).toEqual([mine])
  expect(id).toBe(await pageOf(bob))
})

test('what is forgotten depends on nothing that others did in private', async () => {
  const since = await pageOf(bob)
  await says(ada, true)
  const missed = await starts('Heard later')
  // Ada's change is forgotten, what Bob heard last is not.
  await server.owner.run(sql`delete from live_changes where only_for = ${ada.user_id}`)
  expect(await greeting(bob, since)).toMatchObject({
    event: 'message',
    changes: expect.arrayContaining([expect.objectContaining({ id: missed })]),
  })
  await server.owner.run(sql`delete from live_changes where id < (select max(id) from live_changes)`)
  expect((await greeting(bob, since)).event).toBe('resync')
})

test.each([
  ['a number of old', async () => '17'],
  ['nothing', async () => ''],
  ['rubbish', async () => 'not/a+position=%00'],
  ['a very long text', async () => 'A'.repeat(5000)],
  ['a position that was never given out', async () => 'AAAAAAAAAAAAAAAAAAAAAA'],
  ['the position of another member', () => pageOf(ada)],
])('%s is answered by a resync', async (_, since) => {
  // Told to a stream that is open already, so that it is not still on its way to the one that the test opens.
  const open = await openStream(url, bob.cookies)
  await expect.poll(() => open.messages.length, { timeout: 10_000 }).toBe(1)
  await starts('Something there')
  await expect.poll(() => open.messages.length, { timeout: 10_000 }).toBe(2)
  await open.close()
  expect(await greeting(bob, await since())).toMatchObject({ event: 'resync', id: await pageOf(bob), changes: [] })
})

test('named twice, or in the header, it is a resync as well', async () => {
  const twice = await openStream(url, bob.cookies, {}, '?since=1&since=2')
  const header = await openStream(url, bob.cookies, { 'last-event-id': '12' })
  for (const stream of [twice, header]) {
    expect(stream.status).toBe(200)
    await expect.poll(() => stream.messages[0]?.event, { timeout: 10_000 }).toBe('resync')
    await stream.close()
  }
})
