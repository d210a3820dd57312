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
const listedLikes = async (who: Member, id: number) =>
  [...(await who.does(listActivity, {})), ...(await who.does(getHome, {})).activities].filter(
    item => item.kind === 'like' && item.subject_id === id,
  )
const likers = async (who: Member, id: number) =>
  (await who.sql<{ profile_id: number }>(sql`select profile_id from post_likes where post_id = ${id}`)).map(
    row => row.profile_id,
  )

test('likes of an anonymous topic are not listed, because the author may be among them', async () => {
  const topic = await ada.does(createTopic, hidden)
  expect(await ada.does(likeTopic, { id: topic.id })).toMatchObject({ is_liked: true, likes_count: 1 })
  await bob.does(likeTopic, { id: topic.id })
  for (const who of [ada, bob]) expect(await listedLikes(who, topic.id)).toEqual([])
  expect(await bob.does(getTopic, { id: topic.id })).toMatchObject({ is_liked: true, likes_count: 2 })
  // The tables do not reveal it either.
  expect(await likers(bob, topic.id)).toEqual([bob.profile_id])
  expect(await likers(ada, topic.id)).toEqual([ada.profile_id])
  const listed = await bob.sql(sql`select * from activity where kind = 'like' and actor_id is not null`)
  expect(listed).toEqual([])
})

test('likes of a named topic are listed', async () => {
  const topic = await ada.does(createTopic, { title: 'Demo day', content: 'Who comes?' })
  await bob.does(likeTopic, { id: topic.id })
  expect((await listedLikes(ada, topic.id)).map(item => item.actor.full_name)).toEqual(['Bob', 'Bob'])
  expect(await likers(ada, topic.id)).toEqual([bob.profile_id])
})

test('is_mine is true only for the author of anonymous topics and replies', async () => {
  const topic = await ada.does(createTopic, hidden)
  const reply = await ada.does(createReply, { id: topic.id, content: 'Me again.', is_anonymous: true })
  expect([topic.is_mine, reply.is_mine]).toEqual([true, true])
  const seenBy = async (who: Member) => ({
    list: (await who.does(listTopics, {})).find(item => item.id === topic.id)?.is_mine,
    topic: (await who.does(getTopic, { id: topic.id })).is_mine,
    reply: (await who.does(listReplies, { id: topic.id })).map(reply => reply.is_mine),
    home: (await who.does(getHome, {})).topics.find(item => item.id === topic.id)?.is_mine,
  })
  const boot = async (who: Member) => (await who.asks('GET', `/forum/${topic.id}`)).text.match(/"is_mine" ?: ?true/g)
  expect(await seenBy(ada)).toEqual({ list: true, topic: true, reply: [true], home: true })
  // After the author has read it: replies are not cached for others.
  expect(await seenBy(bob)).toEqual({ list: false, topic: false, reply: [false], home: false })
  expect(await boot(ada)).toHaveLength(2)
  expect(await boot(bob)).toBeNull()
  expect(await ada.does(updateTopic, { id: topic.id, title: 'Solved' })).toMatchObject({ is_mine: true })
})

test('live messages of an anonymous topic do not contain its author', async () => {
  const stream = await openStream(url, bob.cookies)
  await expect.poll(() => stream.messages.length).toBeGreaterThan(0)
  const topic = await ada.does(createTopic, hidden)
  await ada.does(likeTopic, { id: topic.id })
  const ofTopic = () => stream.changes.filter(change => change.id === topic.id)
  await expect.poll(() => ofTopic().length).toBeGreaterThan(0)
  await stream.close()
  for (const change of ofTopic()) expect(Object.keys(change).sort()).toEqual(['id', 'kind', 'op', 'parent'])
  expect(new Set(ofTopic().map(change => change.kind))).toEqual(new Set(['posts']))
})

test('deleting the account of an author who liked their own anonymous topic causes no visible change', async () => {
  const lea = await server.member('Lea')
  const secret = await lea.does(createTopic, hidden)
  const named = await bob.does(createTopic, { title: 'Of Bob', content: 'Bob asks' })
  for (const { id } of [secret, named]) await lea.does(likeTopic, { id })
  const readSecret = () => bob.does(getTopic, { id: secret.id })
  const before = await readSecret()
  const stream = await openStream(url, bob.cookies)
  // Messages about the likes may arrive until here.
  const { id: mark } = await bob.does(createTopic, { title: 'Until here', content: 'And no further' })
  await expect.poll(() => stream.changes.some(change => change.id === mark)).toBe(true)
  const countBefore = stream.changes.length
  expect(await lea.tries('POST', '/api/account/delete', { password: PASSWORD, content: 'anonymise' })).toBe(204)
  expect(await bob.does(getTopic, { id: named.id })).toMatchObject({ likes_count: 0 })
  const since = () => stream.changes.slice(countBefore)
  await expect.poll(() => since().some(change => change.kind === 'posts' && change.id === named.id)).toBe(true)
  await stream.close()
  expect(since().filter(change => change.id === secret.id)).toEqual([])
  expect(await readSecret()).toEqual(before)
})
