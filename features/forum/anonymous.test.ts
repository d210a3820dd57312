import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createReply, createTopic, deleteReply, pinTopic, updateReply, updateTopic } from './contract.ts'

let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada Unmistakable')
  bob = await server.member('Bob')
})
afterAll(() => server.close())

const hidden = { title: 'My co-founder left', content: 'What now?', is_anonymous: true }

test('the author of an anonymous topic or reply is in no reply and no readable table', async () => {
  const topic = await ada.does(createTopic, hidden)
  const reply = await ada.does(createReply, { id: topic.id, content: 'Me again.', is_anonymous: true })
  expect(topic).toMatchObject({ is_anonymous: true, user_id: null, author: null })
  expect(reply).toMatchObject({ is_anonymous: true, user_id: null, author: null })

  const answers = await Promise.all(
    [`/api/posts/${topic.id}`, '/api/posts', `/api/posts/${topic.id}/comments`].map(url => bob.asks('GET', url)),
  )
  for (const answer of answers) expect(answer.text).not.toContain('Unmistakable')
  expect(await bob.reads('/api/posts?q=unmistakable')).toEqual([])

  // No row that Bob can read connects Ada with this topic.
  expect(await bob.sql(sql`select * from anonymous_post_authors`)).toEqual([])
  expect(await bob.sql(sql`select * from anonymous_comment_authors`)).toEqual([])
  const [row] = await bob.sql<{ text: string }>(
    sql`select to_json(posts)::text as text from posts where id = ${topic.id}`,
  )
  expect(row?.text).not.toMatch(/unmistakable/i)
  expect(await ada.sql(sql`select post_id from anonymous_post_authors`)).toEqual([{ post_id: topic.id }])
})

test('only the author edits, pins and deletes an anonymous topic', async () => {
  const topic = await ada.does(createTopic, hidden)
  const reply = await ada.does(createReply, { id: topic.id, content: 'Me again.', is_anonymous: true })
  expect(topic).toMatchObject({ can_edit: true, can_pin: true })
  expect(reply.can_edit).toBe(true)
  expect(await ada.reads(`/api/posts/${topic.id}`)).toMatchObject({ can_edit: true, can_pin: true })
  expect(await bob.reads(`/api/posts/${topic.id}`)).toMatchObject({ can_edit: false, can_pin: false })
  expect(await bob.tries('PATCH', `/api/posts/${topic.id}`, { title: 'Mine' })).toBe(403)
  expect(await bob.tries('DELETE', `/api/comments/${reply.id}`)).toBe(403)

  expect(await ada.does(updateTopic, { id: topic.id, title: 'Resolved' })).toMatchObject({
    title: 'Resolved',
    user_id: null,
  })
  expect(await ada.does(pinTopic, { id: topic.id })).toMatchObject({ is_pinned: true })
  expect(await ada.does(updateReply, { id: reply.id, content: 'All good.' })).toMatchObject({ content: 'All good.' })
  await ada.does(deleteReply, { id: reply.id })
  expect(await ada.tries('DELETE', `/api/posts/${topic.id}`)).toBe(204)
})

test('members cannot insert an anonymous author, or write anonymously with another user_id', async () => {
  const topic = await ada.does(createTopic, hidden)
  const claim = sql`insert into anonymous_post_authors values (${topic.id}, ${bob.profile_id})`
  await expect(bob.sql(claim)).rejects.toMatchObject({ code: '42501' })
  const forge = sql`insert into posts (title, content, is_anonymous, user_id) values ('A', 'B', true, ${ada.profile_id})`
  await expect(bob.sql(forge)).rejects.toThrow()
})

test('deleting an account removes its content; a topic with replies of others is blanked', async () => {
  const leaver = await server.member('Leaver')
  const alone = await leaver.does(createTopic, { title: 'Alone', content: 'Nobody answered' })
  const shared = await leaver.does(createTopic, { title: 'Shared secret', content: 'Words to take along' })
  const anonymous = await leaver.does(createTopic, hidden)
  await bob.does(createReply, { id: shared.id, content: 'An answer' })
  await bob.does(createReply, { id: anonymous.id, content: 'Another answer' })
  await leaver.does(createReply, { id: shared.id, content: 'Thanks' })
  const { id } = await bob.does(createTopic, { title: 'Stays', content: 'Stays' })
  await leaver.does(createReply, { id, content: 'Also gone', is_anonymous: true })
  await leaver.asks('PUT', `/api/posts/${id}/like`)

  await server.owner.run(sql`delete from users where id = ${leaver.user_id}`)
  expect(await bob.tries('GET', `/api/posts/${alone.id}`)).toBe(404)
  const blank = { title: 'Deleted topic', user_id: null, is_anonymous: true, comments_count: 1, can_edit: false }
  expect(await bob.reads(`/api/posts/${shared.id}`)).toMatchObject(blank)
  // Anonymous content is removed later: features/settings/leaving-anonymous.test.ts.
  expect(await bob.reads(`/api/posts/${anonymous.id}`)).toMatchObject({ title: hidden.title, can_edit: false })
  expect(await bob.reads(`/api/posts/${id}`)).toMatchObject({ comments_count: 1, likes_count: 0 })
  expect(await bob.reads('/api/posts?q=secret')).toEqual([])
  expect(await server.owner.rows(sql`select * from anonymous_post_authors where post_id = ${anonymous.id}`)).toEqual([])
})
