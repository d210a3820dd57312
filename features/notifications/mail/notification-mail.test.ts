import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../../database/connection/sql.ts'
import { mailJobs, mailsTo } from '../../../tests/mail-jobs.ts'
import { notifyFollowers } from '../../../tests/notify-followers.ts'
import { type Member, startTestServer, type TestServer } from '../../../tests/test-server.ts'
import { createEvent, updateEvent } from '../../events/contract.ts'
import { createReply, createTopic, deleteReply, followTopic, likeTopic, updateReply } from '../../forum/contract.ts'
import {
  addIntroductionComment,
  createIntroductionRequest,
  updateIntroductionRequest,
} from '../../introductions/contract.ts'
import { askWhoIsStillLooking } from '../../introductions/still-looking.server.ts'
import { addInvestor, postComment } from '../../investors/contract.ts'
import { askThoseWhoKnow, setTie } from '../../ties/contract.ts'
import { markRead, muteMember, updateNotificationSettings } from '../contract.ts'
import { offerActs, outcomeAsked } from '../offer-acts.ts'
import { type Kind, kinds } from '../shared/kinds.ts'

let server: TestServer
let ada: Member
let bob: Member
let cleo: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.owner.run(sql`delete from outbox`)
  ada = await server.member('Ada')
  bob = await server.member('Bob')
  cleo = await server.member('Cleo')
})

const idOf = ({ profile_id }: Member) => profile_id ?? 0
const subjects = async (member: Member) => (await mailsTo(server, member)).map(mail => mail.subject)
const topicOf = (member: Member, more = {}) =>
  member.does(createTopic, { title: 'Payroll', content: 'Who does it?', ...more })
const requestOf = (member: Member, more = {}) =>
  member.does(createIntroductionRequest, {
    request_title: 'Freight',
    context: 'Looking for pilots',
    your_company: 'Lake',
    ...more,
  })
const mention = async (content = 'Ask @Ada', by = bob) => {
  const { id } = await topicOf(cleo)
  return by.does(createReply, { id, content, mentions: [idOf(ada)] })
}

const words = { title: 'Freight', text: 'I know her' }
const people = () => ({ ada, writer: bob, cleo })

