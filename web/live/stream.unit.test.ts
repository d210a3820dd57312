import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openStream } from './stream.ts'

/** The browser's part, played by hand. */
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
  says(type: string, data: unknown, lastEventId = '') {
    this.dispatchEvent(Object.assign(new Event(type), { data: JSON.stringify(data), lastEventId }))
  }
}

const status = vi.fn<() => number>()
const urls = () => Source.all.map(one => one.url)
const last = () => Source.all.at(-1) as Source
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

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
  const told: unknown[] = []
  const stream = openStream(since, {
    changes: (changes, at) => told.push(['changes', changes, at]),
    resync: at => told.push(['resync', at]),
    hello: at => told.push(['hello', at]),
    lost: isLost => told.push(isLost ? 'lost' : 'found'),
    ended: () => told.push('ended'),
  })
  last().opens()
  told.length = 0
  return { ...stream, told }
}

test('begins where the page’s data ends, and passes on what it hears', () => {
  const { told } = opened('seven')
  last().says('message', [{ kind: 'posts', op: 'insert', id: 1, parent: null }], 'eight')
  last().says('resync', {}, 'nine')
  expect(urls()).toEqual(['/api/live?since=seven'])
  expect(told).toEqual([
    ['changes', [{ kind: 'posts', op: 'insert', id: 1, parent: null }], 'eight'],
    ['resync', 'nine'],
  ])
})

test('a connection that is back in a moment was never lost; one that is not is', async () => {
  const { told } = opened()
  last().drops()
  await pass(2_000)
  last().opens()
  await pass(10_000)
  expect(told).not.toContain('lost')
  last().drops()
  await pass(3_000)
  expect(told.at(-1)).toBe('lost')
  last().opens()
  expect(told.at(-1)).toBe('found')
})

test('silence is a connection that died without a word: it is opened anew, from what was heard last', async () => {
  opened('three')
  for (let n = 0; n < 10; n++) {
    await pass(15_000)
    last().says('beat', {})
  }
  expect(urls()).toHaveLength(1)
  last().says('hello', {}, 'tw/el+ve')
  await pass(60_000)
  expect(urls()).toEqual(['/api/live?since=three', '/api/live?since=tw%2Fel%2Bve'])
})

test('a refusal is asked about: a server in trouble is tried again, more and more slowly', async () => {
  opened('one')
  status.mockReturnValue(503)
  last().isRefused()
  await pass(2_100)
  expect(urls()).toHaveLength(2)
  status.mockReturnValue(0)
  last().isRefused()
  await pass(2_100)
  expect(urls()).toHaveLength(2)
  await pass(2_000)
  expect(urls()).toHaveLength(3)
})

test.each([
  [401, ['found', 'ended']],
  [403, ['found', 'ended']],
  [429, ['found']],
])('a refusal with %i is final', async (answer, expected) => {
  const { told } = opened('one')
  status.mockReturnValue(answer)
  last().isRefused()
  await pass(300_000)
  expect(told).toEqual(expected)
  expect(urls()).toHaveLength(1)
})

test('a session that ends says so, and is not knocked for again', async () => {
  const { told } = opened('one')
  last().says('ended', {})
  await pass(300_000)
  expect(told).toEqual(['found', 'ended'])
  expect(last().readyState).toBe(Source.CLOSED)
  expect(urls()).toHaveLength(1)
})

test('closed, it stays closed', async () => {
  const { close } = opened('one')
  status.mockReturnValue(503)
  last().isRefused()
  close()
  await pass(300_000)
  expect(urls()).toHaveLength(1)
})
