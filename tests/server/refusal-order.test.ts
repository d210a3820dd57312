import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { handlers } from '../../server/slices.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../test-server.ts'

/** Authentication comes first: without a session the answer is 401 for any body, id or query. */
let server: TestServer
let owing: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  const { user_id, email } = await server.member('Owes a factor')
  await server.owner.run(sql`
    insert into factors (user_id, friendly_name, factor_type, issuer, secret, status, verified_at)
    values (${user_id}, 'App', 'totp', 'Here', 'x', 'verified', now())`)
  const { cookies } = await server.visitor.asks('POST', '/api/auth/sign-in', { email, password: PASSWORD })
  owing = await server.known(cookies, email)
})
afterAll(() => server.close())

const memberRoutes = handlers.map(({ endpoint }) => endpoint).filter(({ access }) => access !== 'anyone')
const JSON_TYPE = { 'content-type': 'application/json' }
const bodies: Record<string, { payload?: string; headers?: Record<string, string> }> = {
  'no body': {},
  '{}': { payload: '{}', headers: JSON_TYPE },
  'fields of the wrong kind': { payload: '{"id":{},"title":7,"email":[],"content":null}', headers: JSON_TYPE },
  'text that is not JSON': { payload: '{"a":', headers: JSON_TYPE },
  'another content type': { payload: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  'too much': { payload: JSON.stringify('x'.repeat(70_000)), headers: JSON_TYPE },
}
const strangers: Record<string, string | undefined> = {
  'no cookie': undefined,
  'a cookie of no session': 'session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
}

async function statuses(endpoint: (typeof memberRoutes)[number], cookie: string | undefined) {
  const found: Record<string, number> = {}
  for (const id of ['abc', '1', '99999999999999999999'])
    for (const [what, { payload, headers }] of Object.entries(bodies)) {
      if (endpoint.method === 'GET' && payload !== undefined) continue
      const url = `${endpoint.path.replace(/:\w+/g, id)}?limit=x&after=x&q=${'%F0%9F%92%A9'.repeat(100)}`
      const answer = await server.app.inject({
        method: endpoint.method,
        url,
        headers: { ...headers, ...(cookie ? { cookie } : {}) },
        ...(payload === undefined ? {} : { payload }),
      })
      found[`${endpoint.method} ${endpoint.path} with id ${id} and ${what}`] = answer.statusCode
    }
  return found
}

const others = (found: Record<string, number>, expected: number) =>
  Object.entries(found).filter(([, status]) => status !== expected)

test('the test finds the member routes', () => expect(memberRoutes.length).toBeGreaterThan(50))

describe.each(Object.entries(strangers))('with %s', (_, cookie) => {
  test.each(memberRoutes.map(endpoint => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s answers 401 to any request',
    async (_, endpoint) => {
      expect(others(await statuses(endpoint, cookie), 401)).toEqual([])
    },
  )
})

test('without the second factor a member route answers 403 for any request', async () => {
  const found: Record<string, number> = {}
  for (const endpoint of memberRoutes)
    if (endpoint.access === 'member') Object.assign(found, await statuses(endpoint, owing.cookies))
  expect(others(found, 403)).toEqual([])
})

test('the write limit is checked before the body', async () => {
  const limited = await startTestServer({ adminUrl: inject('adminUrl'), env: { LIMIT_WRITES_PER_MINUTE: '2' } })
  const ada = await limited.member('Ada')
  const answers = []
  for (let i = 0; i < 4; i++) answers.push(await ada.asks('POST', '/api/posts', '{"a":', JSON_TYPE))
  await limited.close()
  expect(answers.map(answer => answer.status)).toEqual([400, 400, 429, 429])
  expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0)
})