/** How Bob causes each kind for Ada, and the subject of the mail. */
const acts: Record<Exclude<Kind, 'account_safety'>, [act: () => Promise<unknown>, subject: string]> = {
  mention: [() => mention(), 'Bob mentioned you in the topic “Payroll”'],
  my_topic_reply: [
    async () => bob.does(createReply, { id: (await topicOf(ada)).id, content: 'Gusto' }),
    'Bob replied to your topic “Payroll”',
  ],
  followed_topic_reply: [
    async () => {
      const { id } = await topicOf(cleo)
      await ada.does(followTopic, { id })
      await bob.does(createReply, { id, content: 'Gusto' })
    },
    'Bob replied to “Payroll”, a topic you follow',
  ],
  topic_like: [async () => bob.does(likeTopic, { id: (await topicOf(ada)).id }), 'Bob liked your topic “Payroll”'],
  request_target: [
    () => requestOf(bob, { target_person: 'Ada', target_profile_id: idOf(ada) }),
    'Bob named you as target of “Freight”',
  ],
  asked_to_introduce: [
    async () => {
      const { id } = await cleo.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
      await ada.does(setTie, { id, kind: 'met' })
      await bob.does(askThoseWhoKnow, { id: (await requestOf(bob, { target_investor_id: id })).id })
    },
    'Bob asks for an introduction to Ines Vela, Prairie Seed, whom you know',
  ],
  offer_made: [() => offerActs.offer_made(people(), words), 'Bob offered to make the introduction for “Freight”'],
  offer_accepted: [
    () => offerActs.offer_accepted(people(), words),
    'Bob accepted your offer to make the introduction for “Freight”',
  ],
  offer_passed: [
    () => offerActs.offer_passed(people(), words),
    'Somebody else is making the introduction for “Freight”. Thank you for offering',
  ],
  introduction_wanted: [
    () => offerActs.introduction_wanted(people(), words),
    'Cleo would like to be introduced to you by Bob: “Freight”',
  ],
  introduction_agreed: [
    () => offerActs.introduction_agreed(people(), words),
    'Bob said yes to the introduction for “Freight”',
  ],
  offer_ended: [
    () => offerActs.offer_ended(people(), words),
    'Bob withdrew the offer to make the introduction for “Freight”',
  ],
  outcome_asked: [
    () => outcomeAsked({ ...people(), server }, words),
    'Did you meet The target? A week has passed since the introduction for “Freight”',
  ],
  introduction_thanked: [
    () => offerActs.introduction_thanked(people(), words),
    'Bob thanked you for the introduction for “Freight”',
  ],
  asked_by_name: [
    () => requestOf(bob, { target_person: 'Ines Vela', ask_profile_ids: [idOf(ada)] }),
    'Bob asks whether you can introduce them to Ines Vela',
  ],
  my_request_comment: [
    async () => bob.does(addIntroductionComment, { requestId: (await requestOf(ada)).id, comment_text: 'I know her' }),
    'Bob commented on your introduction request “Freight”',
  ],
  joined_request_comment: [
    async () => {
      const { id } = await requestOf(cleo)
      await ada.does(addIntroductionComment, { requestId: id, comment_text: 'Me too' })
      await bob.does(addIntroductionComment, { requestId: id, comment_text: 'I know her' })
    },
    'Bob commented on “Freight”, an introduction request you take part in',
  ],
  request_status: [
    async () => {
      const { id } = await requestOf(bob)
      await ada.does(addIntroductionComment, { requestId: id, comment_text: 'Me too' })
      await bob.does(updateIntroductionRequest, { id, status: 'in_progress' })
    },
    'Bob changed the status of “Freight” to In Progress',
  ],
  still_looking: [
    async () => {
      const { id } = await requestOf(ada)
      await server.owner.run(
        sql`update introduction_requests set created_at = now() - interval '31 days' where id = ${id}`,
      )
      await askWhoIsStillLooking(server)
    },
    'Are you still looking? “Freight” has waited for 30 days',
  ],
  investor_comment: [
    async () => {
      const { id } = await ada.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
      await bob.does(postComment, { id, content: 'Answers quickly' })
    },
    'Bob commented on the investor “Ines Vela, Prairie Seed”',
  ],
  event_change: [
    async () => {
      const event = { title: 'Demo day', description: 'Six', location: 'mHUB', event_date: '2030-06-01' }
      const { id } = await ada.does(createEvent, event)
      await bob.does(updateEvent, { id, description: 'Seven' })
    },
    'Bob changed your event “Demo day”',
  ],
}
const mailedByDefault = [
  'mention',
  'request_target',
  'asked_to_introduce',
  'my_request_comment',
  'still_looking',
  'offer_made',
  'offer_accepted',
  'introduction_wanted',
  'introduction_agreed',
  'offer_ended',
  'outcome_asked',
  'introduction_thanked',
  'asked_by_name',
]

for (const kind of kinds) {
  if (kind === 'account_safety') continue
  const [act, subject] = acts[kind]
  for (const choice of ['default', 'app', 'mail', 'digest'] as const) {
    const isMailed = choice === 'mail' || (choice === 'default' && mailedByDefault.includes(kind))
    test(`${kind} with the choice '${choice}': ${isMailed ? 'one mail at once' : 'no mail at once'}`, async () => {
      if (choice !== 'default') await ada.does(updateNotificationSettings, { ways: { [kind]: choice } })
      const jobs = mailJobs(server)
      await act()
      await jobs.mail()
      expect(await subjects(ada)).toEqual(isMailed ? [subject] : [])
      await jobs.mail()
      expect(await subjects(ada)).toHaveLength(isMailed ? 1 : 0)
      // Nobody is told of their own acts.
      expect((await subjects(bob)).filter(subject => subject.startsWith('Bob'))).toEqual([])
      expect(jobs.failures).toEqual([])
    })
  }
}

test('changes of the account have their own mails, and no second one', async () => {
  const jobs = mailJobs(server)
  await server.owner.run(sql`insert into audit_log (event, user_id) values ('password changed', ${ada.user_id})`)
  await jobs.mail()
  expect(await subjects(ada)).toEqual([])
})

