import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { holdAccount, waitForLocks } from '../../tests/held-account.ts'
import { codeOf, secondFactor } from '../../tests/second-factor.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { ANSWER_AFTER_MS } from './password-reset.server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl'), env: { PUBLIC_URL: 'http://community.example' } })
})
afterAll(() => server.close())

const { as, challenge, verify, signIn, protectedMember } = secondFactor(() => server)
const NEW = 'a brand new passphrase'
const ask = (email: string) => server.visitor.asks('POST', '/api/auth/forgot-password', { email })
const reset = (token: string, password = NEW) =>
  server.visitor.asks('POST', '/api/auth/reset-password', { token, password })
const mails = (email: string) =>
  server.owner.rows<{ body: string }>(sql`select body from outbox where recipient = ${email} order by id`)

async function requestToken(email: string): Promise<string> {
  await ask(email)
  const body = (await mails(email)).at(-1)?.body ?? ''
  return /http:\/\/community\.example\/reset-password#([\w-]{43})/.exec(body)?.[1] ?? ''
}

test("the mail's link sets a new password once, and ends every session", async () => {
  const ada = await server.member('Ada')
  const token = await requestToken(ada.email)
  expect((await reset(token)).status).toBe(204)
  expect(await ada.tries('GET', '/api/profile')).toBe(401)
  const signIn = (password: string) => server.visitor.tries('POST', '/api/auth/sign-in', { email: ada.email, password })
  expect([await signIn(PASSWORD), await signIn(NEW)]).toEqual([401, 200])
  expect(await reset(token, 'yet another passphrase')).toMatchObject({
    status: 400,
    json: { error: 'This link has expired or was used already. Please ask for a new one.' },
  })
})

test('an unknown address gets the same answer and no mail', async () => {
  const ada = await server.member('Ada')
  const [known, unknown] = [await ask(ada.email), await ask('nobody@example.com')]
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
  expect(await mails('nobody@example.com')).toEqual([])
})

test('the reply time is the same for known and unknown addresses', async () => {
  const ada = await server.member('Ada')
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const waits = () => timers.mock.calls.filter(([, wait]) => wait === ANSWER_AFTER_MS).length
  for (const [index, email] of [ada.email, 'nobody@example.com'].entries()) {
    await ask(email)
    expect(waits()).toBe(index + 1)
  }
  timers.mockRestore()
})

test('a link is valid for 30 minutes, and using one invalidates the others', async () => {
  const ada = await server.member('Ada')
  const [first, second] = [await requestToken(ada.email), await requestToken(ada.email)]
  expect((await reset(second)).status).toBe(204)
  expect((await reset(first)).status).toBe(400)
  const late = await requestToken(ada.email)
  // Half an hour passes.
  await server.owner.run(sql`update signed_links set expires_at = expires_at - interval '30 minutes'`)
  expect((await reset(late)).status).toBe(400)
})

test('of a hundred concurrent uses of one link, exactly one succeeds', async () => {
  const ada = await server.member('Ada')
  const token = await requestToken(ada.email)
  const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => reset(token, `passphrase number ${i}`)))
  expect(answers.filter(answer => answer.status === 204)).toHaveLength(1)
})

test('a common password is refused, and the link stays valid', async () => {
  const ada = await server.member('Ada')
  const token = await requestToken(ada.email)
  expect((await reset(token, 'password')).status).toBe(400)
  expect((await reset(token)).status).toBe(204)
})

/** Everything except the password that gives access to an account. */
const accessOf = async ({ user_id }: Member) =>
  server.owner.one(sql`select
    (select count(*)::int from factors where user_id = ${user_id}) as factors,
    (select count(*)::int from recovery_codes where user_id = ${user_id}) as codes,
    (select count(*)::int from sessions where user_id = ${user_id}) as sessions,
    (select count(*)::int from known_devices where user_id = ${user_id}) as known_devices,
    (select count(*)::int from remembered_devices where user_id = ${user_id}) as remembered_devices`)

test('a reset by the mailbox owner ends all access of a stranger who registered the address with a second factor', async () => {
  const { first: squatter, factor, secret } = await protectedMember('Squatter')
  const passwordOnly = as(squatter, (await signIn(squatter)).cookies)
  await verify(passwordOnly, factor, await challenge(passwordOnly, factor), codeOf(secret), { remember_device: true })
  expect(await accessOf(squatter)).toMatchObject({ factors: 1, codes: 10, remembered_devices: 1 })
  expect(await reset(await requestToken(squatter.email))).toMatchObject({
    status: 200,
    json: { two_factor_removed: true },
  })
  expect(await accessOf(squatter)).toEqual({
    factors: 0,
    codes: 0,
    sessions: 0,
    // The browser of the reset.
    known_devices: 1,
    remembered_devices: 0,
  })
  const owner = await server.visitor.asks('POST', '/api/auth/sign-in', { email: squatter.email, password: NEW })
  expect(owner.json).toMatchObject({ user: { factors: [] } })
  expect((await server.visitor.asks('GET', '/api/profile', undefined, { cookie: owner.cookies })).status).toBe(200)
})

test('wrong guesses of others do not keep the owner from signing in, in the browser that set the new password', async () => {
  const ada = await server.member('Ada')
  const { cookies } = await reset(await requestToken(ada.email))
  const guess = { email: ada.email, password: 'a guess of a stranger' }
  for (let i = 0; i < 6; i++) await server.visitor.asks('POST', '/api/auth/sign-in', guess)
  const signIn = (cookie = '') =>
    server.visitor.asks('POST', '/api/auth/sign-in', { email: ada.email, password: NEW }, { cookie })
  expect((await signIn()).status).toBe(429)
  expect((await signIn(cookies)).status).toBe(200)
})

