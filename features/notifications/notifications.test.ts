import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { clean } from '../../server/jobs/cleaning.ts'
import { notifyFollowers } from '../../tests/notify-followers.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createEvent, deleteEvent, updateEvent } from '../events/contract.ts'
import {
  createReply,
  createTopic,
  deleteTopic,
  followTopic,
  likeTopic,
  unfollowTopic,
  unlikeTopic,
  updateReply,
} from '../forum/contract.ts'
import {
  addIntroductionComment,
  createIntroductionRequest,
  deleteIntroductionRequest,
  updateIntroductionRequest,
} from '../introductions/contract.ts'
import { addInvestor, postComment, updateComment } from '../investors/contract.ts'
import { countUnread, listNotifications, markRead, muteMember, type Notification, unmuteMember } from './contract.ts'
import type { Subject } from './shared/subjects.ts'

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

const idOf = ({ profile_id }: Member) => profile_id ?? 0

const runFanOut = () => notifyFollowers(server)

/** 'kind: who, title' of each notification, the latest first. */
async function told(member: Member) {
  await runFanOut()
  return (await member.does(listNotifications, {})).map(inWords)
}
const inWords = ({ kind, actors, title, detail }: Notification) =>
  [`${kind}: ${actors.map(actor => actor.full_name).join(' and ') || 'somebody'}`, title, detail]
    .filter(Boolean)
    .join(', ')

const topicOf = (member: Member, more = {}) =>
  member.does(createTopic, { title: 'Payroll', content: 'Who does it?', ...more })
const requestOf = (member: Member, more = {}) =>
  member.does(createIntroductionRequest, {
    request_title: 'Freight',
    context: 'Looking for pilots',
    your_company: 'Lakeside',
    ...more,
  })

test('a reply tells the author of the topic and its followers, but not the one who wrote it', async () => {
  const { id } = await topicOf(ada)
  await cleo.does(followTopic, { id })
  await bob.does(createReply, { id, content: 'We use Gusto.' })
  expect(await told(ada)).toEqual(['my_topic_reply: Bob, Payroll'])
  expect(await told(cleo)).toEqual(['followed_topic_reply: Bob, Payroll'])
  expect(await told(bob)).toEqual([])
  // Replying follows the topic.
  await ada.does(createReply, { id, content: 'Thank you.' })
  expect(await told(bob)).toEqual(['followed_topic_reply: Ada, Payroll'])
})

test('who unfollows a topic is not told of later replies; who follows later, not of earlier ones', async () => {
  const { id } = await topicOf(ada)
  await ada.does(unfollowTopic, { id })
  await bob.does(createReply, { id, content: 'One' })
  await cleo.does(followTopic, { id })
  expect(await told(ada)).toEqual([])
  expect(await told(cleo)).toEqual([])
})

test('an anonymous reply tells without a name, and does not tell its own author', async () => {
  const { id } = await topicOf(ada, { is_anonymous: true })
  await bob.does(createReply, { id, content: 'Between us', is_anonymous: true })
  await ada.does(createReply, { id, content: 'Thank you', is_anonymous: true })
  expect(await told(ada)).toEqual(['my_topic_reply: somebody, Payroll'])
  expect(await told(bob)).toEqual(['followed_topic_reply: somebody, Payroll'])
  const stored = await server.owner.rows(sql`select 1 from notification_acts where actor_id is not null`)
  expect(stored).toEqual([])
  const raw = (await ada.asks('GET', '/api/notifications')).text
  expect(raw).not.toContain('Bob')
  expect(raw).not.toContain(bob.user_id)
})