test('a mail waits two minutes; comments of this time are told in one mail, later ones in another, without the earlier', async () => {
  const jobs = mailJobs(server)
  const { id } = await requestOf(ada)
  const comment = (member: Member, comment_text: string) =>
    member.does(addIntroductionComment, { requestId: id, comment_text })
  await comment(bob, 'One')
  const [plan] = await server.owner.rows<{ seconds: number }>(
    sql`select extract(epoch from due_at - now())::integer as seconds from notification_mails where user_id = ${ada.user_id}`,
  )
  expect(plan?.seconds).toBeGreaterThan(100)
  await comment(cleo, 'Two')
  await jobs.mail()
  expect(await subjects(ada)).toEqual(['Cleo and Bob commented on your introduction request “Freight”'])
  expect((await mailsTo(server, ada))[0]?.body).toContain('“Two”')
  await comment(bob, 'Three')
  await jobs.mail()
  expect((await subjects(ada))[1]).toBe('Bob commented on your introduction request “Freight”')
})

test('what was read, deleted or muted before the mail leaves is not mailed', async () => {
  const jobs = mailJobs(server)
  await mention()
  await ada.does(markRead, {})
  const reply = await mention()
  await bob.does(deleteReply, { id: reply.id })
  await mention()
  await ada.does(muteMember, { id: idOf(bob) })
  await jobs.mail()
  expect(await subjects(ada)).toEqual([])
  const plans = sql`select 1 from notification_mails where due_at is not null and user_id = ${ada.user_id}`
  expect(await server.owner.rows(plans)).toEqual([])
})

test('a mail that waits in the outbox is deleted when its notification is read, or when its text is deleted', async () => {
  const jobs = mailJobs(server)
  const reply = await mention()
  await mention()
  await jobs.mail()
  expect(await subjects(ada)).toHaveLength(2)
  await bob.does(deleteReply, { id: reply.id })
  expect(await subjects(ada)).toHaveLength(1)
  await ada.does(markRead, {})
  expect(await subjects(ada)).toEqual([])
})

test('one of two texts deleted: the mail that would tell both is not sent', async () => {
  const jobs = mailJobs(server)
  const { id } = await topicOf(ada)
  await ada.does(updateNotificationSettings, { ways: { my_topic_reply: 'mail' } })
  await cleo.does(createReply, { id, content: 'Stays' })
  const secret = await bob.does(createReply, { id, content: 'Regretted' })
  await jobs.mail()
  expect((await mailsTo(server, ada))[0]?.body).toContain('Regretted')
  await bob.does(deleteReply, { id: secret.id })
  expect(await mailsTo(server, ada)).toEqual([])
  await jobs.mail()
  const [mail] = await mailsTo(server, ada)
  expect(mail?.body).toContain('Stays')
  expect(mail?.body).not.toContain('Regretted')
})

