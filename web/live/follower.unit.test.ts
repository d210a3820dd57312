import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Change } from '../../contract/change.ts'
import { ById, endpoint } from '../../contract/endpoint.ts'
import { keyOf } from '../api/query.ts'
import { trackWrite } from '../api/writes-in-flight.ts'
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
const deletion = (id: number): Change => ({ kind: 'topics', op: 'delete', id, parent: null })
const advance = (milliseconds = 2_000) => vi.advanceTimersByTimeAsync(milliseconds)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  forgetHeld()
})

/** A fake server with these topics, newest first, that answers after `delay`, and a tab that shows its list. */
async function tab(topics: Topic[], q = '') {
  const server = { topics, delay: 10, asked: [] as string[], matches: (_: Topic) => true, fails: 0 }
  const answer = async <T>(name: string, read: () => T): Promise<T> => {
    server.asked.push(name)
    const snapshot = structuredClone(read())
    await new Promise(done => setTimeout(done, server.delay))
    if (server.fails-- > 0) throw new Error('no answer')
    return snapshot
  }
  const fetchRow = (id: number) => answer(`one ${id}`, () => server.topics.find(topic => topic.id === id))
  const list = () => answer('list', () => server.topics.filter(server.matches))
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  const key = keyOf(listTopics, { q })
  const unmount = new QueryObserver(cache, { queryKey: key, queryFn: list }).subscribe(() => {})
  await advance()
  server.asked = []
  return {
    server,
    cache,
    unmount,
    receive: (...changes: Change[]) => receiveAll(changes),
    shown: () => cache.getQueryData<Topic[]>(key) ?? [],
    heldCount: () => countHeld(cache.getQueryCache(), key),
    refetch: () => cache.refetchQueries({ queryKey: key }),
  }
  function receiveAll(changes: Change[]) {
    apply ??= follower(cache, { lists: [listTopics], details: [getTopic], fetchRow })
    apply(changes)
  }
}
let apply: ReturnType<typeof follower> | undefined
beforeEach(() => {
  apply = undefined
})

const threeTopics = () => [3, 2, 1].map(id => ({ id, likes: 0 }))

test('a changed row is replaced in place, in lists and in single replies, and no other row changes', async () => {
  const { server, cache, receive, shown } = await tab(threeTopics())
  cache.setQueryData(keyOf(getTopic, { id: 2 }), { id: 2, likes: 0 })
  const [before] = shown()
  server.topics = [
    { id: 4, likes: 0 },
    { id: 3, likes: 0 },
    { id: 2, likes: 7 },
    { id: 1, likes: 0 },
  ]
  receive(update(2))
  await advance()
  expect(shown().map(topic => topic.likes)).toEqual([0, 7, 0])
  expect(shown()[0]).toBe(before)
  expect(cache.getQueryData(keyOf(getTopic, { id: 2 }))).toEqual({ id: 2, likes: 7 })
  expect(server.asked).toEqual(['one 2'])
})

test('a burst of changes ends in the right state, with few questions', { tags: ['API-08'] }, async () => {
  const { server, receive, shown } = await tab(threeTopics())
  for (let n = 1; n <= 100; n++) {
    server.topics = server.topics.map(topic => ({ ...topic, likes: n }))
    receive(update(1), update(2), update(3))
    await advance(10)
  }
  await advance()
  expect(shown().map(topic => topic.likes)).toEqual([100, 100, 100])
  expect(server.asked.length).toBeLessThan(20)
})

test('a new row is held, and shown when the list is refetched', async () => {
  const { server, receive, shown, heldCount, refetch } = await tab(threeTopics())
  server.topics = [{ id: 4, likes: 0 }, ...threeTopics()]
  receive(insert(4))
  await advance()
  expect([shown().length, heldCount()]).toEqual([3, 1])
  void refetch()
  await advance()
  expect([shown().length, heldCount()]).toEqual([4, 0])
})

test('a row that was fetched between its insert and its update is fetched again; a new one is held once', async () => {
  const { server, receive, shown, heldCount } = await tab(threeTopics())
  server.topics = [5, 4, 3, 2, 1].map(id => ({ id, likes: id === 3 ? 1 : 0 }))
  receive(insert(3), update(3), insert(4), update(4))
  receive(insert(5))
  receive(update(5))
  await advance()
  expect(shown()[0]).toEqual({ id: 3, likes: 1 })
  expect(heldCount()).toBe(2)
})

test('a new row that the server’s list does not contain is not held', async () => {
  const { server, receive, heldCount } = await tab(threeTopics(), 'even')
  server.matches = topic => topic.id % 2 === 0
  server.topics = [{ id: 5, likes: 0 }, { id: 4, likes: 0 }, ...threeTopics()]
  receive(insert(4), insert(5))
  await advance()
  expect(heldCount()).toBe(1)
})

