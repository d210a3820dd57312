import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeReadLimit } from '../../server/request/read-limit.ts'
import { hashOf } from '../../server/session/session.ts'
import { PASSWORD, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl'), env: { LIMIT_READS_PER_MINUTE: '20' } })
})
afterAll(() => server.close())

test('a member who reads faster than a person can gets 429 for every kind of read; other members do not', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const kinds = [
    '/api/posts?limit=20',
    '/api/profile',
    '/api/account/sessions',
    '/api/posts?limit=x',
    '/api/members/999999',
    '/api/live?probe=1',
    '/api/auth/session',
    '/.well-known/jwks.json',
  ]
  const statuses: number[] = []
  for (let i = 0; i < 30; i++) statuses.push(await ada.tries('GET', kinds[i % kinds.length] ?? ''))
  expect(statuses.slice(0, 20)).not.toContain(429)
  expect(new Set(statuses.slice(20))).toEqual(new Set([429]))
  const refused = await ada.asks('GET', '/api/posts')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await bob.tries('GET', '/api/posts')).toBe(200)
})

test('concurrent and failing reads count from the first one on', async () => {
  const ada = await server.member('Ada')
  const at = async (path: string) =>
    (await Promise.all(Array.from({ length: 30 }, () => ada.tries('GET', path)))).sort()
  expect((await at('/api/posts/abc')).filter(status => status === 429)).toHaveLength(10)
  expect(new Set(await at('/api/profile'))).toEqual(new Set([429]))
})

test('a search counts as ten reads, whatever it searches; suggestions of names count as one', async () => {
  const searches = [
    '/api/search?q=payroll',
    '/api/members?q=payroll&limit=20',
    '/api/members/counts?q=payroll',
    '/api/posts?q=payroll&limit=20',
    '/api/investors?q=payroll&limit=20',
    '/api/investors/counts?q=payroll',
    '/api/investors/similar?name=Wren&firm=Northside',
    '/api/direct-events?q=payroll&limit=20',
    '/api/resources?q=payroll&limit=20',
    '/api/direct-introduction-requests?q=payroll&limit=20',
    '/api/posts?q=payroll&q=tax&limit=20',
  ]
  const answeredOf = async (path: string) => {
    const ada = await server.member('Ada')
    let answered = 0
    while ((await ada.tries('GET', path)) !== 429) answered++
    return answered
  }
  for (const path of searches) expect(await answeredOf(path), path).toBe(2)
  const others = [
    '/api/posts?limit=20&q=',
    '/api/posts?limit=20&q=%20',
    '/api/members/named?q=ada',
    '/api/investors/named?q=wren',
  ]
  for (const path of others) expect(await answeredOf(path), path).toBe(20)
})

test('a long list counts more, also if it is long because no limit is given', async () => {
  for (const path of ['/api/posts?limit=500', '/api/posts', '/api/investors']) {
    const ada = await server.member('Ada')
    expect([await ada.tries('GET', path), await ada.tries('GET', path), await ada.tries('GET', path)], path).toEqual([
      200, 200, 429,
    ])
  }
})

test('an invalid limit counts as at most the longest list, and never gives reads back', async () => {
  const ada = await server.member('Ada')
  for (const limit of ['9'.repeat(400), '1e300', 'Infinity']) {
    const bob = await server.member('Bob')
    expect(
      [await bob.tries('GET', `/api/posts?limit=${limit}`), await bob.tries('GET', '/api/profile')],
      limit,
    ).toEqual([400, 200])
  }
  for (let i = 0; i < 20; i++) expect(await ada.tries('GET', '/api/posts?limit=-1e9')).toBe(400)
  expect(await ada.tries('GET', '/api/profile')).toBe(429)
})

test('each call that a page preloads counts, as it would alone; at the limit the page comes without data', async () => {
  const readsLeftAfter = async (path: string) => {
    const ada = await server.member('Ada')
    const page = await ada.asks('GET', path)
    const calls = page.text.match(/"GET \/api[^"]*":/g)?.length ?? 0
    let left = 0
    while ((await ada.tries('GET', '/api/profile')) !== 429) left++
    const refused = await ada.asks('GET', path)
    expect([refused.status, refused.text.includes('"data":{}')]).toEqual([200, true])
    return { calls, left }
  }
  const home = await readsLeftAfter('/')
  expect(home.calls).toBeGreaterThan(4)
  expect(home.left).toBe(20 - 1 - home.calls)
  const search = await readsLeftAfter('/search?q=payroll')
  expect(search.left).toBe(20 - 1 - (search.calls - 1) - 10)
})

test('two sessions of a member share the limit', async () => {
  const ada = await server.member('Ada')
  for (let i = 0; i < 20; i++) await ada.tries('GET', '/api/profile')
  const again = await server.visitor.asks('POST', '/api/auth/sign-in', { email: ada.email, password: PASSWORD })
  const second = await server.known(again.cookies, ada.email)
  await second.tries('GET', '/api/posts')
  expect(await second.tries('GET', '/api/posts')).toBe(429)
})

test('the count restarts every minute', () => {
  let now = 0
  const limit = makeReadLimit(1, () => now)
  const hash = hashOf('token')
  limit.learn(hash, 'ada')
  expect(() => limit.count(hash)).toThrow('Too many requests')
  now = 60_000
  expect(() => limit.count(hash)).not.toThrow()
})
