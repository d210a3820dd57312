import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Identity } from '../../contract/identity.ts'
import { sql } from '../../database/connection/sql.ts'
import { handlers } from '../../server/slices.ts'
import { secondFactor } from '../../tests/second-factor.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'

const env = { EMAIL_CONFIRMATION: 'on', PUBLIC_URL: 'http://community.example', LIMIT_ACCOUNT_MAILS_PER_HOUR: '5' }
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl'), env })
})
afterAll(() => server.close())

const NEW = 'a brand new passphrase'
type Mail = { subject: string; body: string }
const mailsTo = (email: string, at = server) =>
  at.owner.rows<Mail>(sql`select subject, body from outbox where recipient = ${email} order by id`)
const tokenIn = (mail: Mail | undefined, page = 'confirm-address') =>
  new RegExp(`http://community\\.example/${page}#([\\w-]{43})`).exec(mail?.body ?? '')?.[1] ?? ''
const tokenFor = async (email: string) => tokenIn((await mailsTo(email)).at(-1))
const confirm = (who: Pick<Member, 'asks'>, token: string) => who.asks('POST', '/api/auth/confirm-address', { token })
const isConfirmed = async (who: Pick<Member, 'reads'>) =>
  (await who.reads<Identity>('/api/auth/session')).user?.email_confirmed
const signIn = (email: string, password = PASSWORD) =>
  server.visitor.asks('POST', '/api/auth/sign-in', { email, password })
const register = (email: string, at = server) =>
  at.visitor.asks('POST', '/api/auth/sign-up', {
    email,
    password: 'the password of a stranger',
    options: { data: { username: 'Mallory' } },
  })
const eightDaysPass = (who: Member) =>
  server.owner.run(sql`
    update users set confirmation_asked_at = confirmation_asked_at - interval '8 days' where id = ${who.user_id}`)

test('registering signs in and sends one link, which confirms the address and works once', async () => {
  const ada = await server.member('Ada')
  expect(await ada.reads('/api/auth/session')).toMatchObject({
    user: { email_confirmed: false, confirmation_asked: true },
  })
  const mails = await mailsTo(ada.email)
  expect(mails).toHaveLength(1)
  const token = tokenIn(mails[0])
  expect(await confirm(ada, token)).toMatchObject({ status: 200, json: { user: { email_confirmed: true } } })
  expect(await isConfirmed(ada)).toBe(true)
  expect(await confirm(ada, token)).toMatchObject({
    status: 400,
    json: { error: 'This link was used already. Your email address is confirmed.' },
  })
  const stored = sql`select 1 from signed_links where encode(token_hash, 'escape') like ${`%${token}%`}`
  expect(await server.owner.maybe(stored)).toBeNull()
})

test('the link works only in a session of its own account: a stranger’s account is not confirmed by the owner of the mailbox', async () => {
  const [mallory, bob] = [await server.member('Mallory'), await server.member('Bob')]
  const token = await tokenFor(mallory.email)
  expect((await confirm(server.visitor, token)).status).toBe(401)
  expect(await confirm(bob, token)).toMatchObject({
    status: 400,
    json: { error: 'This link is not complete, or belongs to another account.' },
  })
  expect(await isConfirmed(mallory)).toBe(false)
  expect((await confirm(bob, 'invented')).status).toBe(400)
})

test('a link is good for 7 days, and a newer one makes it worthless', async () => {
  const ada = await server.member('Ada')
  const first = await tokenFor(ada.email)
  expect(await ada.tries('POST', '/api/auth/confirmation-mail')).toBe(204)
  const second = await tokenFor(ada.email)
  expect(await confirm(ada, first)).toMatchObject({
    status: 400,
    json: { error: 'We sent you a newer link. Please use that one.' },
  })
  const age = (days: number) =>
    server.owner.run(sql`
      update signed_links set expires_at = expires_at - make_interval(days => ${days})
      where user_id = ${ada.user_id} and purpose = 'confirm-address'`)
  await age(7)
  expect(await confirm(ada, second)).toMatchObject({
    status: 400,
    json: { error: 'This link has expired. Please ask for a new one.' },
  })
  await age(-1)
  expect((await confirm(ada, second)).status).toBe(200)
})

test('of ten concurrent uses of one link, one succeeds', async () => {
  const ada = await server.member('Ada')
  const token = await tokenFor(ada.email)
  const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(ada, token)))
  expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
})

test('at most five mails an hour, including the one at registration; none once the address is confirmed', async () => {
  const ada = await server.member('Ada')
  const send = () => ada.tries('POST', '/api/auth/confirmation-mail')
  const answers: number[] = []
  for (let i = 0; i < 6; i++) answers.push(await send())
  expect(answers).toEqual([204, 204, 204, 204, 429, 429])
  expect(await mailsTo(ada.email)).toHaveLength(5)
  await confirm(ada, await tokenFor(ada.email))
  expect(await send()).toBe(409)
})

