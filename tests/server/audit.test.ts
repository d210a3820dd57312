import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { clean } from '../../server/jobs/cleaning.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    adminUrl: inject('adminUrl'),
    env: {
      LIMIT_SIGN_IN_PER_MINUTE: '3',
      LIMIT_WRITES_PER_MINUTE: '2',
      LIMIT_RESET_PER_HOUR: '2',
      LIMIT_STREAMS: '1',
      AUDIT_DAYS: '90',
    },
  })
})
afterAll(() => server.close())

type Entry = { user_id: string | null; ip: string; details: { limit?: string } }
const limitsOf = (limit: string) =>
  server.owner.rows<Entry>(sql`
    select user_id, ip, details from audit_log where event = 'limit reached' and details->>'limit' = ${limit} order by id`)
const signIn = (email: string, password: string, ip: string) =>
  server.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in',
    payload: { email, password },
    remoteAddress: ip,
  })

test('exceeding a limit is logged once per period, however many requests are refused', async () => {
  const ada = await server.member('Ada')
  const writes = async (count: number) => {
    for (let i = 0; i < count; i++) await ada.tries('POST', '/api/profile')
  }
  await writes(2)
  expect(await limitsOf('write')).toEqual([])
  await writes(8)
  const entry = { user_id: ada.user_id, ip: '', details: { limit: 'write' } }
  expect(await limitsOf('write')).toEqual([entry])
  await server.owner.run(sql`update throttles set since = since - interval '61 seconds'`)
  await writes(9)
  expect(await limitsOf('write')).toEqual([entry, entry])
})

test('concurrent refusals are logged once, without an account by network', async () => {
  const many = Array.from({ length: 12 }, (_, i) => signIn(`${i}@example.com`, 'guess', '192.0.2.9'))
  expect((await Promise.all(many)).filter(answer => answer.statusCode === 429).length).toBe(9)
  expect(await limitsOf('sign-in a minute')).toEqual([
    { user_id: null, ip: '192.0.2.9', details: { limit: 'sign-in a minute' } },
  ])
  for (let i = 0; i < 4; i++)
    await server.app.inject({
      method: 'POST',
      url: '/api/auth/forgot-password',
      remoteAddress: '2001:db8:1:2::7',
      payload: { email: 'x@example.com' },
    })
  expect(await limitsOf('reset')).toMatchObject([{ user_id: null, ip: '2001:db8:1:2::/64' }])
})

test('the sign-in back-off of an account is logged once, until the right password resets it', async () => {
  const ada = await server.member('Ada')
  const episode = async (email: string, network: string) => {
    await server.owner.run(sql`
      insert into sign_in_failures (email, failures) values (${email}, 15)
      on conflict (email) do update set failures = 15, last_failed_at = now()`)
    for (let i = 1; i < 4; i++) expect((await signIn(email, 'guess', `${network}.${i}`)).statusCode).toBe(429)
  }
  const entries = () => limitsOf('sign-in to one account')
  await episode(ada.email, '198.51.100')
  expect(await entries()).toMatchObject([{ user_id: ada.user_id, ip: '198.51.100.1' }])
  // The back-off ends and starts again with the next wrong password: still the same row of failures.
  await episode(ada.email, '198.51.101')
  expect(await entries()).toHaveLength(1)
  await server.owner.run(sql`update sign_in_failures set last_failed_at = now() - interval '1 hour'`)
  expect((await signIn(ada.email, PASSWORD, '198.51.102.1')).statusCode).toBe(200)
  await episode(ada.email, '198.51.103')
  expect(await entries()).toHaveLength(2)
  // An unknown address is logged as well, without the typed text.
  await episode('my-secret-password', '198.51.104')
  expect((await entries())[2]).toEqual({
    user_id: null,
    ip: '198.51.104.1',
    details: { limit: 'sign-in to one account' },
  })
})

test('a wrong password for deleting the account is logged', async () => {
  const eve = await server.member('Eve')
  expect(await eve.tries('POST', '/api/account/delete', { password: 'not this one', content: 'remove' })).toBe(400)
  expect(
    await server.owner.rows(sql`select event from audit_log where user_id = ${eve.user_id} order by id`),
  ).toMatchObject([{ event: 'registered' }, { event: 'account deletion refused' }])
})

test('too many live streams are logged once', async () => {
  const bob = await server.member('Bob')
  await server.owner.run(sql`insert into live_streams (id, user_id) values (gen_random_uuid(), ${bob.user_id})`)
  for (let i = 0; i < 3; i++) expect(await bob.tries('GET', '/api/live')).toBe(429)
  expect(await limitsOf('streams')).toMatchObject([{ user_id: bob.user_id }])
})

const addEntry = async (days: number, event = `${days} days old`) => {
  await server.owner.run(
    sql`insert into audit_log (event, at) values (${event}, now() - make_interval(days => ${days}))`,
  )
}
const remaining = async () =>
  (
    await server.owner.rows<{ event: string }>(
      sql`select event from audit_log where event like '% days old' order by at`,
    )
  ).map(entry => entry.event)

test('cleaning removes only entries older than AUDIT_DAYS', async () => {
  for (const days of [1000, 91, 89, 1]) await addEntry(days)
  const problems: unknown[] = []
  await clean(server.db, server.config, problem => problems.push(problem))
  expect(problems).toEqual([])
  expect(await remaining()).toEqual(['89 days old', '1 days old'])
})

test('no entry of the last 30 days can be removed, with any number of days', async () => {
  await addEntry(29)
  for (const days of [0, -1000, 1]) await server.db.asSystem(tx => tx.rows(sql`select forget_old_audit(${days})`))
  expect(await remaining()).toEqual(['29 days old', '1 days old'])
  // Not even by the owner with the setting that this function uses.
  await expect(
    server.owner.rows(sql`
      with allowed as materialized (select set_config('app.forgets_old_audit', 'on', false))
      delete from audit_log using allowed where event = '29 days old'`),
  ).rejects.toThrow('append-only')
})

test('no other statement can remove or change an entry', async () => {
  const mallory: Member = await server.member('Mallory')
  await addEntry(500)
  const attempts = [
    sql`delete from audit_log where event = '500 days old'`,
    sql`update audit_log set event = 'nothing'`,
    sql`truncate audit_log`,
    // The setting alone grants nothing.
    sql`with allowed as materialized (select set_config('app.forgets_old_audit', 'on', true))
      delete from audit_log using allowed where event = '500 days old'`,
  ]
  for (const attempt of attempts) {
    await expect(server.db.asSystem(tx => tx.run(attempt))).rejects.toThrow('permission denied')
    await expect(mallory.sql(attempt)).rejects.toThrow('permission denied')
  }
  await expect(mallory.sql(sql`select forget_old_audit(400)`)).rejects.toThrow('permission denied')
  for (const attempt of attempts.slice(0, 3)) await expect(server.owner.run(attempt)).rejects.toThrow('append-only')
  expect(await remaining()).toContain('500 days old')
  expect(
    await server.owner.rows(sql`
      select r.role from (values ('server'), ('member'), ('visitor')) r(role)
      where has_function_privilege('community_' || r.role, 'forget_old_audit(integer)', 'execute')`),
  ).toEqual([{ role: 'server' }])
})
