import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    adminUrl: inject('adminUrl'),
    env: {
      LIMIT_SIGN_IN_PER_MINUTE: '10',
      LIMIT_SIGN_IN_PER_HOUR: '15',
      LIMIT_WRITES_PER_MINUTE: '5',
      LIMIT_RESET_PER_HOUR: '3',
    },
  })
})
afterAll(() => server.close())

const signIn = (email: string, password: string, cookies = '', ip = '127.0.0.1') =>
  server.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in',
    payload: { email, password },
    remoteAddress: ip,
    headers: cookies ? { cookie: cookies } : {},
  })
const statuses = async (count: number, request: () => Promise<{ statusCode: number }>) => {
  const statusCodes: number[] = []
  for (let i = 0; i < count; i++) statusCodes.push((await request()).statusCode)
  return statusCodes
}

test('sign-ins per client address are limited per minute and per hour, with Retry-After', async () => {
  const anybody = () => signIn(`${Math.random()}@example.com`, 'guess', '', '192.0.2.1')
  expect(await statuses(11, anybody)).toEqual([...Array(10).fill(401), 429])
  expect(Number((await anybody()).headers['retry-after'])).toBeGreaterThan(0)
  // A minute later only the limit per hour applies.
  await server.owner.run(
    sql`update throttles set since = since - interval '61 seconds' where key like 'sign-in a minute:%'`,
  )
  expect(await statuses(6, anybody)).toEqual([401, 401, 401, 401, 401, 429])
  expect((await signIn('x@example.com', 'guess', '', '192.0.2.2')).statusCode).toBe(401)
})

test('IPv6 addresses are counted per /64, IPv4-mapped ones as IPv4', async () => {
  let host = 0
  const from = (network: string) => () => signIn(`${++host}@example.com`, 'guess', '', `${network}${host.toString(16)}`)
  expect(await statuses(11, from('2001:db8:0:7::'))).toEqual([...Array(10).fill(401), 429])
  expect(await statuses(1, from('2001:db8:0:8::'))).toEqual([401])
  const mapped = (i: number) => signIn('x@example.com', 'guess', '', i % 2 ? '192.0.2.77' : '::ffff:192.0.2.77')
  let i = 0
  expect((await statuses(11, () => mapped(i++))).at(-1)).toBe(429)
})

test('guesses at one account from many addresses cause a back-off, except for known devices', async () => {
  const ada = await server.member('Ada')
  let address = 0
  const guess = () => signIn(ada.email, 'guess', '', `198.51.100.${++address}`)
  expect(await statuses(5, guess)).toEqual([401, 401, 401, 401, 401])
  // The back-off after 5 failures is one second, which a slow machine may exceed: set 15.
  await server.owner.run(sql`update sign_in_failures set failures = 15 where email = ${ada.email}`)
  expect(await statuses(2, guess)).toEqual([429, 429])
  expect((await signIn(ada.email, PASSWORD, '', '198.51.100.99')).statusCode).toBe(429)
  expect((await signIn(ada.email, PASSWORD, ada.cookies, '198.51.100.98')).statusCode).toBe(200)
  // The right password resets the back-off.
  expect((await signIn(ada.email, PASSWORD, '', '198.51.100.97')).statusCode).toBe(200)
})

test('a known device of another account is not exempt from the back-off', async () => {
  const [ada, eve] = [await server.member('Ada'), await server.member('Eve')]
  await server.owner.run(sql`insert into sign_in_failures (email, failures) values (${ada.email}, 15)`)
  expect((await signIn(ada.email, PASSWORD, eve.cookies, '198.51.102.1')).statusCode).toBe(429)
  expect((await signIn(ada.email, PASSWORD, ada.cookies, '198.51.102.2')).statusCode).toBe(200)
})

test('concurrent guesses are counted one by one', async () => {
  const eve = await server.member('Eve')
  await server.owner.run(
    sql`insert into sign_in_failures (email, failures, last_failed_at) values (${eve.email}, 14, now() - interval '1 day')`,
  )
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => signIn(eve.email, 'guess', '', `198.51.101.${i}`)),
  )
  expect(answers.map(answer => answer.statusCode).sort()).toEqual([401, 429, 429, 429, 429, 429, 429, 429])
})

test('registrations and reset requests are limited per client address', async () => {
  const reset = () =>
    server.app.inject({
      method: 'POST',
      url: '/api/auth/forgot-password',
      remoteAddress: '192.0.2.51',
      payload: { email: 'x@example.com' },
    })
  expect(await statuses(4, reset)).toEqual([204, 204, 204, 429])
  const closed = await startTestServer({ adminUrl: inject('adminUrl'), env: { LIMIT_REGISTER_PER_HOUR: '1' } })
  await closed.member('First')
  await expect(closed.member('Second')).rejects.toThrow('429')
  await closed.close()
})

test('the back-off expires', async () => {
  const bob = await server.member('Bob')
  let address = 0
  await statuses(6, () => signIn(bob.email, 'guess', '', `203.0.113.${++address}`))
  await server.owner.run(sql`update sign_in_failures set last_failed_at = now() - interval '1 hour'`)
  expect((await signIn(bob.email, PASSWORD, '', '203.0.113.99')).statusCode).toBe(200)
})

test('writes are limited per member and minute; reads and other members are not affected', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const write = (who: typeof ada) => who.tries('POST', '/api/profile')
  const statusCodes = []
  for (let i = 0; i < 6; i++) statusCodes.push(await write(ada))
  expect(statusCodes).toEqual([201, 201, 201, 201, 201, 429])
  expect(await ada.tries('GET', '/api/profile')).toBe(200)
  expect(await write(bob)).toBe(201)
})
