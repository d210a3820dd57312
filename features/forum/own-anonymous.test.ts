import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { openStream } from '../../tests/server/stream.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { listActivity } from '../activity/contract.ts'
import { getHome } from '../home/contract.ts'
import { createReply, createTopic, getTopic, likeTopic, listReplies, listTopics, updateTopic } from './contract.ts'

let server: TestServer
let url: string
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  url = await server.listen()
  ada = await server.member('Ada Unmistakable')
  bob = await server.member('Bob')
})
afterAll(() => server.close())

const hidden = { title: 'My co-founder left', content: 'What now?', is_anonymous: true }
const likesTold = async (who: Member, id: number) =>
  [...(await who.does(listActivity, {})), ...(await who.does(getHome, {})).activities].filter(
    item => item.kind === 'like' && item.subject_id === id,
  )
const likers = async (who: Member, id: number) =>
  (await who.sql<{ profile_id: number }>(sql`select profile_id from post_likes where post_id = ${id}`)).map(
    row => row.profile_id,
  )

test('who likes an anonymous topic is told to nobody: its author could be among them', async () => {
  const topic = await ada.does(createTopic, hidden)
  expect(await ada.does(likeTopic, { id: topic.id })).toMatchObject({ is_liked: true, likes_count: 1 })
  await bob.does(likeTopic, { id: topic.id })
  for (const who of [ada, bob]) expect(await likesTold(who, topic.id)).toEqual([])
  expect(await bob.does(getTopic, { id: topic.id })).toMatchObject({ is_liked: true, likes_count: 2 })
  // Neither do the tables tell it.
  expect(await likers(bob, topic.id)).toEqual([bob.profile_id])
  expect(await likers(ada, topic.id)).toEqual([ada.profile_id])
  const told = await bob.sql(sql`select * from activity where kind = 'like' and actor_id is not null`)
  expect(told).toEqual([])
})

test('who likes a topic with a name is told as before', async () => {
  const topic = await ada.does(createTopic, { title: 'Demo day', content: 'Who comes?' })
  await bob.does(likeTopic, { id: topic.id })
  expect((await likesTold(ada, topic.id)).map(item => item.actor.full_name)).toEqual(['Bob', 'Bob'])
  expect(await likers(ada, topic.id)).toEqual([bob.profile_id])
})

test('a member is told which anonymous topics and replies are their own; nobody else is', async () => {
  const topic = await ada.does(createTopic, hidden)
  const reply = await ada.does(createReply, { id: topic.id, content: 'Me again.', is_anonymous: true })
  expect([topic.is_mine, reply.is_mine]).toEqual([true, true])
  const seenBy = async (who: Member) => ({
    list: (await who.does(listTopics, {})).find(one => one.id === topic.id)?.is_mine,
    topic: (await who.does(getTopic, { id: topic.id })).is_mine,
    reply: (await who.does(listReplies, { id: topic.id })).map(one => one.is_mine),
    home: (await who.does(getHome, {})).topics.find(one => one.id === topic.id)?.is_mine,
  })
  const boot = async (who: Member) => (await who.asks('GET', `/forum/${topic.id}`)).text.match(/"is_mine" ?: ?true/g)
  expect(await seenBy(ada)).toEqual({ list: true, topic: true, reply: [true], home: true })
  // After its author has read it: nothing of their answer is kept for others.
  expect(await seenBy(bob)).toEqual({ list: false, topic: false, reply: [false], home: false })
  expect(await boot(ada)).toHaveLength(2)
  expect(await boot(bob)).toBeNull()
  expect(await ada.does(updateTopic, { id: topic.id, title: 'Solved' })).toMatchObject({ is_mine: true })
})

test('a change of an anonymous topic tells the others which topic, not whose', async () => {
  const stream = await openStream(url, bob.cookies)
  await expect.poll(() => stream.messages.length).toBeGreaterThan(0)
  const topic = await ada.does(createTopic, hidden)
  await ada.does(likeTopic, { id: topic.id })
  const ofTopic = () => stream.changes.filter(one => one.id === topic.id)
  await expect.poll(() => ofTopic().length).toBeGreaterThan(0)
  await stream.close()
  for (const change of ofTopic()) expect(Object.keys(change).sort()).toEqual(['id', 'kind', 'op', 'parent'])
  expect(new Set(ofTopic().map(one => one.kind))).toEqual(new Set(['posts']))
})

test('an author who likes their own anonymous topic and leaves moves nothing that could be watched', async () => {
  const lea = await server.member('Lea')
  const secret = await lea.does(createTopic, hidden)
  const named = await bob.does(createTopic, { title: 'Of Bob', content: 'Bob asks' })
  for (const { id } of [secret, named]) await lea.does(likeTopic, { id })
  const seen = () => bob.does(getTopic, { id: secret.id })
  const before = await seen()
  const stream = await openStream(url, bob.cookies)
  // Up to here it may still tell of the likes.
  const { id: mark } = await bob.does(createTopic, { title: 'Until here', content: 'And no further' })
  await expect.poll(() => stream.changes.some(one => one.id === mark)).toBe(true)
  const told = stream.changes.length
  expect(await lea.tries('POST', '/api/account/delete', { password: PASSWORD, content: 'anonymise' })).toBe(204)
  expect(await bob.does(getTopic, { id: named.id })).toMatchObject({ likes_count: 0 })
  const since = () => stream.changes.slice(told)
  await expect.poll(() => since().some(one => one.kind === 'posts' && one.id === named.id)).toBe(true)
  await stream.close()
  expect(since().filter(one => one.id === secret.id)).toEqual([])
  expect(await seen()).toEqual(before)
})
