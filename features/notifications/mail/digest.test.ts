import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../../database/connection/sql.ts'
import { mailJobs, mailsTo, zoneAtHour } from '../../../tests/mail-jobs.ts'
import { nextDay } from '../../../tests/next-day.ts'
import { type Member, startTestServer, type TestServer } from '../../../tests/test-server.ts'
import { createEvent } from '../../events/contract.ts'
import { todayIn } from '../../events/shared/days.ts'
import { createReply, createTopic, deleteReply, likeTopic } from '../../forum/contract.ts'
import { notifyFollowers } from '../../forum/followers.ts'
import { createIntroductionRequest } from '../../introductions/contract.ts'
import { addInvestor, postComment } from '../../investors/contract.ts'
import { saveMatchSettings } from '../../matches/contract.ts'
import { markRead, muteMember, updateNotificationSettings } from '../contract.ts'

let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())
beforeEach(async () => {
  // Members of earlier tests get no digest.
  await server.owner.run(sql`update users set disabled_at = now()`)
  ada = await memberAtHour('Ada', 8)
  bob = await memberAtHour('Bob', 20)
})

/** A member who registered two days ago, and whose clock shows this hour. */
async function memberAtHour(name: string, hour: number) {
  const member = await server.member(name)
  await server.owner.run(sql`update users set created_at = now() - interval '2 days' where id = ${member.user_id}`)
  await member.does(updateNotificationSettings, { time_zone: zoneAtHour(hour) })
  return member
}

const jobs = () => mailJobs(server)
const idOf = ({ profile_id }: Member) => profile_id ?? 0
const subjects = async (member: Member) => (await mailsTo(server, member)).map(mail => mail.subject)
async function replyTo(member: Member, content = 'We use Gusto.', more = {}) {
  const { id } = await member.does(createTopic, { title: 'Payroll', content: 'Who does it?' })
  const reply = await bob.does(createReply, { id, content, ...more })
  await notifyFollowers(server.db, reply.id)
  return { id, reply }
}
const helps = (member: Member, needs: string[], can_help_with: string[]) =>
  server.owner.run(
    sql`update profiles set needs = ${needs}, can_help_with = ${can_help_with} where id = ${member.profile_id}`,
  )

test('a digest at eight tells what was said to me and was not read, once', async () => {
  await replyTo(ada)
  await replyTo(bob)
  const event_date = todayIn(server.config.timeZone)
  await bob.does(createEvent, {
    title: 'Demo day',
    description: 'Six',
    location: 'mHUB',
    event_date,
    start_time: '18:00',
  })
  const { digest, failures } = jobs()
  await digest()
  const [mail, ...others] = await mailsTo(server, ada)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Bob replied to your topic “Payroll”')
  for (const part of [mail?.body, mail?.html]) {
    expect(part).toContain('Good morning, Ada')
    expect(part).toContain('We use Gusto.')
    expect(part).toContain('Most answered topics')
    expect(part).toContain('at 6:00 PM · Chicago time · mHUB')
  }
  expect(await subjects(bob)).toEqual([])
  await digest()
  // The next day.
  await server.owner.run(sql`update member_mails set at = at - interval '1 day', digest_on = digest_on - 1`)
  await digest()
  expect(await subjects(ada)).toHaveLength(1)
  expect(failures).toEqual([])
})

test('eight processes send one digest', async () => {
  await replyTo(ada)
  const processes = Array.from({ length: 8 }, jobs)
  await Promise.all(processes.map(({ digest }) => digest()))
  expect(await subjects(ada)).toHaveLength(1)
  expect(processes.flatMap(({ failures }) => failures)).toEqual([])
})

test('skipped when there is nothing for me, although the community was busy; and then not sent later that day', async () => {
  const cleo = await server.member('Cleo')
  await replyTo(cleo)
  await jobs().digest()
  expect(await subjects(ada)).toEqual([])
  await replyTo(ada)
  await jobs().digest()
  expect(await subjects(ada)).toEqual([])
  await server.owner.run(sql`update member_mails set at = at - interval '1 day', digest_on = digest_on - 1`)
  await jobs().digest()
  expect(await subjects(ada)).toHaveLength(1)
})

