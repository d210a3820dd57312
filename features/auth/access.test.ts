import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Sql, sql } from '../../database/connection/sql.ts'
import { holdAccount, waitForLocks } from '../../tests/held-account.ts'
import { codeOf, secondFactor } from '../../tests/second-factor.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  waitForLocks(server)
})
afterAll(() => server.close())

const { as, enrol, challenge, verify, signIn, protectedMember } = secondFactor(() => server)

const NEW = 'a brand new passphrase'
const EXPIRED = 'This link has expired or was used already. Please ask for a new one.'
const tokenFor = async (email: string) => {
  const mail = sql`select body from outbox where recipient = ${email} order by id desc limit 1`
  return /#([\w-]{43})/.exec((await server.owner.one<{ body: string }>(mail)).body)?.[1] ?? ''
}
const resetLinkFor = async (email: string) => {
  await server.visitor.asks('POST', '/api/auth/forgot-password', { email })
  return tokenFor(email)
}
const reset = (token: string) => server.visitor.asks('POST', '/api/auth/reset-password', { token, password: NEW })
const status = async (cookie: string) =>
  (await server.visitor.asks('GET', '/api/profile', undefined, { cookie })).status

/** Number of sessions, links, devices and so on that give access to an account. */
const accessTo = ({ user_id }: Member) =>
  server.owner.one<Record<string, number>>(sql`
    select (select count(*)::int from sessions where user_id = ${user_id}) as sessions,
      (select count(*)::int from signed_links where user_id = ${user_id} and used_at is null and purpose = 'reset-password') as resets,
      (select count(*)::int from signed_links where user_id = ${user_id} and used_at is null and purpose = 'confirm-email') as email_changes,
      (select count(*)::int from remembered_devices where user_id = ${user_id}) as remembered,
      (select count(*)::int from known_devices where user_id = ${user_id}) as known,
      (select count(*)::int from factors where user_id = ${user_id} and status = 'unverified') as enrolments,
      (select count(*)::int from factor_challenges c join factors f on f.id = c.factor_id where user_id = ${user_id}) as challenges`)

/** A member with a verified factor, two sessions and one of everything else that gives access. */
async function memberWithAllAccess(name: string) {
  const ada = await protectedMember(name)
  const passwordOnly = as(ada.first, (await signIn(ada.first)).cookies)
  const verified = await verify(
    passwordOnly,
    ada.factor,
    await challenge(passwordOnly, ada.factor),
    codeOf(ada.secret),
    {
      remember_device: true,
    },
  )
  await ada.member.asks('POST', '/api/account/email', { email: `new.${ada.first.email}` })
  await resetLinkFor(ada.first.email)
  await enrol(ada.member)
  await challenge(ada.member, ada.factor)
  const all = await accessTo(ada.first)
  expect(Object.entries(all).filter(([, count]) => count === 0)).toEqual([])
  expect(all.sessions).toBe(2)
  return { ...ada, other: as(ada.first, verified.cookies) }
}
const none = { sessions: 0, resets: 0, email_changes: 0, remembered: 0, known: 0, enrolments: 0, challenges: 0 }

test('any SQL change of password, address or verified factor revokes all access', async () => {
  const changes: [string, (id: string) => Sql][] = [
    ['password', id => sql`update users set password_hash = 'another' where id = ${id}`],
    ['no password', id => sql`update users set password_hash = null where id = ${id}`],
    ['address', id => sql`update users set email = ${`${id}@example.com`} where id = ${id}`],
    ['disabled', id => sql`update users set disabled_at = now() where id = ${id}`],
    ['verified', id => sql`update factors set status = 'verified', session_id = null where user_id = ${id}`],
    ['key', id => sql`update factors set secret = 'x' where user_id = ${id} and status = 'verified'`],
    ['deleted', id => sql`delete from factors where user_id = ${id} and status = 'verified'`],
    [
      'added',
      id => sql`insert into factors (user_id, factor_type, phone, status) values (${id}, 'phone', '+1', 'verified')`,
    ],
  ]
  const { first: bystander } = await memberWithAllAccess('Bob')
  for (const [name, change] of changes) {
    const { first, member, other } = await memberWithAllAccess('Ada')
    await server.owner.run(change(first.user_id))
    expect([name, await accessTo(first)]).toEqual([name, none])
    expect([await status(member.cookies), await status(other.cookies)]).toEqual([401, 401])
  }
  expect(Object.values(await accessTo(bystander))).not.toContain(0)
})

test('other changes revoke no access', async () => {
  const { first } = await memberWithAllAccess('Ada')
  const before = await accessTo(first)
  await server.owner.run(sql`update users set username = 'Ada L.', email = email where id = ${first.user_id}`)
  await server.owner.run(sql`update factors set last_step = last_step + 1 where user_id = ${first.user_id}`)
  await server.owner.run(sql`delete from factors where user_id = ${first.user_id} and status = 'unverified'`)
  expect(await accessTo(first)).toEqual({ ...before, enrolments: 0 })
})

test('app.keep_session keeps only the named session and its device, and only if it is of the same account', async () => {
  const { first } = await memberWithAllAccess('Ada')
  const bob = await server.member('Bob')
  const sessionOf = async (who: Member) =>
    (await server.owner.rows<{ id: string }>(sql`select id from sessions where user_id = ${who.user_id}`))[0]?.id ?? ''
  const change = (keep: string) => sql`
    update users set email = 'x' || email from (select set_config('app.keep_session', ${keep}, true)) kept where id = ${first.user_id}`
  await server.owner.run(change(await sessionOf(first)))
  expect(await accessTo(first)).toEqual({ ...none, sessions: 1, known: 1 })
  await server.owner.run(change(await sessionOf(bob)))
  expect(await accessTo(first)).toEqual(none)
})

