import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { type ApiError, api, onSessionLost, timings } from './call.ts'
import { REQUEST_TIMEOUT_MS, SLOW_REQUEST_MS } from './timeouts.ts'

// The browser bundle's replacement for zod.
vi.mock('zod', () => import('../form/zod.ts'))

const Id = z.object({ id: z.coerce.number() })
const readItem = (path: `/${string}`) =>
  endpoint('GET', path, { summary: '', params: Id, query: z.object({ q: z.string().optional() }), reply: z.unknown() })
const getItem = readItem('/api/items/:id')
const addItem = endpoint('POST', '/api/items', {
  summary: '',
  body: z.object({ name: z.string() }),
  reply: z.unknown(),
  access: 'anyone',
})

const Item = z.object({ id: z.int(), name: z.string(), note: z.string().nullable() })
const listItems = endpoint('GET', '/api/items', { summary: '', reply: z.array(Item) })
const oneItem = endpoint('GET', '/api/item', { summary: '', reply: Item })
const dropItem = endpoint('DELETE', '/api/item', { summary: '' })

type Answer = { status?: number; body?: string; after?: number }

/** Stubs fetch with this response, sent after `after` milliseconds of fake time. */
function network({ status = 200, body = '{}', after = 0 }: Answer) {
  const fetch = vi.fn(
    (_url: string, init: RequestInit) =>
      new Promise<Response>((answer, fail) => {
        setTimeout(() => answer(new Response(status === 204 ? null : body, { status })), after)
        init.signal?.addEventListener('abort', () => fail(init.signal?.reason))
      }),
  )
  vi.stubGlobal('fetch', fetch)
  return fetch
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => {
      throw new Error('the call succeeded')
    },
    (error: unknown) => error as ApiError,
  )

let warn: MockInstance
let consoleError: MockInstance
beforeEach(() => {
  vi.useFakeTimers()
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  onSessionLost(async () => false)
})

test('a call goes to the endpoint’s address as JSON, with credentials included', { tags: ['API-04'] }, async () => {
  const fetch = network({ body: '{"id":7}' })
  const call = api(getItem, { id: 7, q: 'a b' })
  await vi.runAllTimersAsync()
  expect(await call).toEqual({ id: 7 })
  expect(fetch).toHaveBeenCalledWith(
    '/api/items/7?q=a+b',
    expect.objectContaining({ method: 'GET', credentials: 'include', body: undefined }),
  )
})

test('a POST carries its body and a new idempotency key, or the given one', async () => {
  const fetch = network({})
  const calls = [api(addItem, { name: 'x' }), api(addItem, { name: 'x' }), api(addItem, { name: 'x' }, { key: 'k' })]
  await vi.runAllTimersAsync()
  await Promise.all(calls)
  const sent = fetch.mock.calls.map(([, init]) => init)
  const keys = sent.map(init => (init.headers as Record<string, string>)['idempotency-key'])
  expect(sent.every(init => init.credentials === 'include' && init.body === '{"name":"x"}')).toBe(true)
  expect(new Set(keys).size).toBe(3)
  expect(keys[2]).toBe('k')
})

test('a request slower than 60 seconds fails with its words, and not a moment earlier', {
  tags: ['API-104', 'TXT-23'],
}, async () => {
  network({ after: REQUEST_TIMEOUT_MS + 1 })
  const call = failureOf(api(getItem, { id: 1 }))
  await vi.advanceTimersByTimeAsync(59_999)
  expect(await Promise.race([call, 'waiting'])).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect((await call).message).toBe('Request timeout after 60 seconds')
})

test('a response that starts in time and then stalls times out too', async () => {
  const stalled = new ReadableStream({ start: () => {} })
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    const response = new Response(stalled)
    response.text = () => new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)))
    return response
  })
  const call = failureOf(api(getItem, { id: 1 }))
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS)
  expect((await call).message).toBe('Request timeout after 60 seconds')
})

test('a caller can abort its request', async () => {
  network({ after: 1000 })
  const stop = new AbortController()
  const call = failureOf(api(getItem, { id: 1 }, { signal: stop.signal }))
  stop.abort(new Error('no longer wanted'))
  expect((await call).message).toBe('no longer wanted')
})

test('a request over 3 seconds is logged as slow, a failed one too', { tags: ['API-105'] }, async () => {
  network({ after: SLOW_REQUEST_MS + 1, status: 500, body: '{"error":"no"}' })
  const call = failureOf(api(readItem('/api/slow/:id'), { id: 1 }))
  await vi.runAllTimersAsync()
  await call
  expect(warn).toHaveBeenCalledWith('Slow request: GET /api/slow/:id took 3001 ms')
})

test('a request under 3 seconds is not logged', { tags: ['API-106'] }, async () => {
  network({ after: SLOW_REQUEST_MS - 1 })
  const call = api(readItem('/api/quick/:id'), { id: 1 })
  await vi.runAllTimersAsync()
  await call
  expect(warn).not.toHaveBeenCalled()
})

