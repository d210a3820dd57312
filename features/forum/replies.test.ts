import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import {
  type Comment,
  createReply,
  createTopic,
  deleteReply,
  deleteTopic,
  listReplies,
  updateReply,
} from './contract.ts'

let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada Osei')
  bob = await server.member('Bob Kowalski')
})
afterAll(() => server.close())

const aTopic = () => ada.does(createTopic, { title: 'Payroll', content: 'Which one, for five people?' })
const countOf = async (id: number) => (await ada.reads<{ comments_count: number }>(`/api/posts/${id}`)).comments_count
const texts = (replies: Comment[]) => replies.map(reply => reply.content)

test('a reply as the specified call sends it', { tags: ['API-44', 'DATA-35', 'DATA-36', 'DATA-37'] }, async () => {
  const { id } = await aTopic()
  const reply = await bob.does(createReply, {
    id,
    content: '  Ask your accountant first.  ',
    post_id: id,
    user_id: bob.profile_id ?? 0,
    parent_comment_id: null,
    is_anonymous: false,
    likes_count: 0,
  })
  expect(reply).toMatchObject({
    content: 'Ask your accountant first.',
    post_id: id,
    user_id: bob.profile_id,
    parent_comment_id: null,
    is_anonymous: false,
    likes_count: 0,
    author: { full_name: 'Bob Kowalski' },
    can_edit: true,
  })
})

test('a blank reply and a reply with a wrong user_id or post_id are refused', async () => {
  const { id } = await aTopic()
  const blank = await bob.asks('POST', `/api/posts/${id}/comments`, { content: ' \n ' })
  expect(blank).toMatchObject({ status: 400, json: { error: 'Please enter a reply.' } })
  expect(await bob.tries('POST', `/api/posts/${id}/comments`, { content: 'A', user_id: ada.profile_id })).toBe(403)
  expect(await bob.tries('POST', `/api/posts/${id}/comments`, { content: 'A', post_id: id + 1 })).toBe(400)
  expect(await bob.tries('POST', '/api/posts/999999/comments', { content: 'A' })).toBe(404)
  expect(await bob.tries('GET', '/api/posts/999999/comments')).toBe(404)
})

test('the replies of one topic, oldest first, each with its author joined', {
  tags: ['API-43', 'DATA-38'],
}, async () => {
  const [topic, other] = [await aTopic(), await aTopic()]
  await bob.does(createReply, { id: topic.id, content: 'First' })
  await ada.does(createReply, { id: other.id, content: 'Elsewhere' })
  await ada.does(createReply, { id: topic.id, content: 'Second' })
  const replies = await bob.reads<Comment[]>(`/api/posts/${topic.id}/comments`)
  expect(texts(replies)).toEqual(['First', 'Second'])
  expect(replies.map(reply => reply.author)).toEqual([
    { id: bob.profile_id, full_name: 'Bob Kowalski', profile_picture: null },
    { id: ada.profile_id, full_name: 'Ada Osei', profile_picture: null },
  ])
})

test('replies can be paged from the first or from the last', async () => {
  const { id } = await aTopic()
  for (const n of [1, 2, 3, 4, 5]) await bob.does(createReply, { id, content: `Reply ${n}` })
  const first = await ada.asks('GET', `/api/posts/${id}/comments?limit=2`)
  expect(texts(first.json)).toEqual(['Reply 1', 'Reply 2'])
  const next = /<(.*)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
  expect(texts(await ada.reads(next))).toEqual(['Reply 3', 'Reply 4'])

  const newest = await ada.reads<Comment[]>(`/api/posts/${id}/comments?newest=true&limit=2`)
  expect(texts(newest)).toEqual(['Reply 4', 'Reply 5'])
  const earlier = await ada.reads<Comment[]>(`/api/posts/${id}/comments?before=${newest[0]?.id}&limit=2`)
  expect(texts(earlier)).toEqual(['Reply 2', 'Reply 3'])
  const beginning = await ada.reads<Comment[]>(`/api/posts/${id}/comments?before=${earlier[0]?.id}&limit=2`)
  expect(texts(beginning)).toEqual(['Reply 1'])
})