test('a text that is deleted while the mail about it is written is not mailed', async () => {
  const jobs = mailJobs(server)
  const { id } = await topicOf(ada)
  await ada.does(updateNotificationSettings, { ways: { my_topic_reply: 'mail' } })
  await cleo.does(createReply, { id, content: 'Stays' })
  const secret = await bob.does(createReply, { id, content: 'Regretted' })
  await notifyFollowers(server)
  let written: Promise<void> = Promise.resolve()
  await server.db.asMember({ user_id: bob.user_id, profile_id: idOf(bob) }, async tx => {
    await tx.run(sql`delete from comments where id = ${secret.id}`)
    written = jobs.mail()
    await expect
      .poll(() =>
        server.owner.rows(
          sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      )
      .toHaveLength(1)
  })
  await written
  expect((await mailsTo(server, ada)).map(mail => mail.body).join()).not.toContain('Regretted')
})

test('a mail that waits for the mail server is not sent to an account that does not want it any more', async () => {
  const acts: Record<string, () => Promise<unknown>> = {
    disabled: () => server.owner.run(sql`update users set disabled_at = now() where id = ${ada.user_id}`),
    'mails switched off': () => ada.does(updateNotificationSettings, { ways: { mention: 'app' } }),
    muted: () => ada.does(muteMember, { id: idOf(bob) }),
  }
  for (const [name, act] of Object.entries(acts)) {
    ada = await server.member('Ada')
    const jobs = mailJobs(server)
    await mention()
    await jobs.mail()
    expect(await subjects(ada)).toHaveLength(1)
    await act()
    expect([name, await subjects(ada)]).toEqual([name, []])
    await jobs.mail()
    expect([name, await subjects(ada)]).toEqual([name, []])
  }
})

test('a waiting mail follows a changed address, and links to the former address end', async () => {
  const jobs = mailJobs(server)
  await mention()
  await jobs.mail()
  const links = sql`select 1 from signed_links where user_id = ${ada.user_id} and purpose = 'unsubscribe'`
  expect(await server.owner.rows(links)).toHaveLength(1)
  await server.owner.run(sql`update users set email = 'ada.new@example.com' where id = ${ada.user_id}`)
  expect(await subjects(ada)).toEqual([])
  expect(await server.owner.rows(links)).toEqual([])
  await jobs.mail()
  expect(await subjects({ ...ada, email: 'ada.new@example.com' })).toEqual(['Bob mentioned you in the topic “Payroll”'])
})

test('a mail that waits is not tried for ever, and two that wait do not tell an act twice', async () => {
  const jobs = mailJobs(server)
  await mention('One for @Ada')
  await jobs.mail()
  const { id } = await server.owner.one<{ id: number }>(sql`select max(id)::integer as id from posts`)
  await bob.does(createReply, { id, content: 'Two for @Ada', mentions: [idOf(ada)] })
  await jobs.mail()
  expect(await subjects(ada)).toHaveLength(2)
  const wait = sql`update outbox set created_at = created_at - interval '61 minutes' where id = (select min(id) from outbox where member_mail_id is not null)`
  await server.owner.run(wait)
  await jobs.mail()
  const [mail, ...more] = await mailsTo(server, ada)
  expect(more).toEqual([])
  expect(mail?.body).toContain('Two for @Ada')
  await server.owner.run(
    sql`update notifications set latest_at = latest_at - interval '2 days' where user_id = ${ada.user_id}`,
  )
  await server.owner.run(wait)
  await jobs.mail()
  expect(await subjects(ada)).toEqual([])
})

test('a mail that waits for more than an hour is written anew, with the present words', async () => {
  const jobs = mailJobs(server)
  const reply = await mention('Ask @Ada about Gusto')
  await jobs.mail()
  await bob.does(updateReply, { id: reply.id, content: 'Ask @Ada about Deel', mentions: [idOf(ada)] })
  await server.owner.run(sql`update outbox set created_at = created_at - interval '61 minutes'`)
  await jobs.mail()
  const mails = await mailsTo(server, ada)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.body).toContain('Deel')
})

test('the choice when the mail leaves counts', async () => {
  const jobs = mailJobs(server)
  await mention()
  await ada.does(updateNotificationSettings, { ways: { mention: 'app' } })
  await jobs.mail()
  expect(await subjects(ada)).toEqual([])
})

test('disabled accounts get no mail, nor unconfirmed addresses where confirmation is on', async () => {
  await mention()
  await server.owner.run(sql`update users set disabled_at = now() where id = ${ada.user_id}`)
  await mailJobs(server).mail()
  expect(await subjects(ada)).toEqual([])

  ada = await server.member('Ada')
  await mention()
  await mailJobs(server, { emailConfirmation: true }).mail()
  expect(await subjects(ada)).toEqual([])
  await mention()
  await server.owner.run(sql`update users set email_confirmed_at = now() where id = ${ada.user_id}`)
  await mailJobs(server, { emailConfirmation: true }).mail()
  expect(await subjects(ada)).toHaveLength(1)
})

test('without a mail server nothing is queued, and nothing old is mailed when there is one later', async () => {
  await mention()
  await mailJobs(server, { smtpUrl: undefined }).mail()
  expect(await server.owner.rows(sql`select 1 from outbox where recipient = ${ada.email}`)).toEqual([])
  await mailJobs(server).mail()
  expect(await subjects(ada)).toEqual([])
})

test('at most ten mails a day; eight processes mail each notification once', async () => {
  for (let i = 0; i < 4; i++) for (const by of [bob, cleo, await server.member('Dora')]) await mention(undefined, by)
  const processes = Array.from({ length: 8 }, () => mailJobs(server))
  await processes[0]?.mail()
  expect(await subjects(ada)).toHaveLength(10)
  await server.owner.run(sql`update member_mails set at = at - interval '25 hours' where user_id = ${ada.user_id}`)
  for (let i = 0; i < 5; i++) await mention()
  await Promise.all(processes.map(({ mail }) => mail()))
  expect(await subjects(ada)).toHaveLength(15)
  expect(processes.flatMap(({ failures }) => failures)).toEqual([])
})