test('the last 10 timings are kept for each endpoint apart, whatever the id', {
  tags: ['API-107', 'API-108'],
}, async () => {
  const first = readItem('/api/timed/:id')
  const second = readItem('/api/timed-too/:id')
  for (const after of [...Array(12).keys()]) {
    network({ after })
    const calls = [api(first, { id: after }), ...(after === 5 ? [api(second, { id: after })] : [])]
    await vi.runAllTimersAsync()
    await Promise.all(calls)
  }
  expect(timings().get('GET /api/timed/:id')).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(timings().get('GET /api/timed-too/:id')).toEqual([5])
})

test('an error carries the server’s message, the field errors and the request id', async () => {
  network({ status: 400, body: '{"error":"Too short.","request_id":"r1","fields":{"name":"Too short."}}' })
  const call = failureOf(api(addItem, { name: '' }))
  await vi.runAllTimersAsync()
  expect(await call).toMatchObject({
    status: 400,
    message: 'Too short.',
    fields: { name: 'Too short.' },
    requestId: 'r1',
  })
})

test.each(['null', '[]', '"Too short."', '{"name":{"at":3},"note":["x"],"id":7}'])(
  'field errors of another shape (%s) are ignored',
  async fields => {
    network({ status: 400, body: `{"error":"No.","fields":${fields}}` })
    const call = failureOf(api(addItem, { name: '' }))
    await vi.runAllTimersAsync()
    expect(await call).toMatchObject({ message: 'No.', fields: {} })
    expect((await call).fields).toEqual({})
  },
)

test.each([
  ['{"message":"Older words."}', 'Older words.'],
  ['{}', 'Unknown error occurred'],
  ['<h1>Bad gateway</h1>', 'The server gave an answer we do not understand (status 502).'],
])('a failure with the body %s reads: %s', async (body, words) => {
  network({ status: 502, body })
  const call = failureOf(api(addItem, { name: '' }))
  await vi.runAllTimersAsync()
  expect(await call).toMatchObject({ status: 502, message: words, fields: {} })
})

test('a lost connection has its own message and status 0', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await failureOf(api(addItem, { name: '' }))).toMatchObject({
    status: 0,
    message: 'The server could not be reached. Please check your connection and try again.',
  })
})

const called = async (endpoint: typeof listItems | typeof oneItem | typeof dropItem, answer: Answer) => {
  network(answer)
  const call = api(endpoint as typeof oneItem).then(
    reply => ({ reply }),
    ({ message, status, body }: ApiError) => ({ message, status, body }),
  )
  await vi.runAllTimersAsync()
  return call
}
const item = '{"id":1,"name":"x","note":null,"new field":1}'
const invalid = { message: 'Invalid JSON response' }

test('a reply that matches the contract is a success', async () => {
  expect(await called(listItems, { body: `[${item}]` })).toMatchObject({ reply: [{ id: 1 }] })
  expect(await called(listItems, { body: '[]' })).toEqual({ reply: [] })
  expect(await called(oneItem, { body: item })).toMatchObject({ reply: { id: 1, note: null } })
  expect(consoleError).not.toHaveBeenCalled()
})

test.each([
  ['{}', '[]'],
  ['null', 'null'],
  ['', ''],
  ['"text"', '"text"'],
  ['[null]', '[null]'],
  ['<!doctype html>', '<!doctype html>'],
  [`[${item},{"id":2}]`, '{"id":2}'],
  ['[{"id":"1","name":"x","note":null}]', '{"id":1,"name":{},"note":null}'],
])('a reply that does not match the contract is an error: %s for a list, %s for a row', async (list, row) => {
  expect(await called(listItems, { body: list })).toEqual({ ...invalid, status: 200, body: list })
  expect(await called(oneItem, { body: row })).toEqual({ ...invalid, status: 200, body: row })
})

test('a 204 is a success only for an endpoint without a reply', async () => {
  expect(await called(dropItem, { status: 204 })).toEqual({ reply: null })
  expect(await called(listItems, { status: 204 })).toMatchObject({ ...invalid, status: 204 })
  expect(await called(oneItem, { status: 204 })).toMatchObject({ ...invalid, status: 204 })
})

test('an endpoint without a reply accepts any JSON, but no HTML', async () => {
  for (const body of ['{"id":3}', '[]', 'null', '']) expect(await called(dropItem, { body })).toHaveProperty('reply')
  expect(await called(dropItem, { body: '<html>' })).toMatchObject(invalid)
})

test('the console names the endpoint and the field that does not match, and none of the data', async () => {
  await called(listItems, { body: `[${item},{"id":2,"name":7,"note":"secret"}]` })
  expect(consoleError.mock.calls).toEqual([['Invalid JSON response: GET /api/items, at 1.name']])
})

test('a 401 from a members’ endpoint calls the session-lost listener; one from a public endpoint does not', async () => {
  const lost = vi.fn()
  onSessionLost(lost)
  network({ status: 401, body: '{"error":"Authentication required"}' })
  const asVisitor = failureOf(api(addItem, { name: '' }))
  await vi.runAllTimersAsync()
  expect((await asVisitor).message).toBe('Authentication required')
  expect(lost).not.toHaveBeenCalled()
  const asMember = failureOf(api(getItem, { id: 1 }))
  await vi.runAllTimersAsync()
  await asMember
  expect(lost).toHaveBeenCalledOnce()
})