test('after 7 days without confirmation, writing is refused and reading still works', async () => {
  const ada = await server.member('Ada')
  const post = () => ada.asks('POST', '/api/posts', { title: 'Hello', content: 'Is anybody here?' })
  expect((await post()).status).toBe(201)
  await eightDaysPass(ada)
  expect(await post()).toMatchObject({
    status: 403,
    json: { error: `Please confirm your email address first. We sent a link to ${ada.email}.` },
  })
  // A handler without the member's transaction (handleAsServer).
  expect(await ada.tries('PUT', '/api/account/password', { password: NEW })).toBe(403)
  expect(await ada.tries('GET', '/api/posts')).toBe(200)
  expect(await ada.tries('GET', '/api/account/export')).toBe(200)
  await confirm(ada, await tokenFor(ada.email))
  expect((await post()).status).toBe(201)
})

test('confirming, signing out and deleting the account work without confirmation', async () => {
  const unconfirmedMember = async () => {
    const ada = await server.member('Ada')
    await eightDaysPass(ada)
    return ada
  }
  const ada = await unconfirmedMember()
  expect(await ada.tries('POST', '/api/auth/prove', { password: PASSWORD })).toBe(200)
  expect(await ada.tries('POST', '/api/auth/confirmation-mail')).toBe(204)
  expect(await ada.tries('POST', '/api/account/email', { email: 'ada.elsewhere@example.com' })).toBe(204)
  expect(await ada.tries('POST', '/api/account/delete', { password: PASSWORD, content: 'remove' })).toBe(204)
  expect(await (await unconfirmedMember()).tries('POST', '/api/auth/sign-out')).toBe(204)
  expect(await (await unconfirmedMember()).tries('POST', '/api/auth/sign-out-everywhere')).toBe(204)
  const allowed = handlers.map(handler => handler.endpoint).filter(endpoint => endpoint.unconfirmed === 'allowed')
  expect(allowed.map(endpoint => `${endpoint.method} ${endpoint.path}`).sort()).toEqual([
    'DELETE /api/account/sessions/:id',
    'DELETE /api/push',
    'POST /api/account/delete',
    'POST /api/account/email',
    'POST /api/auth/confirm-address',
    'POST /api/auth/confirmation-mail',
    'POST /api/auth/prove',
    'POST /api/auth/sign-out-everywhere',
    'POST /api/notifications/read',
    'POST /api/visits',
    'POST /api/visits/complete',
    'POST /api/visits/welcome',
    'PUT /api/posts/:id/visit',
  ])
})

test('an older account gets one mail at its next sign-in, and has 7 days from then', async () => {
  const ada = await server.member('Ada')
  await server.owner.run(sql`update users set confirmation_asked_at = null where id = ${ada.user_id}`)
  await server.owner.run(sql`delete from outbox where recipient = ${ada.email}`)
  expect(await ada.reads('/api/auth/session')).toMatchObject({ user: { confirmation_asked: false } })
  expect((await signIn(ada.email)).json).toMatchObject({ user: { email_confirmed: false, confirmation_asked: true } })
  await signIn(ada.email)
  expect(await mailsTo(ada.email)).toHaveLength(1)
  expect(await ada.tries('POST', '/api/posts', { title: 'Hello', content: 'Is anybody here?' })).toBe(201)
})

test('changing the address with a session of the account confirms the new one and invalidates confirmation links to the old one', async () => {
  const ada = await server.member('Ada')
  const old = await tokenFor(ada.email)
  await ada.asks('POST', '/api/account/email', { email: 'ada.confirmed@example.com' })
  const token = tokenIn((await mailsTo('ada.confirmed@example.com')).at(-1), 'confirm-email')
  expect(await ada.tries('POST', '/api/account/email/confirm', { token })).toBe(200)
  expect((await signIn('ada.confirmed@example.com')).json).toMatchObject({ user: { email_confirmed: true } })
  expect((await confirm(ada, old)).status).not.toBe(200)
})

test('an address set by a stranger is not confirmed: a reset by its owner takes the account over and removes the factor', async () => {
  const { protectedMember, signIn: signInAs } = secondFactor(() => server)
  const { member: mallory, first } = await protectedMember('Mallory')
  await server.owner.run(sql`update users set email_confirmed_at = now() where id = ${first.user_id}`)
  await mallory.asks('POST', '/api/account/email', { email: 'victim@example.com' })
  const token = tokenIn((await mailsTo('victim@example.com')).at(-1), 'confirm-email')
  expect(await server.visitor.tries('POST', '/api/account/email/confirm', { token })).toBe(200)
  await server.visitor.asks('POST', '/api/auth/forgot-password', { email: 'victim@example.com' })
  const reset = tokenIn((await mailsTo('victim@example.com')).at(-1), 'reset-password')
  const password = 'chosen by the victim'
  expect(await server.visitor.tries('POST', '/api/auth/reset-password', { token: reset, password })).toBe(200)
  const signedIn = await server.visitor.asks('POST', '/api/auth/sign-in', { email: 'victim@example.com', password })
  expect((await server.visitor.asks('GET', '/api/profile', undefined, { cookie: signedIn.cookies })).status).toBe(200)
  expect((await signInAs({ ...first, email: 'victim@example.com' })).status).toBe(401)
})

