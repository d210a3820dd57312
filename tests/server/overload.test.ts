import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { getHome } from '../../features/home/contract.ts'
import { searchCommunity } from '../../features/search/contract.ts'
import { type Member, startTestServer, type TestServer } from '../test-server.ts'
import { heldHandlers } from './held-handlers.ts'

/** Home and the search, which wait until the test lets them go on. */
const held = heldHandlers([getHome, searchCommunity], undefined)

const METRICS_TOKEN = 'a-token-for-prometheus'
let server: TestServer
let url: string
beforeEach(async () => {
  held.hold()
  server = await startTestServer({
    adminUrl: inject('adminUrl'),
    env: { LIMIT_REQUESTS_AT_ONCE: '10', METRICS_TOKEN },
    slices: held.slices,
  })
  url = await server.listen()
})
afterEach(() => {
  held.letGo()
  return server.close()
})

const asks = ({ cookies }: Member, path: string, init: RequestInit = {}) =>
  fetch(url + path, { ...init, headers: { cookie: cookies, ...init.headers } })
/** So many requests of a member that wait; resolves when the handler has them. */
async function wait(member: Member, count: number) {
  // From now on the server knows whose session it is.
  expect((await asks(member, '/api/profile')).status).toBe(200)
  const before = held.count()
  const answers = Array.from({ length: count }, () => asks(member, '/api/home'))
  await expect.poll(held.count, { timeout: 10_000 }).toBe(before + count)
  return answers
}
const statuses = async (answers: Promise<Response>[]) =>
  new Set((await Promise.all(answers)).map(({ status }) => status))

test('with ten requests in progress, if that is the limit, further ones are refused at once and counted; pages, live streams and files are served', async () => {
  const [ada, bob, cem, dora] = [
    await server.member('Ada'),
    await server.member('Bob'),
    await server.member('Cem'),
    await server.member('Dora'),
  ]
  const answers = [...(await wait(ada, 4)), ...(await wait(bob, 3)), ...(await wait(cem, 2))]
  expect((await asks(dora, '/api/posts')).status).toBe(200)

  answers.push(...(await wait(dora, 1)))
  for (const [path, init] of [
    ['/api/posts', {}],
    ['/api/auth/session', {}],
    ['/api/posts', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }],
  ] as const) {
    const refused = await asks(dora, path, init)
    expect(refused.status, path).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(refused.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
    expect(refused.headers.get('cache-control')).toBe('no-store')
    expect(await refused.json()).toEqual({
      error: 'The service is busy or restarting. Please try again in a moment.',
      request_id: refused.headers.get('x-request-id'),
    })
  }
  const metrics = await asks(dora, '/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const counted = (await metrics.text()).split('\n').filter(line => line.includes('route="overload"'))
  expect(counted).toEqual([
    'community_requests_total{method="GET",route="overload",status="503"} 2',
    'community_requests_total{method="POST",route="overload",status="503"} 1',
  ])
  const page = await asks(dora, '/members')
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('"data":{}')
  expect((await asks(dora, '/api/files/AAAAAAAAAAAAAAAAAAAAAA.webp')).status).toBe(404)
  const stream = await asks(dora, '/api/live')
  expect(stream.status).toBe(200)
  await stream.body?.cancel()
  expect((await asks(dora, '/healthz')).status).toBe(200)

  held.letGo()
  expect(await statuses(answers)).toEqual(new Set([204]))
  expect((await asks(dora, '/api/posts')).status).toBe(200)
  expect(await (await asks(dora, '/members')).text()).not.toContain('"data":{}')
})

test('one member has at most four of ten requests in progress; others are not affected', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const answers = await wait(ada, 4)
  const body = JSON.stringify({ title: 'Payroll', content: 'Who does it?' })
  const write = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
  for (const init of [{}, write]) {
    const refused = await asks(ada, '/api/posts', init)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect((await asks(bob, '/api/posts', init)).ok).toBe(true)
  }
  held.letGo()
  expect(await statuses(answers)).toEqual(new Set([204]))
  expect((await asks(ada, '/api/posts', write)).status).toBe(201)
})

test('searches that wait for their turn take no place of other members', async () => {
  const members = [await server.member('Ada'), await server.member('Bob'), await server.member('Cem')]
  const dora = await server.member('Dora')
  for (const member of [...members, dora]) expect((await asks(member, '/api/profile')).status).toBe(200)
  const answers = members.flatMap(member => Array.from({ length: 8 }, () => asks(member, '/api/search?q=payroll')))
  await expect.poll(held.count, { timeout: 10_000 }).toBe(6)
  for (let i = 0; i < 10; i++) expect((await asks(dora, '/api/profile')).status).toBe(200)
  held.letGo()
  expect(await statuses(answers)).toEqual(new Set([204]))
})

test.each([
  { overloaded: true, status: 503 },
  { overloaded: false, status: 204 },
])(
  'a search that waited half a second for its turn: overloaded $overloaded, $status',
  async ({ overloaded, status }) => {
    const [ada, bob, cem, dora] = [
      await server.member('Ada'),
      await server.member('Bob'),
      await server.member('Cem'),
      await server.member('Dora'),
    ]
    for (const member of [ada, dora]) expect((await asks(member, '/api/profile')).status).toBe(200)
    const search = () => asks(ada, '/api/search?q=payroll')
    const inProgress = [search(), search()]
    await expect.poll(held.count, { timeout: 10_000 }).toBe(2)
    const third = search()
    expect((await asks(dora, '/api/profile')).status).toBe(200)
    await sleep(1000)
    inProgress.push(...(await wait(bob, 4)), ...(await wait(cem, overloaded ? 4 : 3)))
    expect((await asks(dora, '/api/posts')).status).toBe(overloaded ? 503 : 200)
    held.letGo()
    expect(await statuses(inProgress)).toEqual(new Set([204]))
    const answer = await third
    expect(answer.status).toBe(status)
    expect(answer.headers.get('retry-after')).toBe(overloaded ? '2' : null)
  },
)