test('at most five mails a day about what one member did, so that those of others are still mailed', async () => {
  const jobs = mailJobs(server)
  for (let i = 0; i < 7; i++) {
    const { id } = await requestOf(bob, { target_profile_id: idOf(ada) })
    await bob.does(updateIntroductionRequest, { id, status: 'declined' })
  }
  await jobs.mail()
  expect(await subjects(ada)).toEqual(Array(5).fill('Bob named you as target of “Freight”'))
  await mention(undefined, cleo)
  await jobs.mail()
  expect(await subjects(ada)).toContain('Cleo mentioned you in the topic “Payroll”')
})

test('no mail in the quiet hours: it leaves at their end', async () => {
  const jobs = mailJobs(server)
  const clock = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)
  await ada.does(updateNotificationSettings, { time_zone: 'Etc/UTC', quiet_from: clock(-60), quiet_until: clock(60) })
  await mention()
  await jobs.mail()
  expect(await subjects(ada)).toEqual([])
  const [plan] = await server.owner.rows<{ minutes: number }>(
    sql`select extract(epoch from due_at - now())::integer / 60 as minutes from notification_mails where user_id = ${ada.user_id}`,
  )
  expect(plan?.minutes).toBeGreaterThan(55)
  expect(plan?.minutes).toBeLessThanOrEqual(60)
  await ada.does(updateNotificationSettings, { quiet_from: clock(-60), quiet_until: clock(-30) })
  await server.owner.run(sql`update notification_mails set due_at = now() where user_id = ${ada.user_id}`)
  await jobs.mail()
  expect(await subjects(ada)).toHaveLength(1)
})

test('a time zone that PostgreSQL does not know stops nobody’s mails', async () => {
  const jobs = mailJobs(server)
  await cleo.does(updateNotificationSettings, { ways: { my_topic_reply: 'mail' } })
  await server.owner.run(
    sql`update notification_settings set time_zone = 'Mars/Olympus' where user_id = ${cleo.user_id}`,
  )
  await mention()
  await jobs.mail()
  expect(await subjects(ada)).toHaveLength(1)
  expect(await subjects(cleo)).toHaveLength(1)
})

test('an anonymous act names nobody, and a mail contains no more than its recipient may read', async () => {
  const jobs = mailJobs(server)
  const secret = await server.member('Sigrid Hemlig')
  await ada.does(updateNotificationSettings, { ways: { my_topic_reply: 'mail', investor_comment: 'mail' } })
  const { id } = await topicOf(ada)
  await secret.does(createReply, { id, content: 'Between us', is_anonymous: true })
  const investor = await ada.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  await secret.does(postComment, { id: investor.id, content: 'My private note', is_private: true })
  await jobs.mail()
  expect(await subjects(ada)).toEqual(['Somebody replied anonymously to your topic “Payroll”'])
  const bytes = JSON.stringify(await mailsTo(server, ada))
  expect(bytes).toContain('Between us')
  for (const leak of ['Sigrid', 'Hemlig', secret.user_id, secret.email, 'My private note'])
    expect(bytes).not.toContain(leak)
})

test('texts of members are escaped in HTML and cannot add headers', async () => {
  const jobs = mailJobs(server)
  const title = 'A <b>bold</b> & "quoted"\u2028title\u202e'
  const { id } = await cleo.does(createTopic, { title, content: 'Text' })
  await bob.does(createReply, { id, content: '@Ada <img src="https://evil.example/x"> hi', mentions: [idOf(ada)] })
  await jobs.mail()
  const [mail] = await mailsTo(server, ada)
  expect(mail?.subject).toBe('Bob mentioned you in the topic “A <b>bold</b> & "quoted" title”')
  expect(mail?.html).toContain('A &lt;b&gt;bold&lt;/b&gt; &amp; &quot;quoted&quot;')
  expect(mail?.html).not.toMatch(/<(img|script|link)|url\(| src="/i)
  expect(mail?.headers).toEqual({
    'List-Unsubscribe': expect.stringMatching(/^<http:\/\/localhost:3000\/unsubscribe\?token=[\w-]{43}>$/),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'Auto-Submitted': 'auto-generated',
  })
  for (const part of [mail?.body, mail?.html]) {
    expect(part).toContain(`http://localhost:3000/forum/${id}`)
    expect(part).toContain('http://localhost:3000/settings')
    expect(part).toContain('http://localhost:3000/unsubscribe?token=')
  }
})
