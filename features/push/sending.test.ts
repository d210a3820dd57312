import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { notifyFollowers } from '../../tests/notify-followers.ts'
import { type Browser, newBrowser, startPushService } from '../../tests/push-browser.ts'
import { sendPushes } from '../../tests/push-jobs.ts'
import { runJobs } from '../../tests/server/run-jobs.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createReply, createTopic, deleteReply, likeTopic } from '../forum/contract.ts'
import { createIntroductionRequest } from '../introductions/contract.ts'
import { addInvestor, postComment } from '../investors/contract.ts'
import { markRead, muteMember, updateNotificationSettings } from '../notifications/contract.ts'
import { getPush, turnOffPush, turnOnPush } from './contract.ts'

let service: Awaited<ReturnType<typeof startPushService>>
let server: TestServer
let ada: Member
let bob: Member
let browser: Browser
beforeAll(async () => {
  service = await startPushService()
  server = await startTestServer({ adminUrl: inject('adminUrl'), env: { PUSH_HOSTS: service.origin } })
})
afterAll(async () => {
  await server.close()
  service.close()
})
beforeEach(async () => {
  service.answer = () => 201
  ada = await server.member('Ada')
  bob = await server.member('Bob')
  browser = newBrowser(service.origin)
  await ada.does(turnOnPush, browser.subscription)
})

const idOf = ({ profile_id }: Member) => profile_id ?? 0
const texts = () => service.messagesTo(browser).map(({ body }) => body)
const topicOf = (member: Member) => member.does(createTopic, { title: 'Payroll', content: 'Who does it?' })
async function replies(to: Member, content = 'We use Gusto.', more = {}) {
  const { id } = await topicOf(to)
  const reply = await bob.does(createReply, { id, content, ...more })
  await notifyFollowers(server)
  return { id, reply }
}
const clock = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)

test('a reply to my topic reaches my browser, encrypted and signed, with nothing of its text', async () => {
  const { id, reply } = await replies(ada, 'We use Gusto.')
  expect(await sendPushes(server)).toEqual([])
  const [message, ...others] = service.messagesTo(browser)
  expect(others).toEqual([])
  expect(message).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    tag: expect.stringMatching(/^[0-9a-f-]{36}$/),
    title: server.config.communityName,
    body: 'Bob replied to your topic “Payroll”',
    url: `/forum/${id}?reply=${reply.id}`,
  })
  const { headers, body } = service.received.at(-1) as (typeof service.received)[number]
  expect(body.toString('latin1')).not.toContain('Payroll')
  expect(headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '86400',
    topic: message?.tag.replaceAll('-', ''),
  })

  const [, token = '', key] = /^vapid t=(.+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  expect(key).toBe((await ada.does(getPush, {})).public_key)
  const [head, claims, signature] = token.split('.')
  const point = Buffer.from(key ?? '', 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(half => half.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature ?? '', 'base64url'))).toBe(
    true,
  )
  expect(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())).toMatchObject({
    aud: service.origin,
    sub: 'mailto:community@localhost',
  })
})

test('all my browsers get it, and nobody else’s', async () => {
  const answer = await server.visitor.asks('POST', '/api/auth/sign-in', { email: ada.email, password: PASSWORD })
  const phone = newBrowser(service.origin)
  await (await server.known(answer.cookies, ada.email)).does(turnOnPush, phone.subscription)
  const ofBob = newBrowser(service.origin)
  await bob.does(turnOnPush, ofBob.subscription)
  await replies(ada)
  await sendPushes(server)
  // This browser was also told of the sign-in on the phone.
  expect(texts().filter(text => text.startsWith('Bob'))).toEqual(['Bob replied to your topic “Payroll”'])
  expect(service.messagesTo(phone).map(({ body }) => body)).toEqual(['Bob replied to your topic “Payroll”'])
  expect(service.messagesTo(ofBob)).toEqual([])
})

test('an anonymous act names nobody, and a private comment is not told', async () => {
  const secret = await server.member('Sigrid Hemlig')
  const { id } = await topicOf(ada)
  await secret.does(createReply, { id, content: 'Between us', is_anonymous: true })
  const investor = await ada.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  await secret.does(postComment, { id: investor.id, content: 'My private note', is_private: true })
  await sendPushes(server)
  expect(texts()).toEqual(['Somebody replied anonymously to your topic “Payroll”'])
  const bytes = JSON.stringify(service.messagesTo(browser))
  for (const leak of ['Sigrid', 'Hemlig', secret.user_id, secret.email, 'Between us', 'My private note'])
    expect(bytes).not.toContain(leak)
})

