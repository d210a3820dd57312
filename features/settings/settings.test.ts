import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'
import type { OpenSession } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())

const NEW = 'a brand new passphrase'
const signIn = (email: string, password = PASSWORD) =>
  server.visitor.asks('POST', '/api/auth/sign-in', { email, password })
const tokenFor = async (email: string) =>
  /#([\w-]{43})/.exec(
    (
      await server.owner.one<{ body: string }>(
        sql`select body from outbox where recipient = ${email} order by id desc limit 1`,
      )
    ).body,
  )?.[1]
const expireProof = (member: Member) =>
  server.owner.run(sql`update sessions set proved_at = now() - interval '11 minutes' where user_id = ${member.user_id}`)

test('a member lists their sessions and ends one', async () => {
  const ada = await server.member('Ada')
  const phone = await server.visitor.asks(
    'POST',
    '/api/auth/sign-in',
    { email: ada.email, password: PASSWORD },
    { 'user-agent': 'A phone' },
  )
  const sessions = await ada.reads<OpenSession[]>('/api/account/sessions')
  expect(sessions.map(session => [session.is_current, session.user_agent === 'A phone'])).toEqual([
    [true, false],
    [false, true],
  ])
  expect(await ada.tries('DELETE', `/api/account/sessions/${sessions[1]?.id}`)).toBe(204)
  expect((await server.visitor.asks('GET', '/api/profile', undefined, { cookie: phone.cookies })).status).toBe(401)
  expect(await ada.tries('GET', '/api/profile')).toBe(200)
})

test('a new password ends the other sessions and gives this one a new token', async () => {
  const ada = await server.member('Ada')
  const elsewhere = await signIn(ada.email)
  const answer = await ada.asks('PUT', '/api/account/password', { password: NEW })
  expect(answer.status).toBe(200)
  for (const cookie of [elsewhere.cookies, ada.cookies])
    expect((await server.visitor.asks('GET', '/api/profile', undefined, { cookie })).status).toBe(401)
  expect((await server.visitor.asks('GET', '/api/profile', undefined, { cookie: answer.cookies })).status).toBe(200)
  expect([(await signIn(ada.email)).status, (await signIn(ada.email, NEW)).status]).toEqual([401, 200])
})

test('changes require the password again after ten minutes', async () => {
  const ada = await server.member('Ada')
  await expireProof(ada)
  expect(await ada.tries('PUT', '/api/account/password', { password: NEW })).toBe(403)
  expect(await ada.tries('POST', '/api/account/email', { email: 'x@example.com' })).toBe(403)
  expect(await ada.tries('POST', '/api/auth/prove', { password: PASSWORD })).toBe(200)
  expect(await ada.tries('PUT', '/api/account/password', { password: 'password' })).toBe(400)
  expect(await ada.tries('PUT', '/api/account/password', { password: NEW })).toBe(200)
})

test('a new password made from the names or the address of the member is refused', async () => {
  const ada = await server.member('Ada Lovelace', { email: 'the.countess@example.com' })
  await server.owner.run(sql`update profiles set full_name = 'Ada Byron' where id = ${ada.profile_id}`)
  for (const password of ['Lovelace1815', 'Byr0nByr0n!', 'thecountess1', 'the community'])
    expect(await ada.asks('PUT', '/api/account/password', { password }), password).toMatchObject({
      status: 400,
      json: { fields: { password: expect.stringContaining('it is made from your name, your email address') } },
    })
  expect(await ada.tries('PUT', '/api/account/password', { password: 'byron wrote about the sea' })).toBe(200)
})

test('a new email is active after its link is confirmed once, and the old address gets a mail', async () => {
  const ada = await server.member('Ada')
  expect(await ada.tries('POST', '/api/account/email', { email: 'ada.new@example.com' })).toBe(204)
  expect((await signIn('ada.new@example.com')).status).toBe(401)
  const token = await tokenFor('ada.new@example.com')
  const confirm = () => server.visitor.asks('POST', '/api/account/email/confirm', { token })
  const answers = await Promise.all([confirm(), confirm(), confirm()])
  expect(answers.map(answer => answer.status).sort()).toEqual([200, 400, 400])
  expect([(await signIn('ada.new@example.com')).status, (await signIn(ada.email)).status]).toEqual([200, 401])
  expect(
    await server.owner.maybe(
      sql`select 1 as told from outbox where recipient = ${ada.email} and body like '%ada.new@example.com%'`,
    ),
  ).toEqual({ told: 1 })
})

