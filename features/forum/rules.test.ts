import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createReply, createTopic } from './contract.ts'

/** Policies and grants of the tables, tested with SQL. */

let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  bob = await server.member('Bob')
})
afterAll(() => server.close())

const refused = { code: '42501' }

const columnsOf = async (table: string) =>
  Object.fromEntries(
    (
      await server.owner.rows<{ name: string; type: string }>(sql`
        select column_name as name, data_type as type from information_schema.columns where table_name = ${table}`)
    ).map(({ name, type }) => [name, type]),
  )

test('the columns of posts', { tags: ['DATA-24', 'DATA-26', 'DATA-29'] }, async () => {
  expect(await columnsOf('posts')).toMatchObject({
    id: 'integer',
    title: 'text',
    content: 'text',
    tags: 'ARRAY',
    user_id: 'integer',
    is_anonymous: 'boolean',
    is_pinned: 'boolean',
    comments_count: 'integer',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
  })
})

test('the columns of comments', { tags: ['DATA-33', 'DATA-34'] }, async () => {
  expect(await columnsOf('comments')).toMatchObject({
    id: 'integer',
    content: 'text',
    post_id: 'integer',
    user_id: 'integer',
    parent_comment_id: 'integer',
    is_anonymous: 'boolean',
    likes_count: 'integer',
    created_at: 'timestamp with time zone',
  })
})

test('the category is the first tag, and General without tags', { tags: ['DATA-27', 'DATA-28'] }, async () => {
  const tagged = await ada.does(createTopic, { title: 'Two', content: 'Tags', tags: ['Tech', 'Growth'] })
  const bare = await ada.does(createTopic, { title: 'No', content: 'Tags', tags: [] })
  expect([tagged.category, bare.category]).toEqual(['Tech', 'General'])
})

test('a member is always the same integer, and another member another one', {
  tags: ['DATA-30', 'DATA-31'],
}, async () => {
  const idOf = async (who: Member) => (await who.sql<{ id: number }>(sql`select my_profile_id() as id`))[0]?.id
  expect(await idOf(ada)).toBe(ada.profile_id)
  expect(await idOf(ada)).toBe(await idOf(ada))
  expect(await idOf(bob)).not.toBe(await idOf(ada))
})

test('Bob writes neither as Ada nor over what she wrote', { tags: ['DATA-43'] }, async () => {
  const topic = await ada.does(createTopic, { title: 'Hers', content: 'Hers' })
  const reply = await ada.does(createReply, { id: topic.id, content: 'Hers too' })
  const forged = sql`insert into posts (title, content, user_id) values ('A', 'B', ${ada.profile_id})`
  const withoutAuthor = sql`insert into posts (title, content, user_id) values ('A', 'B', null)`
  const forgedReply = sql`insert into comments (post_id, content, user_id) values (${topic.id}, 'B', ${ada.profile_id})`
  for (const statement of [forged, withoutAuthor, forgedReply])
    await expect(bob.sql(statement)).rejects.toMatchObject(refused)
  expect(await bob.sql(sql`update posts set title = 'His' where id = ${topic.id} returning id`)).toEqual([])
  expect(await bob.sql(sql`update comments set content = 'His' where id = ${reply.id} returning id`)).toEqual([])
  expect(await bob.sql(sql`delete from comments where id = ${reply.id} returning id`)).toEqual([])
  expect(await bob.sql(sql`delete from posts where id = ${topic.id} returning id`)).toEqual([])
})

test('the author cannot write counters, times or another author', async () => {
  const { id } = await ada.does(createTopic, { title: 'Hers', content: 'Hers' })
  for (const change of [
    sql`comments_count = 99`,
    sql`likes_count = 99`,
    sql`created_at = '2001-01-01'`,
    sql`user_id = ${bob.profile_id}`,
    sql`is_anonymous = true`,
    sql`search_text = ''`,
  ])
    await expect(ada.sql(sql`update posts set ${change} where id = ${id}`)).rejects.toMatchObject(refused)
})

test('a visitor reads nothing of the forum', async () => {
  for (const table of [sql`posts`, sql`comments`, sql`post_likes`, sql`anonymous_post_authors`])
    await expect(server.visitor.sql(sql`select * from ${table}`)).rejects.toMatchObject(refused)
})

test('the database itself refuses blank texts and unknown categories', async () => {
  const write = (title: string, tags: string[]) =>
    ada.sql(sql`insert into posts (title, content, tags, user_id) values (${title}, 'B', ${tags}, ${ada.profile_id})`)
  await expect(write('  ', ['General'])).rejects.toMatchObject({ code: '23514' })
  await expect(write('A', ['Gossip'])).rejects.toMatchObject({ code: '23514' })
})