test('the mail limit applies per address, even if accounts are deleted and created again', async () => {
  const strict = await startTestServer({
    adminUrl: inject('adminUrl'),
    env: { EMAIL_CONFIRMATION: 'on', LIMIT_ACCOUNT_MAILS_PER_HOUR: '3' },
  })
  const count = async () =>
    (await strict.owner.rows(sql`select 1 from outbox where recipient = 'stranger@example.com'`)).length
  for (const name of ['Ada', 'Bob', 'Eve'])
    for (let i = 0; i < 5; i++)
      await (await strict.member(name)).asks('POST', '/api/account/email', { email: 'stranger@example.com' })
  // Of fifteen accounts. Four times the limit: an account without a link gets one, so that others cannot keep the owner from it.
  expect(await count()).toBe(12)
  for (let i = 0; i < 5; i++) {
    const squatter = await strict.member('Squatter', { email: 'stranger@example.com' })
    await squatter.asks('POST', '/api/account/delete', { password: PASSWORD, content: 'remove' })
  }
  // Deleting an account deletes its mails from the outbox, so the throttle is counted instead.
  const written = sql`select count(*)::int as n from throttles where key like 'confirmation-mail:%' and hits >= 5`
  expect(await strict.owner.one(written)).toEqual({ n: 1 })
  // Without a mail, confirmation_asked stays false and the 7 days do not start.
  const last = await strict.member('Last', { email: 'stranger@example.com' })
  expect(await last.reads('/api/auth/session')).toMatchObject({ user: { confirmation_asked: false } })
  expect(await count()).toBeLessThanOrEqual(12)
  await strict.close()
})

test('registering with the address of an unconfirmed account: the mailbox owner takes it over, all other access ends', async () => {
  const { protectedMember, signIn: signInAs } = secondFactor(() => server)
  const { member: squatter, first } = await protectedMember('Squatter')
  expect(await register(first.email)).toMatchObject({
    status: 409,
    json: { error: 'An account with this email already exists.' },
  })
  const mail = (await mailsTo(first.email)).at(-1)
  expect(mail?.body).toContain('To take the account over, choose a password')
  expect(mail?.body).not.toContain('Mallory')
  const token = tokenIn(mail, 'reset-password')
  expect(await server.visitor.tries('POST', '/api/auth/reset-password', { token, password: NEW })).toBe(200)
  expect((await squatter.asks('GET', '/api/profile')).status).toBe(401)
  expect((await signInAs(first)).status).toBe(401)
  expect((await signIn(first.email, 'the password of a stranger')).status).toBe(401)
  expect((await signIn(first.email, NEW)).json).toMatchObject({
    user: { email_confirmed: true, factors: [] },
    session: { aal: 'aal1' },
  })
})

test('registering with a confirmed address gives the same reply, and mails its owner without a link, at most five times an hour', async () => {
  const ada = await server.member('Ada')
  await confirm(ada, await tokenFor(ada.email))
  for (let i = 0; i < 7; i++)
    expect(await register(ada.email)).toMatchObject({
      status: 409,
      json: { error: 'An account with this email already exists.' },
    })
  const notices = (await mailsTo(ada.email)).filter(mail => mail.body.includes('You already have an account'))
  expect(notices).toHaveLength(5)
  expect(notices.some(mail => mail.body.includes('#'))).toBe(false)
  // A password reset is still possible.
  await server.visitor.asks('POST', '/api/auth/forgot-password', { email: ada.email })
  expect(tokenIn((await mailsTo(ada.email)).at(-1), 'reset-password')).not.toBe('')
})

test('a change to the address of an unconfirmed account lets the mailbox owner take that account over', async () => {
  const [ada, squatter] = [await server.member('Ada'), await server.member('Squatter')]
  expect(await ada.tries('POST', '/api/account/email', { email: squatter.email })).toBe(204)
  const token = tokenIn((await mailsTo(squatter.email)).at(-1), 'reset-password')
  expect(await server.visitor.tries('POST', '/api/auth/reset-password', { token, password: NEW })).toBe(204)
  expect(await squatter.tries('GET', '/api/profile')).toBe(401)
})

test('without the setting no confirmation is required', async () => {
  const off = await startTestServer({ adminUrl: inject('adminUrl') })
  const ada = await off.member('Ada')
  expect(await ada.reads('/api/auth/session')).toMatchObject({ user: { email_confirmed: true } })
  await register(ada.email, off)
  expect(await mailsTo(ada.email, off)).toEqual([])
  await off.owner.run(sql`update users set confirmation_asked_at = now() - interval '8 days'`)
  expect(await ada.tries('POST', '/api/posts', { title: 'Hello', content: 'Is anybody here?' })).toBe(201)
  await off.close()
})