test('what was read, deleted, muted, mailed or chosen for the app only is not in the digest', async () => {
  const table: [string, () => Promise<unknown>][] = [
    ['read', () => ada.does(markRead, {})],
    ['muted', () => ada.does(muteMember, { id: idOf(bob) })],
    ['app', () => ada.does(updateNotificationSettings, { ways: { my_topic_reply: 'app' } })],
    ['never', () => ada.does(updateNotificationSettings, { digest: 'never' })],
    ['disabled', () => server.owner.run(sql`update users set disabled_at = now() where id = ${ada.user_id}`)],
  ]
  for (const [name, act] of table) {
    ada = await memberAtHour('Ada', 8)
    await replyTo(ada)
    await act()
    await jobs().digest()
    expect([name, await subjects(ada)]).toEqual([name, []])
  }
  ada = await memberAtHour('Ada', 8)
  const { reply } = await replyTo(ada)
  await bob.does(deleteReply, { id: reply.id })
  await jobs().digest()
  expect(await subjects(ada)).toEqual([])

  ada = await memberAtHour('Ada', 8)
  await ada.does(updateNotificationSettings, { ways: { my_topic_reply: 'mail' } })
  await replyTo(ada)
  await jobs().mail()
  await jobs().digest()
  expect(await subjects(ada)).toHaveLength(1)
})

test('unconfirmed addresses and servers without mail send no digest', async () => {
  await replyTo(ada)
  await mailJobs(server, { emailConfirmation: true }).digest()
  await mailJobs(server, { smtpUrl: undefined }).digest()
  expect(await subjects(ada)).toEqual([])
  await jobs().digest()
  expect(await subjects(ada)).toHaveLength(1)
})

test('what exceeds ten mails a day is in the digest', async () => {
  await server.owner.run(
    sql`insert into member_mails (user_id, kind) select ${ada.user_id}, 'mention' from generate_series(1, 10)`,
  )
  await replyTo(bob)
  const { id } = await bob.does(createTopic, { title: 'Freight', content: 'Ask @Ada', mentions: [idOf(ada)] })
  await jobs().mail()
  expect(await subjects(ada)).toEqual([])
  await jobs().digest()
  const [mail] = await mailsTo(server, ada)
  expect(mail?.subject).toBe('Bob mentioned you in the topic “Freight”')
  expect(mail?.body).toContain(`/forum/${id}`)
})

test('a request for an investor whom I added or commented on is one I could help with', async () => {
  const { id } = await ada.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  await bob.does(createIntroductionRequest, {
    request_title: 'A seed round',
    context: 'We raise our first round.',
    your_company: 'Lake',
    target_person: 'Ines Vela',
    target_investor_id: id,
  })
  await jobs().digest()
  const [mail] = await mailsTo(server, ada)
  expect(mail?.subject).toBe('A request you could help with: A seed round')
  expect(mail?.body).toContain('Bob wants to meet Ines Vela')
})

test('members who offer what I seek and requests I could help with are a reason for a digest', async () => {
  await helps(ada, ['Funding', 'Hiring'], ['Legal Help'])
  const cleo = await server.member('Cleo')
  await helps(cleo, [], ['Hiring', 'Advisory'])
  const muted = await server.member('Mara')
  await helps(muted, ['Legal Help'], ['Funding'])
  await ada.does(muteMember, { id: idOf(muted) })
  const disabled = await server.member('Dora')
  await helps(disabled, ['Legal Help'], ['Funding'])
  await helps(bob, ['Legal Help'], [])
  const request = { context: 'Looking for a lawyer', your_company: 'Lake' }
  await bob.does(createIntroductionRequest, { request_title: 'A patent lawyer', ...request })
  await muted.does(createIntroductionRequest, { request_title: 'A muted request', ...request })
  await disabled.does(createIntroductionRequest, { request_title: 'A disabled request', ...request })
  for (const [author, title] of [
    [disabled, 'A disabled topic'],
    [cleo, 'An open topic'],
  ] as const) {
    const { id } = await author.does(createTopic, { title, content: 'Text' })
    await bob.does(createReply, { id, content: 'An answer' })
  }
  await server.owner.run(sql`update users set disabled_at = now() where id = ${disabled.user_id}`)
  await jobs().digest()
  const [mail] = await mailsTo(server, ada)
  expect(mail?.subject).toBe('Cleo offers what you look for')
  expect(mail?.body).toContain('Can help with Hiring')
  expect(mail?.body).toContain('A patent lawyer')
  expect(mail?.body).toContain('Bob is looking for Legal Help')
  expect(mail?.body).toContain('An open topic')
  expect(mail?.body).not.toMatch(/Mara|muted request|Dora|disabled (request|topic)/)
})

