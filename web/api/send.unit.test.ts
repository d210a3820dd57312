import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Endpoint, endpoint } from '../../contract/endpoint.ts'
import { toast, toastStore } from '../ui/toast.ts'
import { keyOf } from './query.ts'
import { usePatch, useSend } from './send.ts'
import { patchRows } from './send-cache.ts'

// The browser bundle's replacement for zod.
vi.mock('zod', () => import('../form/zod.ts'))

const Row = z.object({ id: z.int(), status: z.string() })
const ById = z.object({ id: z.int() })
const listRequests = endpoint('GET', '/api/requests', { summary: '', reply: z.array(Row) })
const listComments = endpoint('GET', '/api/requests/:id/comments', { summary: '', params: ById, reply: z.array(Row) })
const getRequest = endpoint('GET', '/api/requests/:id', { summary: '', params: ById, reply: Row })
const addRequest = endpoint('POST', '/api/requests', {
  summary: '',
  body: z.object({ status: z.string() }),
  reply: Row,
})
const approve = endpoint('PUT', '/api/requests/:id/approval', { summary: '', params: ById, reply: Row })

let cache: QueryClient
const fetch = vi.fn()
const answers = (status: number, body: unknown) =>
  fetch.mockImplementationOnce(async () => new Response(JSON.stringify(body), { status }))
const loses = () => fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
const keysSent = () =>
  fetch.mock.calls.map(([, init]) => (init as { headers: Record<string, string> }).headers['idempotency-key'])

/** Renders a screen that uses the hook; returns what the hook returned. */
function used<T>(hook: () => T): T {
  let returned: T | undefined
  const Screen = () => {
    returned = hook()
    return null
  }
  renderToString(createElement(QueryClientProvider, { client: cache }, createElement(Screen)))
  return returned as T
}
/** Mounts a screen that shows these rows; returns the mock that counts its reads. */
function shows(list: Endpoint, input = {}) {
  const read = vi.fn(async () => [{ id: 1, status: 'pending' }])
  cache.setQueryData(keyOf(list, input), [{ id: 1, status: 'pending' }])
  new QueryObserver(cache, {
    queryKey: keyOf(list, input),
    queryFn: read,
    staleTime: Number.POSITIVE_INFINITY,
  }).subscribe(() => {})
  return read
}
const toasts = () => toastStore.read().map(({ variant, title, description }) => [variant, title, description])

beforeEach(() => {
  cache = new QueryClient()
  vi.stubGlobal('fetch', fetch)
  fetch.mockReset()
})
afterEach(() => {
  cache.clear()
  for (const { id } of toastStore.read()) toast.dismiss(id)
  vi.unstubAllGlobals()
})

test('after a change the named lists are read again, whatever their input, and no others', {
  tags: ['API-97', 'API-98'],
}, async () => {
  const [requests, comments, single] = [
    shows(listRequests),
    shows(listComments, { id: 1 }),
    shows(getRequest, { id: 1 }),
  ]
  const { send } = used(() => useSend(addRequest, { refresh: [listRequests, listComments] }))
  answers(200, { id: 2, status: 'pending' })
  await send({ status: 'pending' })
  await vi.waitFor(() => expect([requests.mock.calls.length, comments.mock.calls.length]).toEqual([1, 1]))
  expect(single).not.toHaveBeenCalled()
})

test('a failed change refreshes nothing, resolves to undefined and shows a toast', async () => {
  const requests = shows(listRequests)
  const { send } = used(() => useSend(addRequest, { refresh: [listRequests], failure: 'Failed to create request' }))
  answers(400, { error: 'Too short.', request_id: 'r' })
  expect(await send({ status: '' })).toBeUndefined()
  expect(requests).not.toHaveBeenCalled()
  expect(toasts().at(-1)).toEqual(['destructive', 'Failed to create request', 'Too short.'])
})

test('the error toast is dismissed when the form is sent again', async () => {
  const { send } = used(() => useSend(addRequest, { failure: 'Failed to create request', success: 'Request created' }))
  toast.dismissErrors()
  const before = toasts().length
  answers(400, { error: 'Too short.', request_id: 'r' })
  await send({ status: '' })
  expect(toasts().slice(before)).toEqual([['destructive', 'Failed to create request', 'Too short.']])
  answers(200, { id: 2, status: 'pending' })
  await send({ status: 'pending' })
  expect(toasts().slice(before)).toEqual([['success', 'Request created', undefined]])
})

