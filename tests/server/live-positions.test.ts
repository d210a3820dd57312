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
const createTopic = (title: string) => made(ada, '/api/posts', { title, content: 'What do you think?' })
const comment = (who: Member, is_private: boolean) =>
  made(who, `/api/investors/${investor}/comments`, { content: 'Between us', rating: 1, is_private })

/** The position in a member's page. */
async function pageOf(who: Member): Promise<string> {
  const { text } = await who.asks('GET', '/forum')
  return (JSON.parse(/id="boot"[^>]*>(.*?)<\/script>/s.exec(text)?.[1] ?? '{}') as { live: string }).live
}

/** The first message of a stream that resumes after this position. */
async function firstMessage(who: Member, since?: string) {
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

/** Waits for it in an open stream, so that it is not still pending when the test opens its own. */
async function createTopicAndWait(title: string): Promise<number> {
  const open = await openStream(url, bob.cookies)
  await expect.poll(() => open.messages.length, { timeout: 10_000 }).toBeGreaterThan(0)
  const id = await createTopic(title)
  await expect
    .poll(() => open.changes.some(change => change.kind === 'posts' && change.id === id), { timeout: 10_000 })
    .toBe(true)
  await open.close()
  return id
}

/** Makes all changes older than the period in which they are sent again. */
const ageChanges = () => server.owner.run(sql`update live_changes set at = at - interval '1 minute'`)

test('a page from before the first change of a community misses nothing', async () => {
  const empty = await startTestServer({ adminUrl: inject('adminUrl') })
  try {
    const address = await empty.listen()
    const eve = await empty.member('Eve')
    await empty.owner.run(sql`truncate live_changes restart identity`)
    const page = await pageOf(eve)
    const id = await made(eve, '/api/posts', { title: 'The first', content: 'What do you think?' })
    const stream = await openStream(address, eve.cookies, {}, `?since=${encodeURIComponent(page)}`)
    await expect.poll(() => stream.messages.length, { timeout: 10_000 }).toBeGreaterThan(0)
    expect(stream.changes).toContainEqual({ kind: 'posts', op: 'insert', id, parent: null })
    await stream.close()
  } finally {
    await empty.close()
  }
})

test('another member’s private comment changes no position: not in the page, the hello or an open stream', async () => {
  await createTopic('Before')
  await ageChanges()
  const [page, hello] = [await pageOf(bob), await firstMessage(bob)]
  expect(hello).toMatchObject({ event: 'hello', id: page })
  const open = await openStream(url, bob.cookies)
  await expect.poll(() => open.messages.length, { timeout: 10_000 }).toBe(1)
  const own = await openStream(url, ada.cookies)
  await expect.poll(() => own.messages.length, { timeout: 10_000 }).toBe(1)

  const secret = await comment(ada, true)
  await ada.asks('PATCH', `/api/investor-comments/${secret}`, { content: 'Still between us', rating: 2 })
  await ada.asks('DELETE', `/api/investor-comments/${secret}`)
  // Ada's stream has received it, so Bob's would have by now.
  await expect.poll(() => own.changes.at(-1), { timeout: 10_000 }).toMatchObject({ op: 'delete', id: secret })
  expect(await pageOf(bob)).toBe(page)
  expect(await firstMessage(bob)).toEqual(hello)
  expect(await firstMessage(bob, page)).toEqual(hello)
  expect(open.messages).toEqual([hello])

  // The next message has the same position as the page.
  await createTopic('After')
  await expect.poll(() => open.messages.length, { timeout: 10_000 }).toBe(2)
  expect(open.messages[1]?.id).toBe(await pageOf(bob))
  await Promise.all([open.close(), own.close()])
})

test('positions reveal neither how near they are nor whether two members have the same one', async () => {
  const seen: string[] = []
  for (let n = 0; n < 4; n++) {
    await createTopic(`Topic ${n}`)
    seen.push(await pageOf(bob))
  }
  expect(new Set(seen).size).toBe(4)
  for (const [n, token] of seen.entries()) {
    expect(token).toMatch(/^[\w-]{22}$/)
    // Random texts of 22 letters have almost no letters in common; consecutive numbers have nearly all.
    for (const other of seen.slice(n + 1)) {
      const alike = [...token].filter((letter, place) => letter === other[place]).length
      expect(alike).toBeLessThan(9)
    }
  }
  expect(await pageOf(ada)).not.toBe(await pageOf(bob))
})

test('a reconnecting stream gets the missed changes that the member may see, and no others', async () => {
  const since = await pageOf(bob)
  const mine = await comment(bob, true)
  await comment(ada, true)
  const missed = await createTopic('While you were away')
  await comment(ada, true)
  const { event, changes, id } = await firstMessage(bob, since)
  expect(event).toBe('message')
  expect(changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'posts', id: missed }),
      expect.objectContaining({ kind: 'investor_comments', id: mine }),
    ]),
  )
  expect(changes.filter(change => change.kind === 'investor_comments').map(change => change.id)).toEqual([mine])
  expect(id).toBe(await pageOf(bob))
})

test('whether a position has expired does not depend on others’ private changes', async () => {
  const since = await pageOf(bob)
  await comment(ada, true)
  const missed = await createTopicAndWait('Heard later')
  // Ada's change has expired, Bob's last position has not.
  await server.owner.run(sql`delete from live_changes where only_for = ${ada.user_id}`)
  expect(await firstMessage(bob, since)).toMatchObject({
    event: 'message',
    changes: expect.arrayContaining([expect.objectContaining({ id: missed })]),
  })
  await server.owner.run(sql`delete from live_changes where id < (select max(id) from live_changes)`)
  expect((await firstMessage(bob, since)).event).toBe('resync')
})

test.each([
  ['a number of old', async () => '17'],
  ['nothing', async () => ''],
  ['rubbish', async () => 'not/a+position=%00'],
  ['a very long text', async () => 'A'.repeat(5000)],
  ['a position that was never given out', async () => 'AAAAAAAAAAAAAAAAAAAAAA'],
  ['the position of another member', () => pageOf(ada)],
])('%s is answered by a resync', async (_, since) => {
  await createTopicAndWait('Something there')
  expect(await firstMessage(bob, await since())).toMatchObject({ event: 'resync', id: await pageOf(bob), changes: [] })
})

test('an invalid position twice in the query, or in the header, is a resync as well', async () => {
  const twice = await openStream(url, bob.cookies, {}, '?since=1&since=2')
  const header = await openStream(url, bob.cookies, { 'last-event-id': '12' })
  for (const stream of [twice, header]) {
    expect(stream.status).toBe(200)
    await expect.poll(() => stream.messages[0]?.event, { timeout: 10_000 }).toBe('resync')
    await stream.close()
  }
})