test('acts of one thread have one tag, so that the browser replaces the message', async () => {
  const { id } = await replies(ada)
  await sendPushes(server)
  const cleo = await server.member('Cleo')
  await cleo.does(createReply, { id, content: 'We use Rippling.' })
  await sendPushes(server)
  expect(texts()).toEqual(['Bob replied to your topic “Payroll”', 'Cleo and Bob replied to your topic “Payroll”'])
  expect(new Set(service.messagesTo(browser).map(({ tag }) => tag)).size).toBe(1)
})

const withdrawn: [string, (topic: Awaited<ReturnType<typeof replies>>) => Promise<unknown>][] = [
  ['read by now', () => ada.does(markRead, {})],
  ['deleted by now', ({ reply }) => bob.does(deleteReply, { id: reply.id })],
  ['of a member who is muted by now', () => ada.does(muteMember, { id: idOf(bob) })],
  [
    'of a kind that I want in the app only',
    () => ada.does(updateNotificationSettings, { ways: { my_topic_reply: 'app' } }),
  ],
  ['for a browser that was turned off', () => ada.does(turnOffPush, {})],
  ['for a browser that was signed out', () => ada.asks('POST', '/api/auth/sign-out')],
  [
    'for a session that has run out',
    () => server.owner.run(sql`update sessions set expires_at = now() where user_id = ${ada.user_id}`),
  ],
  [
    'for a session without its second factor',
    () =>
      server.owner.run(sql`
    insert into factors (user_id, friendly_name, factor_type, status, secret) values (${ada.user_id}, 'Phone', 'totp', 'verified', '\\x00')`),
  ],
  [
    'for a disabled account',
    () => server.owner.run(sql`update users set disabled_at = now() where id = ${ada.user_id}`),
  ],
  [
    'a day old',
    () =>
      server.owner.run(
        sql`update notifications set latest_at = now() - interval '25 hours' where user_id = ${ada.user_id}`,
      ),
  ],
]
test.each(withdrawn)('not sent: %s', async (_, act) => {
  const made = await replies(ada)
  await act(made)
  expect(await sendPushes(server)).toEqual([])
  expect(service.messagesTo(browser)).toEqual([])
})

test('kinds are chosen as in the notification settings: likes are in the app only unless I choose otherwise', async () => {
  const { id } = await topicOf(ada)
  await bob.does(likeTopic, { id })
  await sendPushes(server)
  expect(texts()).toEqual([])
  await ada.does(updateNotificationSettings, { ways: { topic_like: 'digest' } })
  const cleo = await server.member('Cleo')
  await cleo.does(likeTopic, { id })
  await sendPushes(server)
  expect(texts()).toEqual(['Cleo and Bob liked your topic “Payroll”'])
})

test('in quiet hours nothing is sent; at their end what is still unread', async () => {
  await ada.does(updateNotificationSettings, { time_zone: 'Etc/UTC', quiet_from: clock(-60), quiet_until: clock(60) })
  await replies(ada)
  await sendPushes(server)
  expect(texts()).toEqual([])
  const waiting = await server.owner.rows<{ minutes: number }>(sql`
    select extract(epoch from start_after - now())::integer / 60 as minutes from jobs.job where name = 'push'`)
  expect(waiting).toHaveLength(1)
  expect(waiting[0]?.minutes).toBeGreaterThan(55)
  expect(waiting[0]?.minutes).toBeLessThanOrEqual(60)
  // The hours have passed.
  await ada.does(updateNotificationSettings, { quiet_from: clock(-60), quiet_until: clock(-30) })
  await server.owner.run(sql`update jobs.job_common set start_after = now() where name = 'push'`)
  await sendPushes(server)
  expect(texts()).toEqual(['Bob replied to your topic “Payroll”'])
})

test('a member whose time zone PostgreSQL does not know gets messages', async () => {
  await ada.does(updateNotificationSettings, { time_zone: 'Etc/UTC' })
  await server.owner.run(
    sql`update notification_settings set time_zone = 'Mars/Olympus' where user_id = ${ada.user_id}`,
  )
  await replies(ada)
  expect(await sendPushes(server)).toEqual([])
  expect(texts()).toEqual(['Bob replied to your topic “Payroll”'])
})

test('the safety of the account is pushed too', async () => {
  await server.visitor.asks('POST', '/api/auth/sign-in', { email: ada.email, password: PASSWORD })
  await sendPushes(server)
  expect(service.messagesTo(browser)).toMatchObject([
    { body: expect.stringContaining('Somebody signed in to your account on a new device'), url: '/settings' },
  ])
})

