import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { listTopics } from '../../features/forum/contract.ts'
import { handleAsServer } from '../../server/request/endpoint.ts'
import { handlers } from '../../server/slices.ts'
import { type Member, startTestServer, type TestServer } from '../test-server.ts'

let letGo = () => {}
const gate = new Promise<void>(resolve => {
  letGo = resolve
})
let inProgress = 0
const slowTopics = handleAsServer(listTopics, async () => {
  inProgress++
  await gate
  inProgress--
  return []
})

let server: TestServer
let url: string
beforeAll(async () => {
  server = await startTestServer({
    adminUrl: inject('adminUrl'),
    slices: [...handlers.filter(({ endpoint }) => endpoint !== listTopics), slowTopics],
  })
  url = await server.listen()
})
afterAll(() => server.close())

const asks = ({ cookies }: Member, path: string) => fetch(url + path, { headers: { cookie: cookies } })

test('one member has two searches or long lists in progress; the others wait, and other members do not', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  // The owner of a session is known after its first read.
  for (const member of [ada, bob]) await asks(member, '/api/profile')
  const costly = ['/api/posts?q=payroll', '/api/posts?limit=500', '/api/posts', '/api/posts?q=tax&limit=20']
  const answers = costly.map(path => asks(ada, path))
  await expect.poll(() => inProgress).toBe(2)
  answers.push(asks(ada, '/api/posts?limit=20'))
  await expect.poll(() => inProgress).toBe(3)
  answers.push(asks(bob, '/api/posts?q=payroll'))
  await expect.poll(() => inProgress).toBe(4)
  letGo()
  for (const answer of answers) expect((await answer).status).toBe(200)
  expect(inProgress).toBe(0)
})

test('of a long word or phrase the first sixty letters are searched for', async () => {
  const long = `${'a'.repeat(199)}b`
  const { words, phrase } = await server.owner.one<{ words: string[]; phrase: string[] }>(
    sql`select search_patterns(${long}, true) as words, search_patterns(${`x ${long}`}, false) as phrase`,
  )
  expect([...words, ...phrase].map(pattern => pattern.replaceAll('%', '').length)).toEqual([60, 60])
})