test('a link to a new email expires', async () => {
  const ada = await server.member('Ada')
  await ada.asks('POST', '/api/account/email', { email: 'ada.late@example.com' })
  const token = await tokenFor('ada.late@example.com')
  await server.owner.run(
    sql`update signed_links set expires_at = now() - interval '1 second' where purpose = 'confirm-email' and user_id = ${ada.user_id}`,
  )
  expect(await server.visitor.tries('POST', '/api/account/email/confirm', { token })).toBe(400)
  expect((await signIn('ada.late@example.com')).status).toBe(401)
  const { left } = await server.owner.one<{ left: number }>(sql`
    select extract(epoch from expires_at - now())::int as left from signed_links where purpose = 'confirm-email' and user_id = ${(await requestEmailChange('ada.later@example.com')).user_id}`)
  expect(left).toBeLessThanOrEqual(24 * 3600)
})

async function requestEmailChange(email: string): Promise<Member> {
  const member = await server.member('Asks')
  await member.asks('POST', '/api/account/email', { email })
  return member
}

test('a taken address gives the same reply and changes nothing; of two changes to one address, one succeeds', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  expect(await ada.tries('POST', '/api/account/email', { email: bob.email.toUpperCase() })).toBe(204)
  expect(
    await server.owner.maybe(
      sql`select 1 from signed_links where purpose = 'confirm-email' and user_id = ${ada.user_id}`,
    ),
  ).toBeNull()
  await ada.asks('POST', '/api/account/email', { email: 'both@example.com' })
  const first = await tokenFor('both@example.com')
  await bob.asks('POST', '/api/account/email', { email: 'both@example.com' })
  const second = await tokenFor('both@example.com')
  const statuses = await Promise.all(
    [first, second].map(token => server.visitor.tries('POST', '/api/account/email/confirm', { token })),
  )
  expect(statuses.sort()).toEqual([200, 409])
})

test('strangers who ask for an address do not keep its owner from confirming it, and cannot flood the mailbox', async () => {
  const strict = await startTestServer({ adminUrl: inject('adminUrl'), env: { LIMIT_ACCOUNT_MAILS_PER_HOUR: '2' } })
  onTestFinished(() => strict.close())
  const email = 'bob@new.example'
  const asks = async (member: Member, address = email) =>
    expect(await member.tries('POST', '/api/account/email', { email: address })).toBe(204)
  const count = async () => (await strict.owner.rows(sql`select 1 from outbox where recipient = ${email}`)).length
  const stranger = await strict.member('Mal')
  for (let i = 0; i < 5; i++) await asks(stranger)
  expect(await count()).toBe(2)
  const bob = await strict.member('Bob')
  await asks(bob)
  expect(await count()).toBe(3)
  await asks(bob, email.toUpperCase())
  expect(await count()).toBe(3)
  for (let i = 0; i < 7; i++) await asks(await strict.member(`Stranger ${i}`))
  expect(await count()).toBe(8)
})

test('a password reset, a new password and signing out everywhere revoke a pending email change', async () => {
  const remedies: [string, (victim: Member) => Promise<unknown>][] = [
    ['everywhere', victim => victim.tries('POST', '/api/auth/sign-out-everywhere')],
    ['password', victim => victim.tries('PUT', '/api/account/password', { password: NEW })],
    [
      'reset',
      async victim => {
        await server.visitor.asks('POST', '/api/auth/forgot-password', { email: victim.email })
        await server.visitor.asks('POST', '/api/auth/reset-password', {
          token: await tokenFor(victim.email),
          password: NEW,
        })
      },
    ],
  ]
  for (const [name, remedy] of remedies) {
    const victim = await server.member('Victim')
    await victim.asks('POST', '/api/account/email', { email: `thief.${name}@example.com` })
    const link = await tokenFor(`thief.${name}@example.com`)
    await remedy(victim)
    expect([name, await server.visitor.tries('POST', '/api/account/email/confirm', { token: link })]).toEqual([
      name,
      400,
    ])
  }
})
