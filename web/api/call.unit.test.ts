import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { type ApiError, api, onSessionLost, timings } from './call.ts'
import { REQUEST_TIMEOUT_MS, SLOW_REQUEST_MS } from './timeouts.ts'

// The shapes as the browser has them.
vi.mock('zod', () => import('../form/zod.ts'))

const Id = z.object({ id: z.coerce.number() })
const readThing = (path: `/${string}`) =>
  endpoint('GET', path, { summary: '', params: Id, query: z.object({ q: z.string().optional() }), reply: z.unknown() })
const getThing = readThing('/api/things/:id')
const addThing = endpoint('POST', '/api/things', {
  summary: '',
  body: z.object({ name: z.string() }),
  reply: z.unknown(),
  access: 'anyone',
})

const Thing = z.object({ id: z.int(), name: z.string(), note: z.string().nullable() })
const listThings = endpoint('GET', '/api/things', { summary: '', reply: z.array(Thing) })
const oneThing = endpoint('GET', '/api/thing', { summary: '', reply: Thing })
const dropThing = endpoint('DELETE', '/api/thing', { summary: '' })

type Answer = { status?: number; body?: string; after?: number }

/** A network that gives this answer, after that many milliseconds of the test's clock. */
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
      throw new Error('it succeeded')
    },
    (error: unknown) => error as ApiError,
  )

let warn: MockInstance
let complain: MockInstance
beforeEach(() => {
  vi.useFakeTimers()
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  complain = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  onSessionLost(async () => false)
})

test('a call goes to the endpoint’s address as JSON, with credentials included', { tags: ['API-04'] }, async () => {
  const fetch = network({ body: '{"id":7}' })
  const call = api(getThing, { id: 7, q: 'a b' })
  await vi.runAllTimersAsync()
  expect(await call).toEqual({ id: 7 })
  expect(fetch).toHaveBeenCalledWith(
    '/api/things/7?q=a+b',
    expect.objectContaining({ method: 'GET', credentials: 'include', body: undefined }),
  )
})

test('a POST carries its body and a key of its own, or the one it is given', async () => {
  const fetch = network({})
  const calls = [api(addThing, { name: 'x' }), api(addThing, { name: 'x' }), api(addThing, { name: 'x' }, { key: 'k' })]
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
  const call = failureOf(api(getThing, { id: 1 }))
  await vi.advanceTimersByTimeAsync(59_999)
  expect(await Promise.race([call, 'waiting'])).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect((await call).message).toBe('Request timeout after 60 seconds')
})

test('an answer that begins in time and then stalls is late too', async () => {
  const stalled = new ReadableStream({ start: () => {} })
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    const response = new Response(stalled)
    response.text = () => new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)))
    return response
  })
  const call = failureOf(api(getThing, { id: 1 }))
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS)
  expect((await call).message).toBe('Request timeout after 60 seconds')
})

test('a caller gives up its own request', async () => {
  network({ after: 1000 })
  const stop = new AbortController()
  const call = failureOf(api(getThing, { id: 1 }, { signal: stop.signal }))
  stop.abort(new Error('no longer wanted'))
  expect((await call).message).toBe('no longer wanted')
})

test('a request over 3 seconds is logged as slow, a failed one too', { tags: ['API-105'] }, async () => {
  network({ after: SLOW_REQUEST_MS + 1, status: 500, body: '{"error":"no"}' })
  const call = failureOf(api(readThing('/api/slow/:id'), { id: 1 }))
  await vi.runAllTimersAsync()
  await call
  expect(warn).toHaveBeenCalledWith('Slow request: GET /api/slow/:id took 3001 ms')
})

test('a request under 3 seconds is not logged', { tags: ['API-106'] }, async () => {
  network({ after: SLOW_REQUEST_MS - 1 })
  const call = api(readThing('/api/quick/:id'), { id: 1 })
  await vi.runAllTimersAsync()
  await call
  expect(warn).not.toHaveBeenCalled()
})

test('the last 10 timings are kept for each endpoint apart, whatever the id', {
  tags: ['API-107', 'API-108'],
}, async () => {
  const one = readThing('/api/timed/:id')
  const other = readThing('/api/timed-too/:id')
  for (const after of [...Array(12).keys()]) {
    network({ after })
    const calls = [api(one, { id: after }), ...(after === 5 ? [api(other, { id: after })] : [])]
    await vi.runAllTimersAsync()
    await Promise.all(calls)
  }
  expect(timings().get('GET /api/timed/:id')).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(timings().get('GET /api/timed-too/:id')).toEqual([5])
})