test('the success toast has a title, or a title and a description', async () => {
  const texts = ['Request created', ['Request created', 'It is on its way.']] as const
  for (const success of texts) {
    answers(200, { id: 2, status: 'pending' })
    await used(() => useSend(addRequest, { success })).send({ status: 'pending' })
  }
  expect(toasts().slice(-2)).toEqual([
    ['success', 'Request created', undefined],
    ['success', 'Request created', 'It is on its way.'],
  ])
})

test('a second call while one is in flight is not sent', async () => {
  const { send } = used(() => useSend(addRequest))
  answers(200, { id: 2, status: 'pending' })
  expect(await Promise.all([send({ status: 'pending' }), send({ status: 'pending' })])).toEqual([
    { id: 2, status: 'pending' },
    undefined,
  ])
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('the same input sent again after a lost response has the same key; after a response, or with another input, a new one', async () => {
  const { send } = used(() => useSend(addRequest))
  loses()
  await send({ status: 'pending' })
  answers(200, { id: 2, status: 'pending' })
  await send({ status: 'pending' })
  answers(200, { id: 3, status: 'pending' })
  await send({ status: 'pending' })
  loses()
  await send({ status: 'pending' })
  answers(200, { id: 4, status: 'declined' })
  await send({ status: 'declined' })
  const [lost, retried, next, lostToo, otherInput] = keysSent()
  expect(retried).toBe(lost)
  expect(new Set([retried, next, lostToo, otherInput]).size).toBe(4)
})

test('a reply that breaks the contract shows a failure; a retry is the same submit, so that no second row is created', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { send } = used(() => useSend(addRequest, { failure: 'Failed to create request', success: 'Request created' }))
  for (const body of [{}, null, [], 'text']) {
    answers(200, body)
    expect(await send({ status: 'pending' })).toBeUndefined()
    expect(toasts().at(-1)).toEqual(['destructive', 'Failed to create request', 'Invalid JSON response'])
  }
  answers(200, { id: 2, status: 'pending' })
  await send({ status: 'pending' })
  expect(toasts().at(-1)).toEqual(['success', 'Request created', undefined])
  expect(new Set(keysSent()).size).toBe(1)
  consoleError.mockRestore()
})

test('a patch shows at once, in lists and in single rows, and the server’s row replaces it', async () => {
  shows(listRequests)
  cache.setQueryData(keyOf(getRequest, { id: 1 }), { id: 1, status: 'pending' })
  const send = used(() => usePatch(approve, { optimistic: { status: 'approved' }, within: [listRequests, getRequest] }))
  answers(200, { id: 1, status: 'approved by Ada' })
  const sending = send({ id: 1 })
  expect(cache.getQueryData(keyOf(listRequests))).toEqual([{ id: 1, status: 'approved' }])
  expect(cache.getQueryData(keyOf(getRequest, { id: 1 }))).toEqual({ id: 1, status: 'approved' })
  await sending
  expect(cache.getQueryData(keyOf(listRequests))).toEqual([{ id: 1, status: 'approved by Ada' }])
})

test('a patch that the server refuses is rolled back and shows a toast', async () => {
  shows(listRequests)
  const send = used(() =>
    usePatch(approve, {
      optimistic: { status: 'approved' },
      within: [listRequests],
      failure: ['Error updating post', 'There was a problem updating the post.'],
    }),
  )
  answers(403, { error: 'You are not allowed to do this.' })
  await send({ id: 1 })
  expect(cache.getQueryData(keyOf(listRequests))).toEqual([{ id: 1, status: 'pending' }])
  expect(toasts().at(-1)).toEqual(['destructive', 'Error updating post', 'There was a problem updating the post.'])
})

test('a row that changes while a screen reads it for the first time is read again, and the screen does not stay loading', async () => {
  const queryKey = keyOf(getRequest, { id: 1 })
  let answer: (row: object) => void = () => {}
  const queryFn = vi.fn(() => new Promise<object>(done => (answer = done)))
  const screen = new QueryObserver(cache, { queryKey, queryFn })
  screen.subscribe(() => {})
  patchRows(cache, [getRequest], 1, { status: 'approved' })
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2))
  answer({ id: 1, status: 'approved' })
  await vi.waitFor(() => expect(screen.getCurrentResult().data).toEqual({ id: 1, status: 'approved' }))
})
