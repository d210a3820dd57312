import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import {
  addIntroductionComment,
  createIntroductionRequest,
  type IntroductionComment,
  type IntroductionRequest,
  listIntroductionComments,
} from './contract.ts'

let server: TestServer
let ada: Member
let bob: Member
let eve: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada Osei')
  bob = await server.member('Bob Kowalski')
  eve = await server.member('Eve Raman')
})
afterAll(() => server.close())

const adaAsks = () =>
  ada.does(createIntroductionRequest, {
    request_title: 'Meet a drayage dispatcher',
    context: 'We rebuild how rail ramps book trucks.',
    your_company: 'Lakeline Freight',
    target_email: 'tom@example.com',
  })
const comments = (member: Member, requestId: number, comment_text: string) =>
  member.does(addIntroductionComment, { requestId, comment_text })

test('all members read all requests; the target’s email reaches the requester alone, in no reply and no table of others', {
  tags: ['INTRO-12'],
}, async () => {
  const { id } = await adaAsks()
  const [mine] = await ada.reads<IntroductionRequest[]>('/api/direct-introduction-requests')
  const [theirs] = await bob.reads<IntroductionRequest[]>('/api/direct-introduction-requests')
  expect(mine).toMatchObject({ id, target_email: 'tom@example.com', can_edit: true })
  expect(theirs).toMatchObject({ id, can_edit: false })
  expect(theirs).not.toHaveProperty('target_email')
  expect(await bob.reads(`/api/introduction-requests/${id}`)).not.toHaveProperty('target_email')

  expect(await ada.sql(sql`select target_email from introduction_targets`)).toContainEqual({
    target_email: 'tom@example.com',
  })
  expect(await bob.sql(sql`select target_email from introduction_targets`)).toEqual([])
  await expect(server.visitor.sql(sql`select id from introduction_requests`)).rejects.toThrow(/permission denied/)
})

test('the policies refuse comments with another user_id', async () => {
  const { id } = await adaAsks()
  const comment = (author: Member) => sql`
    insert into introduction_comments (request_id, user_id, comment_text) values (${id}, ${author.user_id}, 'Hello') returning id`
  await expect(bob.sql(comment(ada))).rejects.toThrow(/row-level security/)
  expect(await bob.sql(comment(bob))).toHaveLength(1)
})

test('under the rules themselves only the requester edits and deletes, and nobody asks in another’s name', {
  tags: ['INTRO-41', 'INTRO-42'],
}, async () => {
  const { id } = await adaAsks()
  const edit = sql`update introduction_requests set status = 'approved' where id = ${id} returning status`
  expect(await bob.sql(edit)).toEqual([])
  expect(await bob.sql(sql`delete from introduction_requests where id = ${id} returning id`)).toEqual([])
  await expect(
    bob.sql(sql`insert into introduction_targets values (${id}, 'bob@example.com') on conflict do nothing`),
  ).rejects.toThrow(/row-level security/)
  await expect(
    bob.sql(sql`insert into introduction_requests (user_id, request_title) values (${ada.user_id}, 'Forged')`),
  ).rejects.toThrow(/row-level security/)
  await expect(bob.sql(sql`update introduction_requests set user_id = ${bob.user_id}`)).rejects.toThrow(
    /permission denied/,
  )
  expect(await ada.sql(edit)).toEqual([{ status: 'approved' }])
})

test('comments name their author, and the newest comes first, page by page', {
  tags: ['API-92', 'API-93', 'API-94', 'DATA-109', 'INTRO-35'],
}, async () => {
  const { id } = await adaAsks()
  const first = await bob.asks('POST', `/api/introduction-requests/${id}/comments`, {
    comment_text: ' I know her. ',
    user_id: bob.user_id,
  })
  expect(first.status).toBe(201)
  expect(first.json).toEqual({
    id: expect.any(Number),
    request_id: id,
    user_id: bob.user_id,
    user_name: 'Bob Kowalski',
    profile_id: bob.profile_id,
    avatar_url: null,
    comment_text: 'I know her.',
    created_at: expect.any(String),
    can_delete: true,
    mentions: [],
  })
  await comments(eve, id, 'So do I.')
  await comments(ada, id, 'Please do!')
  const texts = (list: IntroductionComment[]) => list.map(comment => comment.comment_text)
  expect(texts(await ada.does(listIntroductionComments, { requestId: id }))).toEqual([
    'Please do!',
    'So do I.',
    'I know her.',
  ])
  const page = await ada.asks('GET', `/api/introduction-comments/${id}?limit=2`)
  const next = /^<(.*)>; rel="next"$/.exec(String(page.headers.link))?.[1] ?? ''
  expect(texts(page.json)).toEqual(['Please do!', 'So do I.'])
  expect(texts(await ada.reads(next))).toEqual(['I know her.'])
})