test('a refusal brings the server’s words, its fields and the request’s id', async () => {
  network({ status: 400, body: '{"error":"Too short.","request_id":"r1","fields":{"name":"Too short."}}' })
  const call = failureOf(api(addThing, { name: '' }))
  await vi.runAllTimersAsync()
  expect(await call).toMatchObject({
    status: 400,
    message: 'Too short.',
    fields: { name: 'Too short.' },
    requestId: 'r1',
  })
})

test.each(['null', '[]', '"Too short."', '{"name":{"at":3},"note":["x"],"id":7}'])(
  'what a refusal says of its fields in another form (%s) is left out',
  async fields => {
    network({ status: 400, body: `{"error":"No.","fields":${fields}}` })
    const call = failureOf(api(addThing, { name: '' }))
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
  const call = failureOf(api(addThing, { name: '' }))
  await vi.runAllTimersAsync()
  expect(await call).toMatchObject({ status: 502, message: words, fields: {} })
})

test('a lost connection says so, and has no status', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await failureOf(api(addThing, { name: '' }))).toMatchObject({
    status: 0,
    message: 'The server could not be reached. Please check your connection and try again.',
  })
})

const called = async (one: typeof listThings | typeof oneThing | typeof dropThing, answer: Answer) => {
  network(answer)
  const call = api(one as typeof oneThing).then(
    reply => ({ reply }),
    ({ message, status, body }: ApiError) => ({ message, status, body }),
  )
  await vi.runAllTimersAsync()
  return call
}
const thing = '{"id":1,"name":"x","note":null,"new field":1}'
const invalid = { message: 'Invalid JSON response' }

test('an answer of the shape that is due is a success', async () => {
  expect(await called(listThings, { body: `[${thing}]` })).toMatchObject({ reply: [{ id: 1 }] })
  expect(await called(listThings, { body: '[]' })).toEqual({ reply: [] })
  expect(await called(oneThing, { body: thing })).toMatchObject({ reply: { id: 1, note: null } })
  expect(complain).not.toHaveBeenCalled()
})

test.each([
  ['{}', '[]'],
  ['null', 'null'],
  ['', ''],
  ['"text"', '"text"'],
  ['[null]', '[null]'],
  ['<!doctype html>', '<!doctype html>'],
  [`[${thing},{"id":2}]`, '{"id":2}'],
  ['[{"id":"1","name":"x","note":null}]', '{"id":1,"name":{},"note":null}'],
])('a success of another shape is none: %s where a list was due, %s where a row was', async (list, row) => {
  expect(await called(listThings, { body: list })).toEqual({ ...invalid, status: 200, body: list })
  expect(await called(oneThing, { body: row })).toEqual({ ...invalid, status: 200, body: row })
})

test('a 204 is success where nothing is due, and only there', async () => {
  expect(await called(dropThing, { status: 204 })).toEqual({ reply: null })
  expect(await called(listThings, { status: 204 })).toMatchObject({ ...invalid, status: 204 })
  expect(await called(oneThing, { status: 204 })).toMatchObject({ ...invalid, status: 204 })
})

test('where nothing is due JSON of any kind will do, and a page will not', async () => {
  for (const body of ['{"id":3}', '[]', 'null', '']) expect(await called(dropThing, { body })).toHaveProperty('reply')
  expect(await called(dropThing, { body: '<html>' })).toMatchObject(invalid)
})

test('the console tells which part of which answer it was, and nothing of what stood there', async () => {
  await called(listThings, { body: `[${thing},{"id":2,"name":7,"note":"secret"}]` })
  expect(complain.mock.calls).toEqual([['Invalid JSON response: GET /api/things, at 1.name']])
})

test('a 401 to a member’s call tells that the session is gone; one to a visitor’s call does not', async () => {
  const lost = vi.fn()
  onSessionLost(lost)
  network({ status: 401, body: '{"error":"Authentication required"}' })
  const asVisitor = failureOf(api(addThing, { name: '' }))
  await vi.runAllTimersAsync()
  expect((await asVisitor).message).toBe('Authentication required')
  expect(lost).not.toHaveBeenCalled()
  const asMember = failureOf(api(getThing, { id: 1 }))
  await vi.runAllTimersAsync()
  await asMember
  expect(lost).toHaveBeenCalledOnce()
})
