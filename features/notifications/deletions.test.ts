import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { clean } from '../../server/jobs/cleaning.ts'
import { notifyFollowers as runFanOutOf } from '../../tests/notify-followers.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createReply, createTopic, deleteReply, deleteTopic, followTopic } from '../forum/contract.ts'
import { notifyFollowers } from '../forum/followers.ts'
import {
  addIntroductionComment,
  createIntroductionRequest,
  deleteIntroductionRequest,
  updateIntroductionRequest,
} from '../introductions/contract.ts'
import { listNotifications } from './contract.ts'

let server: TestServer
let ada: Member
let bob: Member
let cleo: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  bob = await server.member('Bob')
  cleo = await server.member('Cleo')
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.owner.run(sql`delete from notifications`)
  await server.owner.run(sql`delete from notification_acts`)
})

const runFanOut = () => runFanOutOf(server)
/** 'kind: who' of each notification, the latest first. */
async function told(member: Member) {
  await runFanOut()
  return (await member.does(listNotifications, {})).map(
    ({ kind, actors }) => `${kind}: ${actors.map(actor => actor.full_name).join(' and ')}`,
  )
}
const topicOf = (member: Member) => member.does(createTopic, { title: 'Payroll', content: 'Who does it?' })

/** So many transactions wait for a lock. */
const untilWaiting = (count: number) =>
  expect
    .poll(() =>
      server.owner.rows(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    )
    .toHaveLength(count)

test('a reply or topic that is deleted while its followers are told tells nobody', async () => {
  for (const what of ['reply', 'topic'] as const) {
    const { id } = await topicOf(ada)
    const reply = await bob.does(createReply, { id, content: 'Regretted' })
    let removed: Promise<unknown> = Promise.resolve()
    await server.db.asSystem(async tx => {
      await tx.run(sql`select notify_followers(${reply.id}, null, 500)`)
      removed = what === 'reply' ? bob.does(deleteReply, { id: reply.id }) : ada.does(deleteTopic, { id })
      await untilWaiting(1)
    })
    await removed
    await server.owner.run(sql`delete from jobs.job_common where name = 'notifying'`)
    expect(await told(ada)).toEqual([])
  }
})

test('deleted texts and topics take their notifications with them', async () => {
  const { id } = await topicOf(ada)
  const one = await bob.does(createReply, { id, content: 'One' })
  await cleo.does(createReply, { id, content: 'Two' })
  await runFanOut()
  await bob.does(deleteReply, { id: one.id })
  expect(await told(ada)).toEqual(['my_topic_reply: Cleo'])
  await ada.does(deleteTopic, { id })
  expect(await told(ada)).toEqual([])
  expect(await told(bob)).toEqual([])
  const notifications = sql`select 1 from notifications where thread_kind = 'topic' and thread_id = ${String(id)}`
  expect(await server.owner.rows(notifications)).toEqual([])
  // The acts go later.
  await clean(server.db, server.config, error => expect.fail(String(error)))
  expect(await server.owner.rows(sql`select 1 from notification_acts`)).toEqual([])
  expect(await server.owner.rows(sql`select 1 from forgotten_subjects`)).toEqual([])
})

test('a deleted request takes every act about it with it', async () => {
  const details = { request_title: 'Freight', context: 'Looking for pilots', your_company: 'Lake' }
  const { id } = await ada.does(createIntroductionRequest, { ...details, target_profile_id: bob.profile_id })
  await cleo.does(addIntroductionComment, { requestId: id, comment_text: 'I know him' })
  await ada.does(updateIntroductionRequest, { id, status: 'in_progress' })
  const acts = sql`select distinct subject_kind from notification_acts order by 1`
  expect(await server.owner.rows(acts)).toEqual(
    ['request', 'request_comment', 'status'].map(subject_kind => ({ subject_kind })),
  )
  await ada.does(deleteIntroductionRequest, { id })
  await clean(server.db, server.config, error => expect.fail(String(error)))
  expect(await server.owner.rows(acts)).toEqual([])
})

test('a reply is deleted while followers are told of another one: neither transaction fails', async () => {
  const [first, second] = [await server.member('Dana'), await server.member('Eli')].sort((a, b) =>
    a.user_id < b.user_id ? -1 : 1,
  ) as [Member, Member]
  const { id } = await topicOf(ada)
  // The notification of the second member is the older one: without an order, it would be locked first.
  await second.does(followTopic, { id })
  await bob.does(createReply, { id, content: 'One' })
  await runFanOut()
  await first.does(followTopic, { id })
  const deleted = await bob.does(createReply, { id, content: 'Two' })
  await runFanOut()
  const other = await cleo.does(createReply, { id, content: 'Three' })

  const both: Promise<unknown>[] = []
  const me = { user_id: first.user_id, profile_id: first.profile_id ?? 0 }
  await server.db.asMember(me, async tx => {
    await tx.run(sql`select from notifications for update`)
    both.push(notifyFollowers(server.db, other.id))
    await untilWaiting(1)
    both.push(bob.does(deleteReply, { id: deleted.id }))
    await untilWaiting(2)
  })
  await Promise.all(both)
  expect(await told(first)).toEqual(['followed_topic_reply: Cleo'])
  expect(await told(second)).toEqual(['followed_topic_reply: Cleo and Bob'])
})
