import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Change } from '../../contract/change.ts'
import { ById, endpoint } from '../../contract/endpoint.ts'
import { keyOf } from '../api/query.ts'
import { countWrite } from '../api/under-way.ts'
import { follower } from './follower.ts'
import { countHeld, forgetHeld } from './held-rows.ts'

type Topic = { id: number; likes: number }
const Topic = z.object({ id: z.int(), likes: z.int() })
const listTopics = endpoint('GET', '/api/topics', {
  summary: 'x',
  query: z.object({ q: z.string().optional() }),
  reply: z.array(Topic),
})
const getTopic = endpoint('GET', '/api/topics/:id', { summary: 'x', params: ById, reply: Topic })

const update = (id: number): Change => ({ kind: 'topics', op: 'update', id, parent: null })
const insert = (id: number): Change => ({ kind: 'topics', op: 'insert', id, parent: null })
const gone = (id: number): Change => ({ kind: 'topics', op: 'delete', id, parent: null })
const pass = (milliseconds = 2_000) => vi.advanceTimersByTimeAsync(milliseconds)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  forgetHeld()
})

/** A server with these topics, newest first, that takes `delay` to answer, and a tab that shows its list. */
async function tab(topics: Topic[], q = '') {
  const server = { topics, delay: 10, asked: [] as string[], matches: (_: Topic) => true, fails: 0 }
  const answer = async <T>(name: string, read: () => T): Promise<T> => {
    server.asked.push(name)
    const snapshot = structuredClone(read())
    await new Promise(done => setTimeout(done, server.delay))
    if (server.fails-- > 0) throw new Error('no answer')
    return snapshot
  }
  const one = (id: number) => answer(`one ${id}`, () => server.topics.find(topic => topic.id === id))
  const list = () => answer('list', () => server.topics.filter(server.matches))
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  const key = keyOf(listTopics, { q })
  const leave = new QueryObserver(cache, { queryKey: key, queryFn: list }).subscribe(() => {})
  await pass()
  server.asked = []
  return {
    server,
    cache,
    leave,
    hears: (...changes: Change[]) => take(changes),
    shown: () => cache.getQueryData<Topic[]>(key) ?? [],
    waiting: () => countHeld(cache.getQueryCache(), key),
    refetch: () => cache.refetchQueries({ queryKey: key }),
  }
  function take(changes: Change[]) {
    bring ??= follower(cache, { lists: [listTopics], details: [getTopic], one })
    bring(changes)
  }
}
let bring: ReturnType<typeof follower> | undefined
beforeEach(() => {
  bring = undefined
})

const three = () => [3, 2, 1].map(id => ({ id, likes: 0 }))

test('a changed row changes in its place, in lists and alone, and nothing else does', async () => {
  const { server, cache, hears, shown } = await tab(three())
  cache.setQueryData(keyOf(getTopic, { id: 2 }), { id: 2, likes: 0 })
  const [before] = shown()
  server.topics = [
    { id: 4, likes: 0 },
    { id: 3, likes: 0 },
    { id: 2, likes: 7 },
    { id: 1, likes: 0 },
  ]
  hears(update(2))
  await pass()
  expect(shown().map(topic => topic.likes)).toEqual([0, 7, 0])
  expect(shown()[0]).toBe(before)
  expect(cache.getQueryData(keyOf(getTopic, { id: 2 }))).toEqual({ id: 2, likes: 7 })
  expect(server.asked).toEqual(['one 2'])
})

test('a burst of changes ends in the right state, with few questions', { tags: ['API-08'] }, async () => {
  const { server, hears, shown } = await tab(three())
  for (let n = 1; n <= 100; n++) {
    server.topics = server.topics.map(topic => ({ ...topic, likes: n }))
    hears(update(1), update(2), update(3))
    await pass(10)
  }
  await pass()
  expect(shown().map(topic => topic.likes)).toEqual([100, 100, 100])
  expect(server.asked.length).toBeLessThan(20)
})

test('a new row waits until the list is read again, and is not shown before', async () => {
  const { server, hears, shown, waiting, refetch } = await tab(three())
  server.topics = [{ id: 4, likes: 0 }, ...three()]
  hears(insert(4))
  await pass()
  expect([shown().length, waiting()]).toEqual([3, 1])
  void refetch()
  await pass()
  expect([shown().length, waiting()]).toEqual([4, 0])
})