test('replies can be read around one of them, with five above it', async () => {
  const { id } = await aTopic()
  const replies: Comment[] = []
  for (let n = 1; n <= 12; n++) replies.push(await bob.does(createReply, { id, content: `Reply ${n}` }))
  const around = async (reply: number, limit = 8) => texts(await ada.does(listReplies, { id, around: reply, limit }))
  const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `Reply ${from + n}`)
  expect(await around(replies[7]?.id ?? 0)).toEqual(span(3, 10))
  expect(await around(replies[0]?.id ?? 0)).toEqual(span(1, 3))
  // Its neighbours, if it was deleted.
  await bob.does(deleteReply, { id: replies[7]?.id ?? 0 })
  expect(await around(replies[7]?.id ?? 0)).toEqual([...span(3, 7), ...span(9, 11)])
  expect(await ada.tries('GET', '/api/posts/999999/comments?around=1')).toBe(404)
})

test('a reply is edited by its author only, and says that it was', { tags: ['API-45', 'DATA-43'] }, async () => {
  const { id } = await aTopic()
  const reply = await bob.does(createReply, { id, content: 'Typo' })
  expect(reply.is_edited).toBe(false)
  expect(await ada.tries('PATCH', `/api/comments/${reply.id}`, { content: 'Mine now' })).toBe(403)
  const edited = await bob.does(updateReply, { id: reply.id, content: 'No typo' })
  expect(edited).toMatchObject({ content: 'No typo', is_edited: true })
  expect(await ada.tries('PATCH', '/api/comments/999999', { content: 'Gone' })).toBe(404)
})

test('every reply counts, whoever writes it, until it is deleted', {
  tags: ['API-46', 'API-47', 'DATA-39', 'DATA-40', 'DATA-41'],
}, async () => {
  const { id } = await aTopic()
  const reply = await bob.does(createReply, { id, content: 'One' })
  expect(await countOf(id)).toBe(1)
  await ada.does(createReply, { id, content: 'Two' })
  expect(await countOf(id)).toBe(2)
  expect(await ada.tries('DELETE', `/api/comments/${reply.id}`)).toBe(403)
  await bob.does(deleteReply, { id: reply.id })
  expect(await countOf(id)).toBe(1)
  expect(texts(await bob.reads(`/api/posts/${id}/comments`))).toEqual(['Two'])
})

/** Creates members by SQL, without the slow password hash. */
async function members(count: number): Promise<Member[]> {
  const created: Member[] = []
  for (let n = 0; n < count; n += 1) {
    const [email, token] = [`member${n}@example.com`, randomBytes(32).toString('base64url')]
    await server.owner.run(sql`
      with member as (insert into users (email) values (${email}) returning id),
        profile as (insert into profiles (user_id, full_name) select id, ${email} from member)
      insert into sessions (user_id, token_hash, expires_at)
        select id, ${createHash('sha256').update(token).digest()}, now() + interval '1 day' from member`)
    created.push(await server.known(`session=${token}`, email))
  }
  return created
}

test('thirty-two members reply to one topic at once: nothing is lost, and the count is exact', {
  tags: ['API-47'],
}, async () => {
  const { id } = await aTopic()
  const everyone = await members(32)
  const contents = everyone.flatMap(({ email }) => [`One from ${email}`, `Two from ${email}`])
  const replies = await Promise.all(
    contents.map((content, n) => (everyone[Math.floor(n / 2)] as Member).does(createReply, { id, content })),
  )
  expect(await countOf(id)).toBe(64)
  expect(texts(await ada.reads(`/api/posts/${id}/comments`)).sort()).toEqual(contents.sort())
  await Promise.all(
    replies.map((reply, n) => (everyone[Math.floor(n / 2)] as Member).does(deleteReply, { id: reply.id })),
  )
  expect(await countOf(id)).toBe(0)
})

test('the count never goes below 0', { tags: ['FORUM-62', 'DATA-40'] }, async () => {
  const { id } = await aTopic()
  const reply = await bob.does(createReply, { id, content: 'One' })
  await server.owner.run(sql`update posts set comments_count = 0 where id = ${id}`)
  await bob.does(deleteReply, { id: reply.id })
  expect(await countOf(id)).toBe(0)
  const below = sql`update posts set comments_count = -1 where id = ${id}`
  await expect(server.owner.run(below)).rejects.toMatchObject({ code: '23514' })
})

test('a deleted topic leaves no replies and no likes behind', { tags: ['DATA-42'] }, async () => {
  const { id } = await aTopic()
  await bob.does(createReply, { id, content: 'Still there?' })
  await bob.asks('PUT', `/api/posts/${id}/like`)
  await ada.does(deleteTopic, { id })
  expect(await server.owner.rows(sql`select id from comments where post_id = ${id}`)).toEqual([])
  expect(await server.owner.rows(sql`select post_id from post_likes where post_id = ${id}`)).toEqual([])
})