test('replies are gathered until they are read, and lead to the first of them', async () => {
  const { id } = await topicOf(ada)
  const first = await bob.does(createReply, { id, content: 'One' })
  await cleo.does(createReply, { id, content: 'Two' })
  await bob.does(createReply, { id, content: 'Three' })
  await runFanOut()
  const [gathered, ...others] = await ada.does(listNotifications, {})
  expect(others).toEqual([])
  expect(gathered).toMatchObject({
    kind: 'my_topic_reply',
    thread_kind: 'topic',
    thread_id: String(id),
    subject_id: first.id,
    excerpt: 'Three',
    actors_count: 2,
    acts_count: 3,
    is_read: false,
  })
  expect(gathered?.actors.map(actor => actor.full_name)).toEqual(['Bob', 'Cleo'])
  expect(await ada.does(countUnread, {})).toMatchObject({ count: 1 })

  expect(await ada.does(markRead, { thread_kind: 'topic', thread_id: String(id) })).toMatchObject({ count: 0 })
  await cleo.does(createReply, { id, content: 'Four' })
  expect(await told(ada)).toEqual(['my_topic_reply: Cleo, Payroll', 'my_topic_reply: Bob and Cleo, Payroll'])
  expect((await ada.does(listNotifications, { unread: 'true' })).map(n => n.excerpt)).toEqual(['Four'])
})

test('an anonymous reply among named ones is counted apart, and the excerpt is known to be its own', async () => {
  const { id } = await topicOf(ada)
  await cleo.does(createReply, { id, content: 'Named' })
  await bob.does(createReply, { id, content: 'Between us', is_anonymous: true })
  await runFanOut()
  const one = async () => (await ada.does(listNotifications, {}))[0]
  const named = { actors_count: 1, anonymous_count: 1 }
  expect(await one()).toMatchObject({ ...named, acts_count: 2, is_anonymous: true, excerpt: 'Between us' })
  await cleo.does(createReply, { id, content: 'Named again' })
  await runFanOut()
  expect(await one()).toMatchObject({ ...named, acts_count: 3, is_anonymous: false, excerpt: 'Named again' })
})

test('the count tells where unread notifications lead, so that opening the place can mark them', async () => {
  const [topic, other] = [await topicOf(ada), await topicOf(ada)]
  await bob.does(likeTopic, { id: topic.id })
  await cleo.does(createReply, { id: topic.id, content: 'One' })
  await bob.does(likeTopic, { id: other.id })
  await runFanOut()
  const { count, threads } = await ada.does(countUnread, {})
  expect([count, threads.sort()]).toEqual([3, [`topic/${topic.id}`, `topic/${other.id}`].sort()])
  const left = await ada.does(markRead, { thread_kind: 'topic', thread_id: String(topic.id) })
  expect(left).toEqual({ count: 1, threads: [`topic/${other.id}`] })
})

test('the count tells of the account too, and its notifications are marked together', async () => {
  await server.owner.run(sql`
    insert into notifications (user_id, kind, thread_kind, thread_id)
    values (${ada.user_id}, 'account_safety', 'account', 'password'), (${ada.user_id}, 'account_safety', 'account', 'email')`)
  expect(await ada.does(countUnread, {})).toEqual({ count: 2, threads: ['account'] })
  expect(await ada.does(markRead, { thread_kind: 'account' })).toEqual({ count: 0, threads: [] })
})

test('the list and marking can be restricted to a subject', async () => {
  const { id } = await topicOf(ada)
  await bob.does(likeTopic, { id })
  await bob.does(createReply, { id, content: 'One' })
  const request = await requestOf(ada)
  await bob.does(addIntroductionComment, { requestId: request.id, comment_text: 'I know one' })
  await runFanOut()
  const kindsOf = async (query: { about: Subject; unread?: 'true' }) =>
    (await ada.does(listNotifications, query)).map(({ kind }) => kind)
  expect(await kindsOf({ about: 'likes' })).toEqual(['topic_like'])
  expect(await kindsOf({ about: 'replies' })).toEqual(['my_topic_reply'])
  expect(await kindsOf({ about: 'introductions' })).toEqual(['my_request_comment'])
  expect(await kindsOf({ about: 'events' })).toEqual([])
  expect(await ada.does(markRead, { about: 'replies' })).toMatchObject({ count: 2 })
  expect(await kindsOf({ about: 'replies', unread: 'true' })).toEqual([])
  expect(await kindsOf({ about: 'likes', unread: 'true' })).toEqual(['topic_like'])
  expect((await ada.asks('GET', '/api/notifications?about=nonsense')).status).toBe(400)
})

