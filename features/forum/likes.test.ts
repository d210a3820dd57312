import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createTopic, likeTopic, unlikeTopic } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())

test('liking and unliking a topic are idempotent', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const { id } = await ada.does(createTopic, { title: 'Warm introductions', content: 'How do you ask?' })
  await Promise.all([1, 2, 3].map(() => bob.does(likeTopic, { id })))
  expect(await bob.reads(`/api/posts/${id}`)).toMatchObject({ likes_count: 1, is_liked: true })
  expect(await ada.does(likeTopic, { id })).toMatchObject({ likes_count: 2, is_liked: true, is_edited: false })
  expect(await bob.does(unlikeTopic, { id })).toMatchObject({ likes_count: 1, is_liked: false })
  expect(await bob.does(unlikeTopic, { id })).toMatchObject({ likes_count: 1, is_liked: false })
  expect(await bob.tries('PUT', '/api/posts/999999/like')).toBe(404)
})

test('members cannot add or remove likes of others', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const { id } = await ada.does(createTopic, { title: 'Mine', content: 'Mine' })
  await ada.does(likeTopic, { id })
  const forge = sql`insert into post_likes (post_id, profile_id) values (${id}, ${ada.profile_id})`
  await expect(bob.sql(forge)).rejects.toMatchObject({ code: '42501' })
  await bob.sql(sql`delete from post_likes where post_id = ${id}`)
  expect(await ada.reads(`/api/posts/${id}`)).toMatchObject({ likes_count: 1, is_liked: true })
})