test('two_factor_removed is sent only with a valid link, and only if a factor was removed', async () => {
  const { first: ada } = await protectedMember('Ada')
  expect(await reset('guessed')).toMatchObject({
    status: 400,
    json: { error: 'This link has expired or was used already. Please ask for a new one.' },
  })
  const token = await requestToken(ada.email)
  expect((await reset(token)).json).toEqual({ two_factor_removed: true })
  expect((await reset(token)).json).not.toHaveProperty('two_factor_removed')

  // An unverified factor does not count.
  const bob = await server.member('Bob')
  await bob.asks('POST', '/api/auth/factors', { factor_type: 'totp', friendly_name: 'Phone' })
  expect(await reset(await requestToken(bob.email))).toMatchObject({ status: 204, text: '' })
})

test('a reset confirms the address, and from then on a reset does not get past a second factor', async () => {
  const { first: ada } = await protectedMember('Ada')
  await server.owner.run(sql`update users set email_confirmed_at = now() where id = ${ada.user_id}`)
  expect((await reset(await requestToken(ada.email))).status).toBe(204)
  expect(await accessOf(ada)).toMatchObject({ factors: 1, codes: 10, sessions: 0, remembered_devices: 0 })
  const passwordOnly = await server.visitor.asks('POST', '/api/auth/sign-in', { email: ada.email, password: NEW })
  expect((await server.visitor.asks('GET', '/api/profile', undefined, { cookie: passwordOnly.cookies })).status).toBe(
    403,
  )

  const bob = await server.member('Bob')
  await reset(await requestToken(bob.email))
  const confirmed = sql`select email_confirmed_at is not null as yes from users where id = ${bob.user_id}`
  expect(await server.owner.one(confirmed)).toEqual({ yes: true })
})

test('an account gets at most five reset mails an hour, and the reply does not reveal the limit', async () => {
  const strict = await startTestServer({ adminUrl: inject('adminUrl'), env: { LIMIT_ACCOUNT_MAILS_PER_HOUR: '5' } })
  const [ada, bob] = [await strict.member('Ada'), await strict.member('Bob')]
  const askFor = async (email: string) => {
    const answer = await strict.visitor.asks('POST', '/api/auth/forgot-password', { email })
    return [answer.status, answer.text]
  }
  const count = async (email: string) =>
    (await strict.owner.rows(sql`select 1 from outbox where recipient = ${email}`)).length
  const answers = []
  for (let i = 0; i < 7; i++) answers.push(await askFor(ada.email))
  expect(answers).toEqual(Array.from({ length: 7 }, () => [204, '']))
  expect(await askFor('nobody@example.com')).toEqual([204, ''])
  expect(await count(ada.email)).toBe(5)
  // The limit applies per account and per hour.
  await askFor(bob.email)
  expect(await count(bob.email)).toBe(1)
  await strict.owner.run(sql`update throttles set since = since - interval '1 hour'`)
  await askFor(ada.email)
  expect(await count(ada.email)).toBe(6)
  await strict.close()
})

test('a new password made from the name or address of the account is refused, and the link stays valid', async () => {
  const ada = await server.member('Ada Lovelace', { email: 'countess@example.com' })
  await server.owner.run(sql`update profiles set full_name = 'Ada Byron' where id = ${ada.profile_id}`)
  const token = await requestToken(ada.email)
  for (const password of ['L0velace1815', 'byron-byron', 'Countess!!', 'community2024'])
    expect(await reset(token, password), password).toMatchObject({
      status: 400,
      json: { fields: { password: expect.stringContaining('it is made from your name, your email address') } },
    })
  expect((await reset(token)).status).toBe(204)
  // Without a valid link the reply reveals nothing about an account.
  expect(await reset('x'.repeat(43), 'L0velace1815')).toMatchObject({
    json: { error: 'This link has expired or was used already. Please ask for a new one.' },
  })
})

test('race: a sign-in or password change concurrent with a reset is refused', async () => {
  const patient = await startTestServer({ adminUrl: inject('adminUrl') })
  waitForLocks(patient)
  const squatter = await patient.member('Squatter')
  const { email, user_id } = squatter
  await patient.visitor.asks('POST', '/api/auth/forgot-password', { email })
  const { body } = await patient.owner.one<{ body: string }>(sql`select body from outbox where recipient = ${email}`)
  const token = /#([\w-]{43})/.exec(body)?.[1]
  const signIn = (password: string) => patient.visitor.tries('POST', '/api/auth/sign-in', { email, password })
  const held = await holdAccount(patient, user_id)
  const resetting = patient.visitor.tries('POST', '/api/auth/reset-password', { token, password: NEW })
  await held.waiting(1)
  // Both have passed their checks and wait for the account's row lock after the reset.
  const signing = signIn(PASSWORD)
  await held.waiting(2)
  const changing = squatter.tries('PUT', '/api/account/password', { password: 'the password of a stranger' })
  await held.waiting(3)
  await held.letGo()
  expect([await resetting, await signing, await changing]).toEqual([204, 401, 401])
  expect(await patient.owner.maybe(sql`select 1 from sessions where user_id = ${user_id}`)).toBeNull()
  expect([await signIn('the password of a stranger'), await signIn(NEW)]).toEqual([401, 200])
  await patient.close()
}, 200_000)
