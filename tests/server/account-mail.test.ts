import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { commands } from '../../features/operator/commands.ts'
import { clean } from '../../server/jobs/cleaning.ts'
import { codeOf, secondFactor } from '../second-factor.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl'), env: { PUBLIC_URL: 'http://community.example' } })
})
afterAll(() => server.close())

const NEW = 'a brand new passphrase'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
type Mail = { subject: string; body: string }
const mailsTo = (email: string, at = server) =>
  at.owner.rows<Mail>(sql`select subject, body from outbox where recipient = ${email} order by id`)
const subjectsTo = async (email: string, at = server) => (await mailsTo(email, at)).map(mail => mail.subject)
const lastTo = async (email: string) => (await mailsTo(email)).at(-1)
const tokenFor = async (email: string) => /#([\w-]{43})/.exec((await lastTo(email))?.body ?? '')?.[1] ?? ''
const { as, enrol, challenge, verify, signIn, protectedMember } = secondFactor(() => server)

test('a new password sends a mail with time, browser, IP address and what to do', async () => {
  const ada = await server.member('Ada')
  await ada.asks('PUT', '/api/account/password', { password: NEW }, { 'user-agent': FIREFOX })
  const [mail, ...others] = await mailsTo(ada.email)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('The Community: your password was changed')
  expect(mail?.body).toMatch(/^When: \w+ \d+, \d{4} at \d+:\d\d.[AP]M \(America\/Chicago\)$/m)
  expect(mail?.body).toContain('From: Firefox on Linux, IP address 127.0.0.1')
  expect(mail?.body).toContain('http://community.example/forgot-password')
  expect(mail?.body).not.toContain('#')
})

test('the raw User-Agent is not part of the mail', async () => {
  const ada = await server.member('Ada')
  await ada.asks('PUT', '/api/account/password', { password: NEW }, { 'user-agent': 'Go to http://evil.example now' })
  expect((await lastTo(ada.email))?.body).not.toContain('evil')
})

test('a password reset sends a mail', async () => {
  const ada = await server.member('Ada')
  const reset = async () => {
    await server.visitor.asks('POST', '/api/auth/forgot-password', { email: ada.email })
    const body = { token: await tokenFor(ada.email), password: NEW }
    expect(await server.visitor.tries('POST', '/api/auth/reset-password', body)).toBe(204)
    return lastTo(ada.email)
  }
  expect((await reset())?.body).toContain(
    'second factors, recovery codes, sessions and remembered devices were removed',
  )
  const second = await reset()
  expect(second?.subject).toBe('The Community: your password was changed')
  expect(second?.body).not.toContain('were removed')
})

test('adding, using, renewing and removing factors and recovery codes each sends a mail', async () => {
  const { first, factor, codes, member } = await protectedMember('Ada')
  const subjects = async () => (await subjectsTo(first.email)).map(subject => subject.replace('The Community: ', ''))
  expect(await subjects()).toEqual(['a second factor was added to your account'])
  const withPasswordOnly = as(first, (await signIn(first)).cookies)
  await withPasswordOnly.asks('POST', '/api/auth/recovery', { code: codes[0] })
  await member.asks('POST', '/api/auth/prove', { password: PASSWORD, code: codes[1] })
  await member.asks('POST', '/api/auth/recovery-codes')
  await member.asks('DELETE', `/api/auth/factors/${factor.id}`)
  expect((await subjects()).slice(1)).toEqual([
    'somebody signed in to your account on a new device',
    'one of your recovery codes was used',
    'one of your recovery codes was used',
    'you have new recovery codes, and the old ones no longer work',
    'a second factor was removed from your account',
  ])
})

test('wrong codes, a verified sign-in and a cancelled enrolment send no mail', async () => {
  const { first, factor, secret, member } = await protectedMember('Ada')
  const withPasswordOnly = as(first, (await signIn(first)).cookies)
  const before = await subjectsTo(first.email)
  await withPasswordOnly.asks('POST', '/api/auth/recovery', { code: 'guess-guess' })
  await verify(withPasswordOnly, factor, await challenge(withPasswordOnly, factor), codeOf(secret))
  const unverified = await enrol(member)
  expect((await member.asks('DELETE', `/api/auth/factors/${unverified.id}`)).status).toBe(204)
  expect(await subjectsTo(first.email)).toEqual(before)
})

test('a changed address sends a mail to both addresses', async () => {
  const ada = await server.member('Ada')
  await ada.asks('POST', '/api/account/email', { email: 'ada.moved@example.com' })
  const token = await tokenFor('ada.moved@example.com')
  await server.visitor.asks('POST', '/api/account/email/confirm', { token })
  expect(await subjectsTo(ada.email)).toEqual([
    'The Community: your account now uses the address ada.moved@example.com',
  ])
  expect((await subjectsTo('ada.moved@example.com')).at(-1)).toBe(
    'The Community: the email address of your account was changed to this one',
  )
})

test('removing a second factor by the operator sends a mail', async () => {
  const { first } = await protectedMember('Ada')
  await commands['remove-second-factor']?.run(server.owner, first.email)
  expect((await subjectsTo(first.email)).at(-1)).toBe(
    'The Community: the operator removed the second factor from your account',
  )
})

test('with EMAIL_CONFIRMATION on, an unconfirmed address gets only confirmation and reset mails', async () => {
  const on = await startTestServer({ adminUrl: inject('adminUrl'), env: { EMAIL_CONFIRMATION: 'on' } })
  const changes = async (who: Member, email: string) => {
    await who.asks('POST', '/api/account/email', { email })
    const [mail] = await mailsTo(email, on)
    const token = /#([\w-]{43})/.exec(mail?.body ?? '')?.[1]
    expect(await on.visitor.tries('POST', '/api/account/email/confirm', { token })).toBe(200)
  }
  const [ada, bob] = [await on.member('Ada'), await on.member('Bob')]
  await on.owner.run(sql`update users set email_confirmed_at = now() where id = ${bob.user_id}`)
  await changes(ada, 'ada.on@example.com')
  await changes(bob, 'bob.on@example.com')
  expect(await subjectsTo(ada.email, on)).toEqual(['Confirm your email address for The Community'])
  expect(await subjectsTo(bob.email, on)).toEqual([
    'Confirm your email address for The Community',
    'The Community: your account now uses the address bob.on@example.com',
  ])
  const eve = await on.member('Eve')
  expect(await eve.tries('PUT', '/api/account/password', { password: NEW })).toBe(200)
  expect(await subjectsTo(eve.email, on)).toEqual(['Confirm your email address for The Community'])
  await on.close()
})

test('an unsent mail is removed after 30 days', async () => {
  await server.owner.run(sql`
    insert into outbox (recipient, subject, body, created_at) values
      ('old@example.com', 'Old', 'Text', now() - interval '31 days'), ('young@example.com', 'Young', 'Text', now() - interval '29 days')`)
  await clean(server.db, { auditDays: 400 }, error => {
    throw error
  })
  expect([await subjectsTo('old@example.com'), await subjectsTo('young@example.com')]).toEqual([[], ['Young']])
})