test('new members who do not want to be suggested, or are left out for some weeks, are not in the digest', async () => {
  await helps(ada, ['Hiring'], [])
  const cleo = await server.member('Cleo')
  const off = await server.member('Olga')
  for (const member of [cleo, off]) await helps(member, [], ['Hiring'])
  await off.does(saveMatchSettings, { is_suggested: false })
  await nextDay(server)
  const isCleoSuggested = async () => {
    const [row] = (await ada.sql(sql`select is_suggested_to_me(${cleo.user_id}, current_date) as is`)) as {
      is: boolean
    }[]
    return row?.is
  }
  await server.owner.run(sql`update match_draws set rest_days = 3000`)
  for (let tries = 0; tries < 500 && (await isCleoSuggested()); tries++)
    await server.owner.run(sql`update match_draws set secret = ${randomBytes(32)}`)
  await jobs().digest()
  expect(await subjects(ada)).toEqual([])
  await server.owner.run(sql`update match_draws set rest_days = 0`)
  await server.owner.run(sql`update member_mails set at = at - interval '1 day', digest_on = digest_on - 1`)
  await jobs().digest()
  const [mail] = await mailsTo(server, ada)
  expect(mail?.subject).toBe('Cleo offers what you look for')
  expect(mail?.body).not.toContain('Olga')
})

test('anonymous authors, private comments, hidden and deleted texts are in no byte of a digest', async () => {
  const secret = await server.member('Sigrid Hemlig')
  const { id } = await ada.does(createTopic, { title: 'Payroll', content: 'Who does it?' })
  const reply = await secret.does(createReply, { id, content: 'Between us', is_anonymous: true })
  await notifyFollowers(server.db, reply.id)
  const topic = await secret.does(createTopic, { title: 'An anonymous topic', content: 'Text', is_anonymous: true })
  await bob.does(createReply, { id: topic.id, content: 'An answer' })
  await secret.does(likeTopic, { id })
  const investor = await ada.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  await secret.does(postComment, { id: investor.id, content: 'My private note', is_private: true })
  const hidden = await bob.does(createTopic, { title: 'To be hidden', content: 'Text' })
  await bob.does(createReply, { id: hidden.id, content: 'Hidden too' })
  const { commands } = await import('../../operator/commands.ts')
  await commands.hide?.run(server.owner, 'post', String(hidden.id))
  await jobs().digest()
  const mails = await mailsTo(server, ada)
  expect(mails.map(mail => mail.subject)).toEqual(['Somebody replied anonymously to your topic “Payroll”'])
  const bytes = JSON.stringify(mails)
  expect(bytes).toContain('An anonymous topic')
  for (const leak of [
    'Sigrid',
    'Hemlig',
    secret.user_id,
    secret.email,
    'My private note',
    'To be hidden',
    'Hidden too',
  ])
    expect(bytes).not.toContain(leak)
})

test('not in the quiet hours, but after them', async () => {
  await replyTo(ada)
  const [now, later] = [7, 9].map(hour => `${String(hour).padStart(2, '0')}:00`)
  await ada.does(updateNotificationSettings, { quiet_from: now, quiet_until: later })
  await jobs().digest()
  expect(await subjects(ada)).toEqual([])
  await ada.does(updateNotificationSettings, { time_zone: zoneAtHour(9) })
  await jobs().digest()
  expect(await subjects(ada)).toHaveLength(1)
})

