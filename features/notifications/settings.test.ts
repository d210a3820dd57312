import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { runJobs } from '../../tests/server/run-jobs.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createReply, createTopic } from '../forum/contract.ts'
import {
  countUnread,
  getMute,
  getNotificationSettings,
  listMutes,
  listNotifications,
  muteMember,
  unmuteMember,
  updateNotificationSettings,
} from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())

test('a member has defaults that do not annoy, and changes single choices', async () => {
  const ada = await server.member('Ada')
  const before = await ada.does(getNotificationSettings, {})
  expect(before).toEqual({
    time_zone: null,
    digest: 'daily',
    quiet_from: null,
    quiet_until: null,
    sends_mail: false,
    may_be_asked: true,
    ways: {
      mention: 'mail',
      my_topic_reply: 'digest',
      followed_topic_reply: 'digest',
      topic_like: 'app',
      request_target: 'mail',
      asked_to_introduce: 'mail',
      offer_made: 'mail',
      offer_accepted: 'mail',
      offer_passed: 'digest',
      introduction_wanted: 'mail',
      introduction_agreed: 'mail',
      offer_ended: 'mail',
      outcome_asked: 'mail',
      introduction_thanked: 'mail',
      asked_by_name: 'mail',
      my_request_comment: 'mail',
      joined_request_comment: 'digest',
      request_status: 'digest',
      still_looking: 'mail',
      investor_comment: 'digest',
      event_change: 'digest',
      account_safety: 'mail',
    },
  })
  const change = { time_zone: 'Europe/Lisbon', digest: 'weekly', quiet_from: '22:00', quiet_until: '07:30' } as const
  expect(await ada.does(updateNotificationSettings, change)).toEqual({ ...before, ...change })
  const after = await ada.does(updateNotificationSettings, { ways: { mention: 'app' } })
  expect(after).toEqual({ ...before, ...change, ways: { ...before.ways, mention: 'app' } })
  expect(await ada.does(getNotificationSettings, {})).toEqual(after)
  const bob = await server.member('Bob')
  expect(await bob.does(getNotificationSettings, {})).toEqual(before)
  expect(await bob.sql(sql`select 1 from notification_settings`)).toEqual([])
})

test('invalid choices are refused at their field', async () => {
  const ada = await server.member('Ada')
  const refusals = [
    { time_zone: 'Mars/Olympus' },
    { time_zone: '+05:00' },
    { digest: 'hourly' },
    { quiet_from: '22:00' },
    { quiet_from: null },
    { quiet_from: '25:00', quiet_until: '07:00' },
    { ways: { account_safety: 'app' } },
    { ways: { invented: 'app' } },
    { ways: { mention: 'pigeon' } },
  ]
  for (const body of refusals)
    expect([body, await ada.tries('PATCH', '/api/notification-settings', body)]).toEqual([body, 400])
})

test('muting is idempotent, listed for oneself only, and not possible for oneself', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const id = bob.profile_id ?? 0
  for (let i = 0; i < 2; i++) expect(await ada.does(muteMember, { id })).toEqual({ is_muted: true })
  expect((await ada.does(listMutes, {})).map(member => member.full_name)).toEqual(['Bob'])
  expect(await bob.does(listMutes, {})).toEqual([])
  expect(await bob.sql(sql`select 1 from mutes`)).toEqual([])
  expect(await bob.does(muteMember, { id })).toEqual({ is_muted: false })
  expect(await ada.does(unmuteMember, { id })).toEqual({ is_muted: false })
  expect(await ada.does(getMute, { id })).toEqual({ is_muted: false })
  expect(await ada.tries('PUT', '/api/members/999999/mute')).toBe(404)
})

test('changes of the account and sign-ins on new devices tell the member', async () => {
  const ada = await server.member('Ada')
  const details = async () => (await ada.does(listNotifications, {})).map(({ kind, detail }) => `${kind}: ${detail}`)
  expect(await details()).toEqual([])
  const signIn = (headers = {}) =>
    server.visitor.asks('POST', '/api/auth/sign-in', { email: ada.email, password: PASSWORD }, headers)
  await signIn({
    cookie: ada.cookies
      .split('; ')
      .filter(cookie => cookie.startsWith('device'))
      .join('; '),
  })
  expect(await details()).toEqual([])
  await signIn({ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' })
  expect(await details()).toEqual(['account_safety: signed in on a new device'])
  expect((await ada.does(listNotifications, {}))[0]?.user_agent).toContain('Firefox')
  const mails = await server.owner.rows<{ subject: string }>(
    sql`select subject from outbox where recipient = ${ada.email} order by id`,
  )
  expect(mails.map(mail => mail.subject).filter(subject => /new device/.test(subject))).toHaveLength(1)
  const ids = await server.owner.rows<{ id: number }>(
    sql`select id from audit_log where user_id = ${ada.user_id} order by id`,
  )
  const bob = await server.member('Bob')
  for (const { id } of ids)
    expect(await bob.sql(sql`select event from my_safety_entry(${id})`)).toEqual([{ event: null }])
})

test('the job tells the followers of a topic while the server runs', async () => {
  runJobs(server)
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const { id } = await ada.does(createTopic, { title: 'Payroll', content: 'Who does it?' })
  await bob.does(createReply, { id, content: 'We do.' })
  await vi.waitFor(async () => expect(await ada.does(countUnread, {})).toMatchObject({ count: 1 }), { timeout: 20_000 })
})