test('a row that does not belong on the list, by the server’s own word, is not waited for', async () => {
  const { server, hears, waiting } = await tab(three(), 'even')
  server.matches = topic => topic.id % 2 === 0
  server.topics = [{ id: 5, likes: 0 }, { id: 4, likes: 0 }, ...three()]
  hears(insert(4), insert(5))
  await pass()
  expect(waiting()).toBe(1)
})

test('an empty list shows the first row at once', async () => {
  const { server, hears, shown, waiting } = await tab([])
  server.topics = [{ id: 1, likes: 0 }]
  hears(insert(1))
  await pass()
  expect([shown(), waiting()]).toEqual([[{ id: 1, likes: 0 }], 0])
})

test('what this tab writes itself is no news, though it is told before the answer', async () => {
  const { server, hears, shown, waiting, refetch } = await tab(three())
  const seen: number[] = []
  const posting = countWrite(new Promise<void>(done => setTimeout(done, 300))).then(() => void refetch())
  server.topics = [{ id: 4, likes: 0 }, ...three()]
  hears(insert(4))
  for (let n = 0; n < 50; n++) {
    await pass(20)
    seen.push(waiting())
  }
  await posting
  expect(Math.max(...seen)).toBe(0)
  expect(shown()).toHaveLength(4)
})

test('an answer that was asked for before a change does not cover it', async () => {
  const { server, hears, shown, refetch } = await tab(three())
  server.delay = 200
  void refetch()
  await pass(50)
  server.topics = [
    { id: 3, likes: 9 },
    { id: 1, likes: 0 },
  ]
  hears(update(3), gone(2))
  expect(shown().map(topic => topic.id)).toEqual([3, 1])
  await pass()
  expect(shown()).toEqual([
    { id: 3, likes: 9 },
    { id: 1, likes: 0 },
  ])
})

test('a row that is gone is waited for no more', async () => {
  const { server, hears, waiting } = await tab(three())
  server.topics = [{ id: 4, likes: 0 }, ...three()]
  hears(insert(4))
  await pass()
  hears(gone(4))
  expect(waiting()).toBe(0)
})

test('a row that is open is gone as if it were opened now, but not under the hands of whoever deletes it', async () => {
  const { server, cache, hears } = await tab(three())
  const open = (id: number) => cache.getQueryState(keyOf(getTopic, { id }))
  for (const topic of three()) cache.setQueryData(keyOf(getTopic, { id: topic.id }), topic)
  void countWrite(new Promise(done => setTimeout(done, 500)))
  server.topics = [{ id: 1, likes: 0 }]
  hears(gone(2), update(3))
  await pass(400)
  expect(open(2)).toMatchObject({ status: 'success', data: { id: 2 } })
  await pass()
  expect(open(2)).toMatchObject({ status: 'error', data: undefined, error: { status: 404 } })
  // No longer to be seen, by the server's own word.
  expect(open(3)).toMatchObject({ status: 'error', data: undefined, error: { status: 404 } })
  expect(open(1)).toMatchObject({ status: 'success', data: { id: 1 } })
})

test('where no answer comes it is asked for again', async () => {
  const { server, hears, shown } = await tab(three())
  server.topics = server.topics.map(topic => ({ ...topic, likes: 1 }))
  server.fails = 2
  hears(update(1))
  await pass(10_000)
  expect(shown().at(-1)).toEqual({ id: 1, likes: 1 })
})

test('too many to be named: the list is read again as a whole', async () => {
  const { server, hears, shown } = await tab(three())
  server.topics = [{ id: 4, likes: 0 }, ...three()]
  hears({ kind: 'topics', op: 'update', id: 0, parent: null })
  await pass()
  expect([shown().length, server.asked]).toEqual([4, ['list']])
})

test('a list nobody looks at is read again when it is next opened', async () => {
  const { cache, leave, hears } = await tab(three())
  leave()
  hears(insert(4))
  await pass()
  expect(cache.getQueryState(keyOf(listTopics, { q: '' }))?.isInvalidated).toBe(true)
})