test('likes are gathered, and liking again tells nothing new', async () => {
  const { id } = await topicOf(ada)
  for (const member of [bob, cleo, ada]) await member.does(likeTopic, { id })
  expect(await told(ada)).toEqual(['topic_like: Cleo and Bob, Payroll'])
  // Taken back before it was read.
  await bob.does(unlikeTopic, { id })
  expect(await told(ada)).toEqual(['topic_like: Cleo, Payroll'])
  await ada.does(markRead, {})
  await cleo.does(unlikeTopic, { id })
  await cleo.does(likeTopic, { id })
  expect(await ada.does(countUnread, {})).toMatchObject({ count: 0 })
})

test('a like that is taken back is not shown, and does not tell again', async () => {
  const { id } = await topicOf(ada)
  await bob.does(likeTopic, { id })
  await bob.does(unlikeTopic, { id })
  expect(await told(ada)).toEqual([])
  await bob.does(likeTopic, { id })
  expect(await told(ada)).toEqual([])
  await cleo.does(likeTopic, { id })
  expect(await told(ada)).toEqual(['topic_like: Cleo, Payroll'])
  await ada.does(deleteTopic, { id })
  await clean(server.db, server.config, error => expect.fail(String(error)))
  expect(await server.owner.rows(sql`select 1 from notification_acts`)).toEqual([])
})

test('who likes an anonymous topic is not named, not even to its author', async () => {
  const { id } = await topicOf(ada, { is_anonymous: true })
  await bob.does(likeTopic, { id })
  expect(await told(ada)).toEqual(['topic_like: somebody, Payroll'])
})

test('a mention tells the one whose name was picked and is in the text, once, instead of the reply', async () => {
  const { id } = await topicOf(ada)
  await cleo.does(followTopic, { id })
  const reply = await bob.does(createReply, { id, content: 'Ask @Cleo.', mentions: [idOf(cleo), idOf(ada)] })
  expect(await told(cleo)).toEqual(['mention: Bob, Payroll'])
  expect(await told(ada)).toEqual(['my_topic_reply: Bob, Payroll'])
  await bob.does(updateReply, { id: reply.id, content: 'Do ask @Cleo.', mentions: [idOf(cleo)] })
  expect((await ada.does(listNotifications, {}))[0]?.acts_count).toBe(1)
  expect((await cleo.does(listNotifications, {}))[0]?.acts_count).toBe(1)
})

test('mentions in anonymous and private texts tell nobody, and a text has at most ten', async () => {
  const { id } = await topicOf(ada, { content: 'Ask @Bob', is_anonymous: true, mentions: [idOf(bob)] })
  await ada.does(createReply, { id, content: 'Or @Cleo', is_anonymous: true, mentions: [idOf(cleo)] })
  const investor = await ada.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  await ada.does(postComment, { id: investor.id, content: '@Bob knows', is_private: true, mentions: [idOf(bob)] })
  expect(await told(bob)).toEqual([])
  expect(await told(cleo)).toEqual([])
  const tooMany = { content: 'Everybody', mentions: Array(11).fill(idOf(bob)) }
  expect(await ada.tries('POST', `/api/posts/${id}/comments`, tooMany)).toBe(400)
})

test('edits of a text tell at most ten members in all', async () => {
  const { id } = await topicOf(ada)
  const people: { name: string; member: Member }[] = []
  for (let n = 1; n <= 12; n++) people.push({ name: `Person ${n}.`, member: await server.member(`Person ${n}.`) })
  const naming = (some: typeof people) => ({
    content: some.map(({ name }) => `@${name}`).join(' '),
    mentions: some.map(({ member }) => idOf(member)),
  })
  const reply = await bob.does(createReply, { id, ...naming(people.slice(0, 8)) })
  await bob.does(updateReply, { id: reply.id, ...naming(people.slice(4)) })
  const counts = await Promise.all(people.map(async ({ member }) => (await told(member)).length))
  expect(counts).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0])
})

