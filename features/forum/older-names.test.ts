import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { type Comment, createReply, createTopic } from './contract.ts'

/** The views forum_topics and forum_replies: the same rows and the same policies under the older names. */

let server: TestServer
let ada: Member
let bob: Member
let topicId: number
let replyId: number
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  bob = await server.member('Bob')
  topicId = (await ada.does(createTopic, { title: 'Runway', content: 'Nine months.', tags: ['Fundraising'] })).id
  replyId = (await ada.does(createReply, { id: topicId, content: 'Eight now.' })).id
})
afterAll(() => server.close())

const refused = { code: '42501' }

test('any member reads forum_topics with its columns', { tags: ['DATA-44', 'DATA-47'] }, async () => {
  const [topic] = await bob.sql(sql`
    select title, content, category, user_id, pinned, created_at, updated_at from forum_topics where id = ${topicId}`)
  expect(topic).toMatchObject({ title: 'Runway', content: 'Nine months.', category: 'Fundraising', pinned: false })
  expect(topic).toMatchObject({ user_id: ada.profile_id, created_at: expect.any(Date), updated_at: expect.any(Date) })
})

test('any member reads forum_replies with its columns', { tags: ['DATA-45', 'DATA-48'] }, async () => {
  const [reply] = await bob.sql(
    sql`select content, topic_id, user_id, created_at from forum_replies where id = ${replyId}`,
  )
  expect(reply).toMatchObject({ content: 'Eight now.', topic_id: topicId, user_id: ada.profile_id })
})

test('a visitor reads neither', { tags: ['DATA-49'] }, async () => {
  await expect(server.visitor.sql(sql`select * from forum_topics`)).rejects.toMatchObject(refused)
  await expect(server.visitor.sql(sql`select * from forum_replies`)).rejects.toMatchObject(refused)
})

test('a topic is inserted by its owner only', { tags: ['DATA-50'] }, async () => {
  const insert = sql`insert into forum_topics (title, content, category, user_id, pinned)
    values ('Old door', 'Still opens', 'Tech', ${ada.profile_id}, true) returning id, category, pinned`
  const [inserted] = await ada.sql<{ id: number }>(insert)
  expect(inserted).toMatchObject({ category: 'Tech', pinned: true })
  expect(await bob.reads(`/api/posts/${inserted?.id}`)).toMatchObject({
    title: 'Old door',
    tags: ['Tech'],
    is_pinned: true,
  })
  await expect(bob.sql(insert)).rejects.toMatchObject(refused)
})

test('a topic is updated by its owner only', { tags: ['DATA-51'] }, async () => {
  const update = sql`update forum_topics set title = 'Runway, again', category = 'Growth', pinned = true
    where id = ${topicId} returning id`
  expect(await bob.sql(update)).toEqual([])
  expect(await ada.reads(`/api/posts/${topicId}`)).toMatchObject({ title: 'Runway', is_pinned: false })
  expect(await ada.sql(update)).toHaveLength(1)
  const updated = { title: 'Runway, again', category: 'Growth', is_pinned: true }
  expect(await ada.reads(`/api/posts/${topicId}`)).toMatchObject(updated)
})

test('a reply is inserted by its owner only, and is counted', { tags: ['DATA-53'] }, async () => {
  const insert = sql`insert into forum_replies (content, topic_id, user_id)
    values ('Seven.', ${topicId}, ${ada.profile_id}) returning id`
  await expect(bob.sql(insert)).rejects.toMatchObject(refused)
  expect(await ada.sql(insert)).toHaveLength(1)
  expect(await ada.reads(`/api/posts/${topicId}`)).toMatchObject({ comments_count: 2 })
})

test('a reply is updated and deleted by its owner only', { tags: ['DATA-54', 'DATA-55'] }, async () => {
  const update = sql`update forum_replies set content = 'Nine again.' where id = ${replyId} returning id`
  const remove = sql`delete from forum_replies where id = ${replyId} returning id`
  expect(await bob.sql(update)).toEqual([])
  expect(await bob.sql(remove)).toEqual([])
  expect(await ada.sql(update)).toHaveLength(1)
  const replies = await ada.reads<Comment[]>(`/api/posts/${topicId}/comments`)
  expect(replies.find(reply => reply.id === replyId)?.content).toBe('Nine again.')
  expect(await ada.sql(remove)).toHaveLength(1)
})

test('a topic is deleted by its owner only', { tags: ['DATA-52'] }, async () => {
  const remove = sql`delete from forum_topics where id = ${topicId} returning id`
  expect(await bob.sql(remove)).toEqual([])
  expect(await ada.sql(remove)).toHaveLength(1)
  expect(await ada.tries('GET', `/api/posts/${topicId}`)).toBe(404)
})