test('a digest that waits for the mail server is made anew without what is read, deleted or muted', async () => {
  const acts: Record<string, (gone: Awaited<ReturnType<typeof replyTo>>) => Promise<unknown>> = {
    read: ({ id }) => ada.does(markRead, { thread_kind: 'topic', thread_id: String(id) }),
    deleted: ({ reply }) => bob.does(deleteReply, { id: reply.id }),
    muted: () => ada.does(muteMember, { id: idOf(bob) }),
  }
  const cleo = await server.member('Cleo')
  for (const [name, act] of Object.entries(acts)) {
    ada = await memberAtHour('Ada', 8)
    const gone = await replyTo(ada, 'Secret')
    const { id } = await ada.does(createTopic, { title: 'Hiring', content: 'Whom?' })
    await notifyFollowers(server.db, (await cleo.does(createReply, { id, content: 'Kept' })).id)
    await jobs().digest()
    expect((await mailsTo(server, ada))[0]?.body).toMatch(/Secret/)
    await act(gone)
    expect([name, await mailsTo(server, ada)]).toEqual([name, []])
    await jobs().digest()
    const [mail] = await mailsTo(server, ada)
    expect(mail?.subject).toBe('Cleo replied to your topic “Hiring”')
    expect(mail?.body).toMatch(/Kept/)
    expect(mail?.body).not.toMatch(/Secret/)
  }
})

test('a digest that waits for more than an hour is not sent; the next day tells it', async () => {
  await replyTo(ada)
  await jobs().digest()
  await server.owner.run(sql`update outbox set created_at = created_at - interval '61 minutes'`)
  await jobs().mail()
  await jobs().digest()
  expect(await subjects(ada)).toEqual([])
  await server.owner.run(sql`update member_mails set at = at - interval '1 day', digest_on = digest_on - 1`)
  await jobs().digest()
  expect(await subjects(ada)).toEqual(['Bob replied to your topic “Payroll”'])
})

test('daily at eight and weekly on Monday, in the zone of the member, across clock changes', async () => {
  const isDue = async (at: string, zone: string | null, pace: 'daily' | 'weekly', community = 'America/Chicago') => {
    await server.owner.run(sql`
      update notification_settings set time_zone = ${zone}, digest = ${pace} where user_id = ${ada.user_id}`)
    const rows = await server.owner.rows<{ day: string }>(sql`
      select on_day::text as day from due_digests(${community}, false, ${at}) where user_id = ${ada.user_id}`)
    return rows[0]?.day ?? null
  }
  await server.owner.run(sql`update users set created_at = '2020-01-01' where id = ${ada.user_id}`)
  const table: [at: string, zone: string | null, pace: 'daily' | 'weekly', day: string | null][] = [
    ['2026-06-10T12:59Z', null, 'daily', null], // 07:59 in Chicago
    ['2026-06-10T13:00Z', null, 'daily', '2026-06-10'],
    ['2026-06-11T00:59Z', null, 'daily', '2026-06-10'], // until eight in the evening, if no process ran before
    ['2026-06-11T01:00Z', null, 'daily', null],
    ['2026-03-07T14:00Z', null, 'daily', '2026-03-07'], // standard time
    ['2026-03-08T12:59Z', null, 'daily', null],
    ['2026-03-08T13:00Z', null, 'daily', '2026-03-08'], // clocks went forward in this night
    ['2026-11-01T13:59Z', null, 'daily', null], // and back in this one
    ['2026-11-01T14:00Z', null, 'daily', '2026-11-01'],
    ['2026-06-09T23:00Z', 'Asia/Tokyo', 'daily', '2026-06-10'],
    ['2026-06-10T02:15Z', 'Asia/Kathmandu', 'daily', '2026-06-10'],
    ['2026-06-10T15:00Z', 'America/Los_Angeles', 'daily', '2026-06-10'],
    ['2026-06-08T13:00Z', null, 'weekly', '2026-06-08'], // a Monday
    ['2026-06-09T13:00Z', null, 'weekly', null],
    ['2026-06-07T23:00Z', 'Asia/Tokyo', 'weekly', '2026-06-08'], // Sunday in Greenwich
  ]
  for (const [at, zone, pace, day] of table) expect([at, zone, await isDue(at, zone, pace)]).toEqual([at, zone, day])
  // A digest of this day exists, or one of the last 12 hours in another time zone.
  const row = sql`insert into member_mails (user_id, kind, digest_on, at) values (${ada.user_id}, 'digest', '2026-06-10', '2026-06-09T23:00Z')`
  await server.owner.run(row)
  expect(await isDue('2026-06-10T15:00Z', null, 'daily')).toBeNull()
  expect(await isDue('2026-06-11T13:00Z', null, 'daily')).toBe('2026-06-11')
})