test('a comment is deleted by its author or by the requester, by nobody else', {
  tags: ['API-95', 'INTRO-43'],
}, async () => {
  const { id } = await adaAsks()
  const [byBob, alsoByBob] = [await comments(bob, id, 'One'), await comments(bob, id, 'Two')]
  const at = (comment: IntroductionComment) => `/api/introduction-requests/${id}/comments/${comment.id}`
  const seen = async (member: Member) =>
    (await member.does(listIntroductionComments, { requestId: id })).map(comment => comment.can_delete)
  expect([await seen(ada), await seen(bob), await seen(eve)]).toEqual([
    [true, true],
    [true, true],
    [false, false],
  ])
  expect(await eve.sql(sql`delete from introduction_comments where request_id = ${id} returning id`)).toEqual([])
  expect(await eve.tries('DELETE', at(byBob))).toBe(403)
  expect(await bob.tries('DELETE', at(byBob))).toBe(204)
  expect(await bob.tries('DELETE', at(byBob))).toBe(404)
  const elsewhere = await adaAsks()
  expect(await ada.tries('DELETE', `/api/introduction-requests/${elsewhere.id}/comments/${alsoByBob.id}`)).toBe(404)
  expect(await ada.tries('DELETE', at(alsoByBob))).toBe(204)
  expect(await seen(ada)).toEqual([])
})

test('a blank comment is refused, by the server and by the table', async () => {
  const { id } = await adaAsks()
  const answer = await bob.asks('POST', `/api/introduction-requests/${id}/comments`, { comment_text: '  \n ' })
  expect(answer.status).toBe(400)
  expect(answer.json).toMatchObject({ fields: { comment_text: 'Please enter a comment.' } })
  await expect(
    bob.sql(sql`
      insert into introduction_comments (request_id, user_id, comment_text) values (${id}, ${bob.user_id}, ' ')`),
  ).rejects.toThrow(/check constraint/)
})

test('a request has its columns; urgency and status begin as medium and pending', {
  tags: ['DATA-102', 'DATA-103', 'DATA-105', 'DATA-108'],
}, async () => {
  const [row] = await ada.sql<object>(sql`
    insert into introduction_requests (user_id, request_title, your_company, target_person, context)
    values (${ada.user_id}, 'Meet a dispatcher', 'Lakeline Freight', 'Tom Nakamura', 'Because trucks wait.') returning *`)
  expect(row).toMatchObject({
    id: expect.any(Number),
    created_at: expect.any(Date),
    request_title: 'Meet a dispatcher',
    your_company: 'Lakeline Freight',
    target_person: 'Tom Nakamura',
    context: 'Because trucks wait.',
    user_id: ada.user_id,
    urgency: 'medium',
    status: 'pending',
  })
  await ada.sql(sql`
    insert into introduction_targets select id, 'tom@example.com' from introduction_requests
    where request_title = 'Meet a dispatcher'`)
  const late = await ada.sql(sql`
    update introduction_requests set urgency = 'high' where request_title = 'Meet a dispatcher' returning urgency`)
  expect(late).toEqual([{ urgency: 'high' }])
})

test('the database accepts the five statuses and the three urgencies, no other', { tags: ['DATA-107'] }, async () => {
  const { id } = await adaAsks()
  const set = (status: string) =>
    ada.sql<{ status: string }>(
      sql`update introduction_requests set status = ${status} where id = ${id} returning status`,
    )
  for (const status of ['in_progress', 'approved', 'declined', 'completed', 'pending'])
    expect(await set(status)).toEqual([{ status }])
  await expect(set('almost')).rejects.toThrow(/check constraint/)
  await expect(ada.sql(sql`update introduction_requests set urgency = 'now' where id = ${id}`)).rejects.toThrow(
    /check constraint/,
  )
})

test('the history is append-only, also for the owner of the tables', async () => {
  const { id } = await adaAsks()
  await expect(server.owner.run(sql`update introduction_status_changes set to_status = 'x'`)).rejects.toThrow(
    /append-only/,
  )
  await expect(server.owner.run(sql`delete from introduction_status_changes where request_id = ${id}`)).rejects.toThrow(
    /append-only/,
  )
  await expect(
    ada.sql(sql`insert into introduction_status_changes (request_id, to_status) values (${id}, 'completed')`),
  ).rejects.toThrow(/permission denied/)
})
