import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  addComment,
  createRequest,
  deleteComment,
  deleteRequest,
  fetchComments,
  fetchRequests,
  updateRequest,
} from './calls.ts'
import { titleOf } from './failures.ts'

// The browser bundle's replacement for zod.
vi.mock('zod', () => import('../../../web/form/zod.ts'))

const ada = { id: '5f0c2f0e-8f6c-4a2e-9d5f-0b5b6a1c7d11' }
const request = { request_title: 'Meet a dispatcher', context: 'Because trucks wait.', your_company: 'Lakeline' }
const options = { signal: new AbortController().signal, orCopy: false, noteCopy() {} }

/** Stubs fetch with this response; returns a function that lists the requests. */
function server(status: number, body: string | null) {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => new Response(body, { status }))
  vi.stubGlobal('fetch', fetch)
  return () =>
    fetch.mock.calls.map(([url, init]) => [init.method, url, init.body ? JSON.parse(String(init.body)) : null])
}
// A reply that breaks the contract is logged there.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const messageOf = (call: Promise<unknown>) =>
  call.then(
    () => 'it succeeded',
    (error: Error) => error.message,
  )
const calls = {
  list: () => messageOf(fetchRequests({}, options)),
  comments: () => messageOf(fetchComments(7, options)),
  create: (me: typeof ada | null = ada) => messageOf(createRequest(me, request)),
  update: (me: typeof ada | null = ada) => messageOf(updateRequest(me, { id: 7, status: 'approved' })),
  delete: (me: typeof ada | null = ada) => messageOf(deleteRequest(me, { id: 7 })),
  addComment: (me: typeof ada | null = ada) => messageOf(addComment(me, { requestId: 7, comment_text: 'Hi' })),
  deleteComment: (me: typeof ada | null = ada) => messageOf(deleteComment(me, { requestId: 7, commentId: 3 })),
}

test('a failed read tells the status', { tags: ['INTRO-78', 'INTRO-81'] }, async () => {
  server(503, '{"error":"Busy"}')
  expect(await calls.list()).toBe('Failed to fetch intro requests: 503')
  expect(await calls.comments()).toBe('Failed to fetch comments: 503')
})

test('a failed change of a request tells the status and the body as it came', {
  tags: ['INTRO-79', 'INTRO-80', 'INTRO-84'],
}, async () => {
  server(500, '{"error":"No","request_id":"r"}')
  const rest = '500 - {"error":"No","request_id":"r"}'
  expect(await calls.update()).toBe(`Failed to update request: ${rest}`)
  expect(await calls.delete()).toBe(`Failed to delete request: ${rest}`)
  expect(await calls.create()).toBe(`Failed to create request: ${rest}`)
  server(502, 'upstream')
  expect(await calls.update()).toBe('Failed to update request: 502 - upstream')
})

test('a failed comment tells the error field', { tags: ['INTRO-82', 'INTRO-83', 'INTRO-85'] }, async () => {
  server(403, '{"error":"Not yours","message":"never shown"}')
  expect(await calls.addComment()).toBe('Failed to add comment: Not yours')
  expect(await calls.deleteComment()).toBe('Failed to delete comment: Not yours')
})

test('without an error field it tells the message field', { tags: ['INTRO-86'] }, async () => {
  server(403, '{"message":"Said otherwise"}')
  expect(await calls.addComment()).toBe('Failed to add comment: Said otherwise')
  server(403, '{"error":"","message":"Said otherwise"}')
  expect(await calls.deleteComment()).toBe('Failed to delete comment: Said otherwise')
})

test('without either it tells the status', { tags: ['INTRO-87'] }, async () => {
  for (const body of ['{}', '[]', 'null', 'no JSON', '']) {
    server(418, body)
    expect(await calls.addComment(), body).toBe('Failed to add comment: Error 418')
  }
})

test('an answer in HTML is told as such, before anything else', { tags: ['INTRO-88'] }, async () => {
  server(502, '\n<!doctype html><title>{"error":"x"}</title>')
  const html = 'Server error - received HTML instead of JSON (status 502)'
  expect(await calls.addComment()).toBe(`Failed to add comment: ${html}`)
  expect(await calls.deleteComment()).toBe(`Failed to delete comment: ${html}`)
  expect(await calls.update()).toBe(`Failed to update request: 502 - ${html}`)
})

test('a success that is no JSON is an invalid answer', { tags: ['INTRO-89'] }, async () => {
  for (const body of ['fine', '<html></html>', '']) {
    server(200, body)
    for (const call of [calls.create, calls.update, calls.delete, calls.addComment])
      expect(await call(), body).toBe('Invalid JSON response')
  }
  server(200, 'fine')
  expect(await calls.list()).toBe('Invalid JSON response')
  expect(await calls.deleteComment()).toBe('Invalid JSON response')
})

test('a success without what was asked for is an invalid answer too', { tags: ['INTRO-89'] }, async () => {
  for (const body of ['{}', '[]', 'null', '[null]', '"text"']) {
    server(200, body)
    for (const call of [calls.create, calls.update, calls.delete, calls.addComment])
      expect(await call(), body).toBe('Invalid JSON response')
  }
  for (const body of ['{}', 'null', '[null]', '"text"', '']) {
    server(200, body)
    expect([await calls.list(), await calls.comments()], body).toEqual(Array(2).fill('Invalid JSON response'))
  }
})

test('deleting a comment may be answered with 204 or with JSON', { tags: ['INTRO-89', 'API-96'] }, async () => {
  server(204, null)
  expect(await calls.deleteComment()).toBe('it succeeded')
  server(200, '{"id":3}')
  expect(await calls.deleteComment()).toBe('it succeeded')
})

test('without anybody signed in nothing is sent', {
  tags: ['INTRO-38', 'INTRO-44', 'INTRO-45', 'INTRO-77'],
}, async () => {
  const requests = server(200, '{}')
  expect(await calls.create(null)).toBe('User not authenticated')
  expect(await calls.addComment(null)).toBe('User not authenticated')
  expect(await calls.update(null)).toBe('You must be logged in to update a request')
  expect(await calls.delete(null)).toBe('You must be logged in to delete a request')
  expect(requests()).toEqual([])
})

test('a session that has ended shows the same message with the title for authentication errors', async () => {
  server(401, '{"error":"Authentication required"}')
  expect(await calls.create()).toBe('User not authenticated')
  expect(await calls.update()).toBe('You must be logged in to update a request')
  const error = await updateRequest(null, { id: 7 }).catch((caught: unknown) => caught)
  expect(titleOf(error, 'Failed to update request')).toBe('Authentication Error')
  server(500, '{}')
  const serverError = await updateRequest(ada, { id: 7 }).catch((caught: unknown) => caught)
  expect(titleOf(serverError, 'Failed to update request')).toBe('Failed to update request')
})

test('every payload carries the signed-in user, and a change the id', { tags: ['API-86'] }, async () => {
  const requests = server(200, '{}')
  await calls.create()
  await calls.update()
  await calls.addComment()
  expect(requests()).toEqual([
    ['POST', '/api/direct-introduction-requests', { ...request, user_id: ada.id }],
    ['PATCH', '/api/introduction-requests/7', { id: 7, status: 'approved', user_id: ada.id }],
    ['POST', '/api/introduction-requests/7/comments', { comment_text: 'Hi', user_id: ada.id }],
  ])
})
