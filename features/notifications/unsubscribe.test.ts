import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { clean } from '../../server/jobs/cleaning.ts'
import { mailJobs, mailsTo } from '../../tests/mail-jobs.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createTopic } from '../forum/contract.ts'
import { getNotificationSettings } from './contract.ts'

let server: TestServer
let ada: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await server.member('Ada')
})

/** The address in the header of a mail about a mention. */
async function addressOfMail() {
  const bob = await server.member('Bob')
  await bob.does(createTopic, { title: 'Payroll', content: '@Ada', mentions: [ada.profile_id ?? 0] })
  await mailJobs(server).mail()
  const [mail] = await mailsTo(server, ada)
  const address = /^<http:\/\/localhost:3000(.*)>$/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1]
  if (!address) throw new Error('The mail has no List-Unsubscribe header.')
  return address
}
const ways = async () => (await ada.does(getNotificationSettings, {})).ways

/** As a mail provider does it: a form, no session, none of the headers of a browser. */
const post = (url: string, type = 'application/x-www-form-urlencoded', payload = 'List-Unsubscribe=One-Click') =>
  server.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })

test('one-click unsubscribe as a provider sends it, twice', async () => {
  const url = await addressOfMail()
  expect((await ways()).mention).toBe('mail')
  for (let i = 0; i < 2; i++) {
    const answer = await post(url)
    expect([answer.statusCode, answer.json()]).toEqual([200, { what: 'mails about mentions of you' }])
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
  expect(await ways()).toMatchObject({ mention: 'app', request_target: 'mail' })
})

test('as multipart, and with the Origin of another site', async () => {
  const url = await addressOfMail()
  const multipart = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
  expect((await post(url, 'multipart/form-data; boundary=b', multipart)).statusCode).toBe(200)
  expect((await ways()).mention).toBe('app')
  const foreign = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }
  const form = { ...foreign, 'content-type': 'application/x-www-form-urlencoded' }
  const other = await server.app.inject({ method: 'POST', url, headers: form, payload: 'List-Unsubscribe=One-Click' })
  expect(other.statusCode).toBe(200)
  // Only this route.
  const check = { method: 'POST', url: '/api/unsubscribe/check', headers: foreign, payload: { token: 'x' } } as const
  expect((await server.app.inject(check)).statusCode).toBe(403)
})

test('opening the address shows the page and changes nothing', async () => {
  const url = await addressOfMail()
  const answer = await server.app.inject({ method: 'GET', url })
  expect([answer.statusCode, String(answer.headers['content-type'])]).toEqual([200, 'text/html; charset=utf-8'])
  expect((await ways()).mention).toBe('mail')
  const token = new URL(`http://here${url}`).searchParams.get('token')
  const described = await server.visitor.asks('POST', '/api/unsubscribe/check', { token })
  expect(described.json).toEqual({ what: 'mails about mentions of you' })
  expect((await ways()).mention).toBe('mail')
})

test('unknown, expired and other links answer alike; the token gives no other access', async () => {
  const url = await addressOfMail()
  const token = new URL(`http://here${url}`).searchParams.get('token') ?? ''
  const reset = { token, password: 'another good password 7' }
  expect(await server.visitor.tries('POST', '/api/auth/reset-password', reset)).toBe(400)
  expect((await server.app.inject({ url: '/api/profile', headers: { cookie: `session=${token}` } })).statusCode).toBe(
    401,
  )
  await server.owner.run(sql`update signed_links set expires_at = now() where user_id = ${ada.user_id}`)
  const answers = [await post(url), await post('/unsubscribe?token=invented')]
  const [one, other] = answers.map(answer => [answer.statusCode, (answer.json() as { error: string }).error])
  expect(one).toEqual([400, 'This link has expired. You can choose what is mailed in your settings.'])
  expect(other).toEqual(one)
  const described = await server.visitor.asks('POST', '/api/unsubscribe/check', { token })
  expect(described.json).toEqual({ what: null })
  expect((await ways()).mention).toBe('mail')
})

test('the body is limited, other kinds of content are refused', async () => {
  const url = await addressOfMail()
  expect((await post(url, 'application/x-www-form-urlencoded', 'x'.repeat(5000))).statusCode).toBe(413)
  expect((await post(url, 'text/plain', 'List-Unsubscribe=One-Click')).statusCode).toBe(415)
  expect((await ways()).mention).toBe('mail')
})

test('the digest is switched off by its own link', async () => {
  await server.owner.run(sql`select unsubscribe(${ada.user_id}, 'digest')`)
  const { digest, ways } = await ada.does(getNotificationSettings, {})
  expect([digest, ways.my_topic_reply]).toEqual(['never', 'digest'])
})

test('cleaning deletes expired links, old records of mails and what was read long ago', async () => {
  await addressOfMail()
  const count = () =>
    server.owner.one(sql`
      select (select count(*)::int from signed_links where user_id = ${ada.user_id} and purpose = 'unsubscribe') as links,
        (select count(*)::int from member_mails where user_id = ${ada.user_id}) as mails,
        (select count(*)::int from notifications where user_id = ${ada.user_id}) as notifications`)
  const run = () => clean(server.db, server.config, error => expect.fail(String(error)))
  await run()
  expect(await count()).toEqual({ links: 1, mails: 1, notifications: 1 })
  await server.owner.run(
    sql`update notifications set read_at = now() - interval '181 days' where user_id = ${ada.user_id}`,
  )
  await server.owner.run(sql`update signed_links set expires_at = now() where user_id = ${ada.user_id}`)
  await server.owner.run(sql`update member_mails set at = now() - interval '61 days' where user_id = ${ada.user_id}`)
  await run()
  expect(await count()).toEqual({ links: 0, mails: 0, notifications: 0 })
})
