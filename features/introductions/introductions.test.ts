import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import {
  addIntroductionComment,
  createIntroductionRequest,
  type IntroductionRequest,
  listStatusChanges,
  updateIntroductionRequest,
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

const LIST = '/api/direct-introduction-requests'
const pathOf = (id: number) => `/api/introduction-requests/${id}`
const drayage = {
  request_title: 'Meet a drayage dispatcher',
  context: 'We rebuild how rail ramps book trucks.',
  your_company: 'Lakeline Freight',
}
const asks = (member: Member, more: object = {}) => member.does(createIntroductionRequest, { ...drayage, ...more })

test('Ada asks for an introduction and gets the created row; the list is a bare array, newest first', {
  tags: ['API-82', 'API-83', 'API-84', 'DATA-106'],
}, async () => {
  const answer = await ada.asks('POST', LIST, {
    ...drayage,
    target_person: 'Tom Nakamura',
    target_email: 'tom@example.com',
    urgency: 'high',
    user_id: ada.user_id,
  })
  expect(answer.status).toBe(201)
  expect(answer.json).toMatchObject({
    ...drayage,
    target_person: 'Tom Nakamura',
    target_email: 'tom@example.com',
    urgency: 'high',
    status: 'pending',
    user_id: ada.user_id,
    user_name: 'Ada Osei',
    can_edit: true,
  })
  const second = await asks(bob, { request_title: 'A second request' })
  expect(second).toMatchObject({ target_person: null, urgency: 'medium' })

  const list = await bob.reads<IntroductionRequest[]>(LIST)
  expect(list.slice(0, 2).map(row => row.request_title)).toEqual(['A second request', drayage.request_title])
})

test('a user_id that is not the session’s is refused, and nothing is written under it', {
  tags: ['API-87'],
}, async () => {
  const before = await ada.reads<unknown[]>(LIST)
  expect(await bob.tries('POST', LIST, { ...drayage, user_id: ada.user_id })).toBe(403)
  const { id } = await asks(ada)
  expect(await bob.tries('PATCH', pathOf(id), { id, user_id: ada.user_id, status: 'approved' })).toBe(403)
  expect(await bob.tries('POST', `${pathOf(id)}/comments`, { comment_text: 'Hello', user_id: ada.user_id })).toBe(403)
  expect(await ada.reads<unknown[]>(LIST)).toHaveLength(before.length + 1)
  expect(await ada.reads(`/api/introduction-comments/${id}`)).toEqual([])
})

test('what breaks a rule is refused with the field and the words of the form', { tags: ['DATA-104'] }, async () => {
  const refused = async (more: object) => {
    const answer = await ada.asks('POST', LIST, { ...drayage, ...more })
    return [answer.status, (answer.json as { fields: object }).fields]
  }
  expect(await refused({ request_title: ' ab ' })).toEqual([
    400,
    { request_title: 'Title must be at least 3 characters long' },
  ])
  expect(await refused({ context: 'Too short' })).toEqual([
    400,
    { context: 'Context must be at least 10 characters long' },
  ])
  expect(await refused({ your_company: '  ' })).toEqual([400, { your_company: 'Company name is required' }])
  expect(await refused({ target_email: 'tom@' })).toEqual([400, { target_email: 'Invalid email format' }])
  expect(await refused({ urgency: '' })).toEqual([400, { urgency: 'Urgency level is required' }])
  expect(await refused({ urgency: 'yesterday' })).toEqual([400, { urgency: 'Urgency is low, medium or high.' }])
  for (const urgency of ['low', 'medium', 'high'])
    expect(await ada.tries('POST', LIST, { ...drayage, urgency, target_email: '', target_person: '' })).toBe(201)
})

test('a change sends some fields with id and user_id, answers the whole request, and leaves the rest', {
  tags: ['API-88', 'API-89', 'API-90', 'INTRO-34'],
}, async () => {
  const before = await asks(ada, { target_person: 'Tom Nakamura', target_email: 'tom@example.com' })
  const after = await ada.does(updateIntroductionRequest, {
    id: before.id,
    user_id: ada.user_id,
    request_title: 'Meet two dispatchers',
    status: 'in_progress',
  })
  expect(after).toEqual({
    ...before,
    request_title: 'Meet two dispatchers',
    status: 'in_progress',
    updated_at: after.updated_at,
    version: (before.version ?? 0) + 1,
  })
  expect(await ada.reads(pathOf(before.id))).toEqual(after)

  const cleared = await ada.does(updateIntroductionRequest, { id: before.id, target_person: '', target_email: '' })
  expect(cleared).toMatchObject({ target_person: null, target_email: null, request_title: 'Meet two dispatchers' })
  const answer = await ada.asks('PATCH', pathOf(before.id), { id: before.id + 1, status: 'approved' })
  expect(answer.status).toBe(400)
})

test('deleting answers the id, and takes the comments, the target and the history along', {
  tags: ['API-91', 'DATA-110'],
}, async () => {
  const { id } = await asks(ada, { target_email: 'tom@example.com' })
  await bob.does(addIntroductionComment, { requestId: id, comment_text: 'I know him.' })
  const answer = await ada.asks('DELETE', pathOf(id))
  expect([answer.status, answer.json]).toEqual([200, { id }])
  const remaining = await server.owner.rows(sql`
    select id from introduction_comments where request_id = ${id}
    union all select request_id from introduction_targets where request_id = ${id}
    union all select id from introduction_status_changes where request_id = ${id}`)
  expect(remaining).toEqual([])
  expect(await ada.tries('GET', pathOf(id))).toBe(404)
  expect(await ada.tries('DELETE', pathOf(id))).toBe(404)
})

test('every failure carries an error in plain words, and a request id', { tags: ['API-109'] }, async () => {
  const { id } = await asks(ada)
  const failures = [
    await server.visitor.asks('GET', LIST),
    await bob.asks('PATCH', pathOf(id), { status: 'approved' }),
    await bob.asks('DELETE', pathOf(id)),
    await ada.asks('PATCH', pathOf(id), { status: 'almost' }),
    await ada.asks('PATCH', pathOf(999_999), { status: 'approved' }),
    await ada.asks('GET', '/api/introduction-comments/999999'),
    await ada.asks('POST', '/api/introduction-requests/999999/comments', { comment_text: 'Hello?' }),
    await ada.asks('GET', pathOf(id).concat('999999/history')),
    await ada.asks('DELETE', `${pathOf(id)}/comments/999999`),
    await ada.asks('GET', `${LIST}?sort=title&after=seven:x`),
    await ada.asks('GET', `${LIST}?after=nonsense`),
  ]
  expect(failures.map(answer => answer.status)).toEqual([401, 403, 403, 400, 404, 404, 404, 404, 404, 400, 400])
  for (const answer of failures)
    expect(answer.json).toMatchObject({ error: expect.stringMatching(/\w/), request_id: expect.stringMatching(/\w/) })
})

test('the history lists every status change with its user; other changes are not listed', async () => {
  const { id } = await asks(ada)
  await ada.does(updateIntroductionRequest, { id, status: 'in_progress' })
  await ada.does(updateIntroductionRequest, { id, status: 'in_progress', context: 'A longer context than before.' })
  await ada.does(updateIntroductionRequest, { id, status: 'completed' })
  const steps = await bob.does(listStatusChanges, { id })
  expect(steps.map(step => [step.from_status, step.to_status, step.user_name])).toEqual([
    [null, 'pending', 'Ada Osei'],
    ['pending', 'in_progress', 'Ada Osei'],
    ['in_progress', 'completed', 'Ada Osei'],
  ])
})

test('a request sent twice with one idempotency key is created once', async () => {
  const send = () =>
    ada.asks('POST', LIST, { ...drayage, request_title: 'Only once' }, { 'idempotency-key': 'one-key' })
  const [first, again] = [await send(), await send()]
  expect(again.json).toEqual(first.json)
  expect(await ada.reads(`${LIST}?q=Only once`)).toHaveLength(1)
})