test('a request tells its target, a comment the requester and those who commented, a new status all of them', async () => {
  const { id } = await requestOf(ada, { target_person: 'Cleo', target_profile_id: idOf(cleo) })
  expect(await told(cleo)).toEqual(['request_target: Ada, Freight'])
  await bob.does(addIntroductionComment, { requestId: id, comment_text: 'I know her' })
  expect(await told(ada)).toEqual(['my_request_comment: Bob, Freight'])
  expect(await told(cleo)).toEqual(['request_target: Ada, Freight'])
  await ada.does(addIntroductionComment, { requestId: id, comment_text: 'Great' })
  expect(await told(bob)).toEqual(['joined_request_comment: Ada, Freight'])

  for (const member of [bob, cleo]) await member.does(markRead, {})
  for (const status of ['in_progress', 'pending', 'in_progress'] as const)
    await ada.does(updateIntroductionRequest, { id, status })
  const unread = async (member: Member) => (await member.does(listNotifications, { unread: 'true' })).map(inWords)
  for (const member of [bob, cleo]) expect(await unread(member)).toEqual(['request_status: Ada, Freight, pending'])
  for (const member of [bob, cleo]) await member.does(markRead, {})
  await ada.does(updateIntroductionRequest, { id, status: 'pending' })
  expect(await unread(bob)).toEqual([])
  await ada.does(updateIntroductionRequest, { id, status: 'completed' })
  expect(await unread(bob)).toEqual(['request_status: Ada, Freight, completed'])

  await ada.does(deleteIntroductionRequest, { id })
  for (const member of [ada, bob, cleo]) expect(await told(member)).toEqual([])
})

test('another picked target: the first is not named any more, and a request tells at most ten', async () => {
  const { id } = await requestOf(bob, { target_person: 'Ada', target_profile_id: idOf(ada) })
  expect(await told(ada)).toEqual(['request_target: Bob, Freight'])
  await bob.does(updateIntroductionRequest, { id, target_person: 'Cleo', target_profile_id: idOf(cleo) })
  expect(await told(ada)).toEqual([])
  expect(await told(cleo)).toEqual(['request_target: Bob, Freight'])
  await bob.does(updateIntroductionRequest, { id, target_person: 'Ada', target_profile_id: idOf(ada) })
  expect(await told(ada)).toEqual([])
  expect(await told(cleo)).toEqual([])
  for (let n = 3; n <= 12; n++) {
    const other = await server.member(`Member ${n}`)
    await bob.does(updateIntroductionRequest, { id, target_person: `Member ${n}`, target_profile_id: idOf(other) })
    expect((await told(other)).length).toBe(n <= 10 ? 1 : 0)
  }
})

test('another name typed over a picked target is not that member', async () => {
  const { id } = await requestOf(ada, { target_person: 'Cleo', target_profile_id: idOf(cleo) })
  await ada.does(updateIntroductionRequest, { id, target_person: 'Somebody else' })
  const [row] = await server.owner.rows(sql`select target_profile_id from introduction_requests where id = ${id}`)
  expect(row).toEqual({ target_profile_id: null })
  expect(
    await ada.tries('POST', '/api/direct-introduction-requests', {
      request_title: 'Freight',
      context: 'Looking for pilots',
      your_company: 'C',
      target_profile_id: 999_999,
    }),
  ).toBe(409)
})

test('a public comment on an investor tells who added it and who commented; a private one nobody', async () => {
  const { id } = await ada.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  await cleo.does(postComment, { id, content: 'My own note', is_private: true })
  expect(await told(ada)).toEqual([])
  const comment = await bob.does(postComment, { id, content: 'Answers quickly', rating: 4 })
  expect(await told(ada)).toEqual(['investor_comment: Bob, Ines Vela, Prairie Seed'])
  expect(await told(cleo)).toEqual(['investor_comment: Bob, Ines Vela, Prairie Seed'])
  // Made private, and public again: it is not shown, and does not tell a second time.
  await bob.does(updateComment, { id: comment.id, is_private: true })
  expect(await told(ada)).toEqual([])
  await bob.does(updateComment, { id: comment.id, is_private: false })
  expect(await told(ada)).toEqual([])
  const later = await bob.does(postComment, { id, content: 'First private', is_private: true })
  expect(await told(ada)).toEqual([])
  await bob.does(updateComment, { id: later.id, is_private: false })
  expect(await told(ada)).toEqual(['investor_comment: Bob, Ines Vela, Prairie Seed'])
})