test.each([404, 410])('a subscription that is gone (%i) is removed', async status => {
  service.answer = () => status
  await replies(ada)
  expect(await sendPushes(server)).toEqual([])
  expect((await ada.does(getPush, {})).is_on).toBe(false)
})

test('a redirect is not followed', async () => {
  const elsewhere = await startPushService()
  service.answer = () => `${elsewhere.origin}/stolen`
  await replies(ada)
  expect(await sendPushes(server)).toEqual([expect.stringMatching(/refused a message: it answered 307\.$/)])
  expect(elsewhere.received).toEqual([])
  elsewhere.close()
})

test('a host that the operator removed from PUSH_HOSTS gets nothing', async () => {
  await replies(ada)
  const without = { ...server, config: { ...server.config, pushHosts: ['fcm.googleapis.com'] } }
  expect(await sendPushes(without)).toEqual([])
  expect(service.messagesTo(browser)).toEqual([])
})

test('neither a log nor an error contains the address of a browser', async () => {
  for (const status of [400, 429, 500]) {
    service.answer = () => status
    await replies(ada)
    const [problem, ...others] = await sendPushes(server)
    expect(others).toEqual([])
    expect(problem).toContain(String(status))
    expect(problem).not.toContain(new URL(browser.subscription.endpoint).pathname)
  }
})

const mentionsAda = (member: Member) =>
  member.does(createTopic, { title: 'Freight', content: 'Ask @Ada', mentions: [idOf(ada)] })

test('one browser gets at most 30 messages an hour, and five about what the same member did', async () => {
  for (let i = 0; i < 7; i++) {
    const cleo = await server.member(`Cleo ${i}`)
    for (let mention = 0; mention < 6; mention++) await mentionsAda(cleo)
    await sendPushes(server)
    expect(texts()).toHaveLength(Math.min(5 * (i + 1), 30))
  }
  // Everyday use reaches these limits: they would flood the audit log.
  expect(await server.owner.rows(sql`select details from audit_log where event = 'limit reached'`)).toEqual([])
})

test('nobody uses up the messages of another with anonymous acts, and those of the account’s safety have no limit', async () => {
  const { id } = await topicOf(ada)
  for (let i = 0; i < 31; i++) await bob.does(createReply, { id, content: `Reply ${i}`, is_anonymous: true })
  await sendPushes(server)
  expect(texts()).toHaveLength(5)
  const cleo = await server.member('Cleo')
  await cleo.does(createReply, { id: (await topicOf(ada)).id, content: 'We use Rippling.' })
  await sendPushes(server)
  expect(texts().slice(5)).toEqual(['Cleo replied to your topic “Payroll”'])

  for (let i = 0; i < 6; i++)
    await server.visitor.asks('POST', '/api/auth/sign-in', { email: ada.email, password: PASSWORD })
  await server.owner.run(sql`update throttles set hits = 30 where key like 'push:%' and key like ${`%${ada.user_id}%`}`)
  await sendPushes(server)
  expect(texts().slice(6)).toHaveLength(6)
})

test('what the push service did not take does not count', async () => {
  service.answer = () => 503
  for (let i = 0; i < 6; i++) await mentionsAda(bob)
  expect(await sendPushes(server)).toHaveLength(6)
  service.answer = () => 201
  await replies(ada)
  expect(await sendPushes(server)).toEqual([])
  expect(texts().at(-1)).toBe('Bob replied to your topic “Payroll”')
})

test('the worker sends it from the queue, and tries again when the push service is away', async () => {
  await server.owner.run(sql`delete from jobs.job_common where name = 'push'`)
  let tries = 0
  service.answer = () => (++tries === 1 ? 503 : 201)
  await bob.does(createIntroductionRequest, {
    request_title: 'Freight',
    context: 'We look for pilots.',
    your_company: 'Lake',
    target_profile_id: idOf(ada),
    target_person: 'Ada',
  })
  const due = sql`update jobs.job_common set start_after = now() where name = 'push' and state in ('created', 'retry') and start_after > now()`
  expect(await server.owner.run(due)).toBe(1)
  const { failures } = runJobs(server, undefined, { pollSeconds: 0.5 })
  await expect.poll(() => texts().length, { timeout: 15_000 }).toBe(1)
  await expect.poll(() => server.owner.run(due), { timeout: 10_000 }).toBe(1)
  await expect.poll(() => texts().length, { timeout: 15_000 }).toBe(2)
  expect(texts()[1]).toBe('Bob named you as target of “Freight”')
  expect(failures).toHaveLength(1)
})