test('an empty list shows the first row at once', async () => {
  const { server, receive, shown, heldCount } = await tab([])
  server.topics = [{ id: 1, likes: 0 }]
  receive(insert(1))
  await advance()
  expect([shown(), heldCount()]).toEqual([[{ id: 1, likes: 0 }], 0])
})

test('a row written by this tab is not held, even if the stream reports it before the response', async () => {
  const { server, receive, shown, heldCount, refetch } = await tab(threeTopics())
  const seen: number[] = []
  const posting = trackWrite(new Promise<void>(done => setTimeout(done, 300))).then(() => void refetch())
  server.topics = [{ id: 4, likes: 0 }, ...threeTopics()]
  receive(insert(4))
  for (let n = 0; n < 50; n++) {
    await advance(20)
    seen.push(heldCount())
  }
  await posting
  expect(Math.max(...seen)).toBe(0)
  expect(shown()).toHaveLength(4)
})

test('a response requested before a change does not overwrite it', async () => {
  const { server, receive, shown, refetch } = await tab(threeTopics())
  server.delay = 200
  void refetch()
  await advance(50)
  server.topics = [
    { id: 3, likes: 9 },
    { id: 1, likes: 0 },
  ]
  receive(update(3), deletion(2))
  expect(shown().map(topic => topic.id)).toEqual([3, 1])
  await advance()
  expect(shown()).toEqual([
    { id: 3, likes: 9 },
    { id: 1, likes: 0 },
  ])
})

test('a deleted row is no longer held', async () => {
  const { server, receive, heldCount } = await tab(threeTopics())
  server.topics = [{ id: 4, likes: 0 }, ...threeTopics()]
  receive(insert(4))
  await advance()
  receive(deletion(4))
  expect(heldCount()).toBe(0)
})

test('an open row that is deleted shows a 404, with a delay for the member who deletes it', async () => {
  const { server, cache, receive } = await tab(threeTopics())
  const open = (id: number) => cache.getQueryState(keyOf(getTopic, { id }))
  for (const topic of threeTopics()) cache.setQueryData(keyOf(getTopic, { id: topic.id }), topic)
  void trackWrite(new Promise(done => setTimeout(done, 500)))
  server.topics = [{ id: 1, likes: 0 }]
  receive(deletion(2), update(3))
  await advance(400)
  expect(open(2)).toMatchObject({ status: 'success', data: { id: 2 } })
  await advance()
  expect(open(2)).toMatchObject({ status: 'error', data: undefined, error: { status: 404 } })
  // The server no longer returns it.
  expect(open(3)).toMatchObject({ status: 'error', data: undefined, error: { status: 404 } })
  expect(open(1)).toMatchObject({ status: 'success', data: { id: 1 } })
})

test('a failed read is retried', async () => {
  const { server, receive, shown } = await tab(threeTopics())
  server.topics = server.topics.map(topic => ({ ...topic, likes: 1 }))
  server.fails = 2
  receive(update(1))
  await advance(10_000)
  expect(shown().at(-1)).toEqual({ id: 1, likes: 1 })
})

test('too many changes to list: the whole list is refetched', async () => {
  const { server, receive, shown } = await tab(threeTopics())
  server.topics = [{ id: 4, likes: 0 }, ...threeTopics()]
  receive({ kind: 'topics', op: 'update', id: 0, parent: null })
  await advance()
  expect([shown().length, server.asked]).toEqual([4, ['list']])
})

test('a list that is not visible is refetched when it is next opened', async () => {
  const { cache, unmount, receive } = await tab(threeTopics())
  unmount()
  receive(insert(4))
  await advance()
  expect(cache.getQueryState(keyOf(listTopics, { q: '' }))?.isInvalidated).toBe(true)
})

test('a row that is opened before its change was fetched is read again, and not after', async () => {
  const { server, cache, receive } = await tab(threeTopics())
  const open = () => cache.getQueryState(keyOf(getTopic, { id: 2 }))
  for (const topic of threeTopics()) cache.setQueryData(keyOf(getTopic, { id: topic.id }), topic)
  server.topics = threeTopics().map(topic => ({ ...topic, likes: 1 }))
  receive(update(2))
  expect(open()).toMatchObject({ isInvalidated: true, data: { likes: 0 } })
  expect(cache.getQueryState(keyOf(getTopic, { id: 1 }))?.isInvalidated).toBe(false)
  await advance()
  expect(open()).toMatchObject({ isInvalidated: false, data: { likes: 1 } })
})

test('a shown search is read again for others’ new rows at most every five seconds, so that its reader stays below the limit', async () => {
  const asked = async (q: string) => {
    apply = undefined
    const { server, receive } = await tab(threeTopics(), q)
    for (let second = 0; second < 60; second++) {
      receive(insert(second + 10))
      await advance(1000)
    }
    return server.asked.length
  }
  const searched = await asked('payroll')
  expect(searched).toBeGreaterThan(8)
  expect(searched).toBeLessThanOrEqual(13)
  expect(await asked('')).toBeGreaterThan(40)
})
