import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openStream } from './stream.ts'

/** A fake EventSource, controlled by the test. */
class Source extends EventTarget {
  static readonly CLOSED = 2
  static all: Source[] = []
  readyState = 0
  onopen = () => {}
  onerror = () => {}
  url: string
  constructor(url: string) {
    super()
    this.url = url
    Source.all.push(this)
  }
  close() {
    this.readyState = Source.CLOSED
  }
  opens() {
    this.readyState = 1
    this.onopen()
  }
  drops() {
    this.readyState = 0
    this.onerror()
  }
  isRefused() {
    this.readyState = Source.CLOSED
    this.onerror()
  }
  dispatch(type: string, data: unknown, lastEventId = '') {
    this.dispatchEvent(Object.assign(new Event(type), { data: JSON.stringify(data), lastEventId }))
  }
}

const status = vi.fn<() => number>()
const urls = () => Source.all.map(source => source.url)
const last = () => Source.all.at(-1) as Source
const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

beforeEach(() => {
  vi.useFakeTimers()
  Source.all = []
  vi.stubGlobal('EventSource', Source)
  vi.stubGlobal('fetch', async () => {
    if (status() === 0) throw new TypeError('no connection')
    return new Response(null, { status: status() })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function opened(since?: string) {
  const calls: unknown[] = []
  const stream = openStream(since, {
    changes: (changes, at) => calls.push(['changes', changes, at]),
    resync: at => calls.push(['resync', at]),
    hello: at => calls.push(['hello', at]),
    lost: isLost => calls.push(isLost ? 'lost' : 'found'),
    ended: () => calls.push('ended'),
  })
  last().opens()
  calls.length = 0
  return { ...stream, calls }
}

test('starts at the position of the page’s data, and passes on changes', () => {
  const { calls } = opened('seven')
  last().dispatch('message', [{ kind: 'posts', op: 'insert', id: 1, parent: null }], 'eight')
  last().dispatch('resync', {}, 'nine')
  expect(urls()).toEqual(['/api/live?since=seven'])
  expect(calls).toEqual([
    ['changes', [{ kind: 'posts', op: 'insert', id: 1, parent: null }], 'eight'],
    ['resync', 'nine'],
  ])
})

test('a short interruption is not reported as lost; a longer one is', async () => {
  const { calls } = opened()
  last().drops()
  await advance(2_000)
  last().opens()
  await advance(10_000)
  expect(calls).not.toContain('lost')
  last().drops()
  await advance(3_000)
  expect(calls.at(-1)).toBe('lost')
  last().opens()
  expect(calls.at(-1)).toBe('found')
})

test('without a heartbeat the stream is reopened at its last position', async () => {
  opened('three')
  for (let n = 0; n < 10; n++) {
    await advance(15_000)
    last().dispatch('beat', {})
  }
  expect(urls()).toHaveLength(1)
  last().dispatch('hello', {}, 'tw/el+ve')
  await advance(60_000)
  expect(urls()).toEqual(['/api/live?since=three', '/api/live?since=tw%2Fel%2Bve'])
})

test('a refused stream is probed, and retried with a back-off while the server is down', async () => {
  opened('one')
  status.mockReturnValue(503)
  last().isRefused()
  await advance(2_100)
  expect(urls()).toHaveLength(2)
  status.mockReturnValue(0)
  last().isRefused()
  await advance(2_100)
  expect(urls()).toHaveLength(2)
  await advance(2_000)
  expect(urls()).toHaveLength(3)
})

test.each([
  [401, ['found', 'ended']],
  [403, ['found', 'ended']],
  [429, ['found']],
])('a refusal with %i is final', async (answer, expected) => {
  const { calls } = opened('one')
  status.mockReturnValue(answer)
  last().isRefused()
  await advance(300_000)
  expect(calls).toEqual(expected)
  expect(urls()).toHaveLength(1)
})

test('the end of the session is reported, and the stream is not reopened', async () => {
  const { calls } = opened('one')
  last().dispatch('ended', {})
  await advance(300_000)
  expect(calls).toEqual(['found', 'ended'])
  expect(last().readyState).toBe(Source.CLOSED)
  expect(urls()).toHaveLength(1)
})

test('a closed stream stays closed', async () => {
  const { close } = opened('one')
  status.mockReturnValue(503)
  last().isRefused()
  close()
  await advance(300_000)
  expect(urls()).toHaveLength(1)
})