test('a change or the deletion of an event by somebody else tells who added it', async () => {
  const { id } = await ada.does(createEvent, {
    title: 'Demo day',
    description: 'Six pitches',
    location: 'mHUB',
    event_date: '2030-06-01',
  })
  await ada.does(updateEvent, { id, description: 'Seven pitches' })
  expect(await told(ada)).toEqual([])
  await bob.does(updateEvent, { id, description: 'Eight pitches' })
  expect(await told(ada)).toEqual(['event_change: Bob, Demo day, updated'])
  await cleo.does(deleteEvent, { id })
  expect(await told(ada)).toEqual(['event_change: Cleo and Bob, Demo day, deleted'])
})

test('what the operator hides tells nobody, not even when it is shown again', async () => {
  const { id } = await topicOf(ada)
  await bob.does(createReply, { id, content: 'One' })
  await runFanOut()
  const { commands } = await import('../operator/commands.ts')
  await commands.hide?.run(server.owner, 'post', String(id))
  expect(await told(ada)).toEqual([])
  await commands.show?.run(server.owner, 'post', String(id))
  expect(await told(ada)).toEqual([])
  // It is still followed.
  await cleo.does(createReply, { id, content: 'Two' })
  expect(await told(ada)).toEqual(['my_topic_reply: Cleo, Payroll'])
})

test('a muted member tells nothing, except anonymously: a gap would name them', async () => {
  const { id } = await topicOf(ada)
  await ada.does(muteMember, { id: idOf(bob) })
  await bob.does(createReply, { id, content: 'Hello @Ada', mentions: [idOf(ada)] })
  await bob.does(likeTopic, { id })
  await requestOf(bob, { target_person: 'Ada', target_profile_id: idOf(ada) })
  expect(await told(ada)).toEqual([])
  await bob.does(createReply, { id, content: 'Psst', is_anonymous: true })
  expect(await told(ada)).toEqual(['my_topic_reply: somebody, Payroll'])
  await ada.does(unmuteMember, { id: idOf(bob) })
  await bob.does(createReply, { id, content: 'Again' })
  expect((await told(ada))[0]).toBe('my_topic_reply: Bob, Payroll')
})

test('disabled accounts get nothing; what a member did is forgotten when they leave', async () => {
  const [dora, eli] = [await server.member('Dora'), await server.member('Eli')]
  const { id } = await topicOf(dora)
  await server.owner.run(sql`update users set disabled_at = now() where id = ${dora.user_id}`)
  await eli.does(createReply, { id, content: 'One' })
  await runFanOut()
  expect(await server.owner.rows(sql`select 1 from notifications where user_id = ${dora.user_id}`)).toEqual([])
  const topic = await topicOf(ada)
  await eli.does(likeTopic, { id: topic.id })
  expect(await told(ada)).toEqual(['topic_like: Eli, Payroll'])
  await server.owner.run(sql`select delete_account(${eli.user_id}, 'remove')`)
  expect(await told(ada)).toEqual([])
})

test('nobody reads or marks the notifications of another member', async () => {
  const { id } = await topicOf(ada)
  await bob.does(likeTopic, { id })
  const [mine] = await ada.does(listNotifications, {})
  expect(await bob.does(listNotifications, {})).toEqual([])
  await bob.does(markRead, { notification_id: mine?.id })
  expect(await ada.does(countUnread, {})).toMatchObject({ count: 1 })
  expect(await bob.sql(sql`select 1 from notification_acts`)).toEqual([])
  expect(await bob.sql(sql`update notifications set read_at = now() returning 1`)).toEqual([])
  expect(await bob.sql(sql`select 1 from topic_follows where profile_id <> ${bob.profile_id}`)).toEqual([])
})

test('pages of the list skip and repeat nothing', async () => {
  await server.owner.run(sql`
    with told as (insert into notifications (user_id, kind, thread_kind, thread_id, latest_at)
      select ${ada.user_id}, 'topic_like', 'topic', n::text, '2026-01-01'::timestamptz + n / 3 * interval '1 minute' from generate_series(1, 25) n returning *)
    insert into notification_acts (notification_id, user_id, kind, subject_kind, subject_id) select id, user_id, kind, 'topic', thread_id from told`)
  const all = await ada.does(listNotifications, {})
  expect(all).toHaveLength(25)
  expect(await ada.pages('/api/notifications?limit=4')).toEqual(all)
  expect(await ada.does(markRead, { until: all[10]?.at })).toMatchObject({
    count: all.findIndex(n => n.at === all[10]?.at),
  })
})
