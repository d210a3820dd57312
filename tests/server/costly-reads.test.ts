import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { listReplies, listTopics } from '../../features/forum/contract.ts'
import { searchCommunity } from '../../features/search/contract.ts'
import { type Member, startTestServer, type TestServer } from '../test-server.ts'
import { heldHandlers } from './held-handlers.ts'

const held = heldHandlers([listTopics, listReplies, searchCommunity], [])
beforeEach(() => held.hold())

let server: TestServer
let url: string
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl'), slices: held.slices })
  url = await server.listen()
})
afterAll(() => server.close())

const asks = ({ cookies }: Member, path: string) => fetch(url + path, { headers: { cookie: cookies } })

test('one member has two searches or long lists in progress; the others wait, and other members do not', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  // The owner of a session is known after its first read.
  for (const member of [ada, bob]) await asks(member, '/api/profile')
  const costly = [
    '/api/posts?q=payroll',
    '/api/posts?limit=500',
    '/api/posts',
    '/api/posts?q=tax&limit=20',
    // Without a length, as many as there are.
    '/api/posts/1/comments',
    '/api/posts/1/comments',
  ]
  const answers = costly.map(path => asks(ada, path))
  await expect.poll(held.count).toBe(2)
  answers.push(asks(ada, '/api/posts?limit=20'))
  await expect.poll(held.count).toBe(3)
  answers.push(asks(bob, '/api/posts?q=payroll'))
  await expect.poll(held.count).toBe(4)
  held.letGo()
  for (const answer of answers) expect((await answer).status).toBe(200)
  expect(held.count()).toBe(0)
})

test('pages with a search take turns with the member’s other searches', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  await asks(ada, '/api/profile')
  const answers = [asks(ada, '/api/posts?q=payroll')]
  await expect.poll(held.count).toBe(1)
  answers.push(...['payroll', 'tax', 'lease'].map(q => asks(ada, `/search?q=${q}`)))
  await expect.poll(held.count).toBe(2)
  for (let i = 0; i < 10; i++) await asks(bob, '/api/profile')
  expect(held.count()).toBe(2)
  held.letGo()
  for (const answer of answers) expect((await answer).status).toBe(200)
})

test('of a long word or phrase the first sixty letters are searched for', async () => {
  const long = `${'a'.repeat(199)}b`
  const { words, phrase } = await server.owner.one<{ words: string[]; phrase: string[] }>(
    sql`select search_patterns(${long}, true) as words, search_patterns(${`x ${long}`}, false) as phrase`,
  )
  expect([...words, ...phrase].map(pattern => pattern.replaceAll('%', '').length)).toEqual([60, 60])
})