test('removing the last verified factor deletes the recovery codes', async () => {
  const { first } = await protectedMember('Ada')
  await server.owner.run(sql`delete from factors where user_id = ${first.user_id}`)
  expect(await server.owner.rows(sql`select 1 from recovery_codes where user_id = ${first.user_id}`)).toEqual([])
})

test('confirming a new address revokes reset links and all sessions except the confirming one', async () => {
  const ada = await server.member('Ada')
  const elsewhere = await signIn(ada)
  const link = await resetLinkFor(ada.email)
  await ada.asks('POST', '/api/account/email', { email: `new.${ada.email}` })
  const token = await tokenFor(`new.${ada.email}`)
  expect(await ada.tries('POST', '/api/account/email/confirm', { token })).toBe(200)
  expect([await status(ada.cookies), await status(elsewhere.cookies)]).toEqual([200, 401])
  expect(await accessTo(ada)).toMatchObject({ sessions: 1, known: 1 })
  expect(await reset(link)).toMatchObject({ status: 400, json: { error: EXPIRED } })
})

test('confirming a new address without a session of the account ends every session', async () => {
  const ada = await server.member('Ada')
  const bob = await server.member('Bob')
  await ada.asks('POST', '/api/account/email', { email: `new.${ada.email}` })
  const token = await tokenFor(`new.${ada.email}`)
  expect(await bob.tries('POST', '/api/account/email/confirm', { token })).toBe(200)
  expect([await status(ada.cookies), await status(bob.cookies)]).toEqual([401, 200])
})

test('adding a factor revokes reset links, email-change links and known devices', async () => {
  const ada = await server.member('Ada')
  const elsewhere = await signIn(ada)
  const link = await resetLinkFor(ada.email)
  await ada.asks('POST', '/api/account/email', { email: `new.${ada.email}` })
  const change = await tokenFor(`new.${ada.email}`)
  const factor = await enrol(ada)
  const answer = await verify(ada, factor, await challenge(ada, factor), codeOf(factor.totp.secret))
  expect([await status(answer.cookies), await status(elsewhere.cookies)]).toEqual([200, 401])
  expect(await accessTo(ada)).toEqual({ ...none, sessions: 1, known: 1 })
  expect((await reset(link)).json).toMatchObject({ error: EXPIRED })
  expect((await server.visitor.asks('POST', '/api/account/email/confirm', { token: change })).json).toMatchObject({
    error: EXPIRED,
  })
})

test('removing a factor does the same, and keeps the session that removed it', async () => {
  const { first, factor, member } = await memberWithAllAccess('Ada')
  expect((await member.asks('DELETE', `/api/auth/factors/${factor.id}`)).status).toBe(204)
  expect(await status(member.cookies)).toBe(200)
  expect(await accessTo(first)).toEqual({ ...none, sessions: 1, known: 1 })
})

test('a new password removes known devices, so that the back-off applies to them', async () => {
  const ada = await server.member('Ada')
  const thief = await signIn(ada)
  const answer = await ada.asks('PUT', '/api/account/password', { password: NEW })
  await server.owner.run(
    sql`insert into sign_in_failures (email, failures) values (${ada.email}, 15) on conflict (email) do update set failures = 15`,
  )
  const tries = async (cookie: string) =>
    (await server.visitor.asks('POST', '/api/auth/sign-in', { email: ada.email, password: NEW }, { cookie })).status
  expect(await tries(thief.cookies)).toBe(429)
  expect(await tries(answer.cookies)).toBe(200)
})

/** Sends a request while a change to the account is uncommitted, and commits the change once the request waits for its lock. */
async function during(change: string, { user_id }: Member, request: () => Promise<{ status: number }>) {
  const held = await holdAccount(server, user_id, change)
  const answer = request()
  await held.waiting(1)
  await held.letGo()
  return (await answer).status
}

test('race: a sign-in concurrent with a password change is refused', async () => {
  const ada = await server.member('Ada')
  const change = `update users set password_hash = 'another' where id = $1`
  expect(await during(change, ada, () => signIn(ada))).toBe(401)
  expect(await accessTo(ada)).toEqual(none)
})

test('race: a second step concurrent with an account change gives no session', async () => {
  const { first, codes } = await protectedMember('Ada')
  const passwordOnly = as(first, (await signIn(first)).cookies)
  const change = `update users set email = 'x' || email where id = $1`
  expect(await during(change, first, () => passwordOnly.asks('POST', '/api/auth/recovery', { code: codes[0] }))).toBe(
    401,
  )
  expect(await accessTo(first)).toEqual(none)
})

test('signing out everywhere also removes known devices', async () => {
  const { first, member } = await memberWithAllAccess('Ada')
  expect((await member.asks('POST', '/api/auth/sign-out-everywhere')).status).toBe(204)
  expect(await accessTo(first)).toEqual(none)
})

test('an account with a verified factor can be deleted', async () => {
  const { first, member } = await memberWithAllAccess('Ada')
  const leaving = { password: PASSWORD, content: 'remove' }
  expect((await member.asks('POST', '/api/account/delete', leaving)).status).toBe(204)
  expect(await server.owner.rows(sql`select 1 from users where id = ${first.user_id}`)).toEqual([])
})
