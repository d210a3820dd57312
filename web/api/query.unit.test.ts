import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './call.ts'
import { newQueryClient } from './query.ts'

// The shapes as the browser has them.
vi.mock('zod', () => import('../form/zod.ts'))

const MINUTE = 60_000
let client: QueryClient
const read = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  client = newQueryClient()
  client.mount()
  read.mockReset().mockResolvedValue('rows')
})
afterEach(() => {
  client.unmount()
  client.clear()
  vi.useRealTimers()
})

/** A screen that shows the rows: opened, and later closed. */
const open = () => new QueryObserver(client, { queryKey: ['rows'], queryFn: read }).subscribe(() => {})
const kept = () => client.getQueryData(['rows'])

test('a failing query is retried exactly once', { tags: ['API-99'] }, async () => {
  read.mockRejectedValue(new Error('no'))
  const close = open()
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(read).toHaveBeenCalledTimes(2)
  close()
})

test('what is not there is asked for again at once, anything else after a second', async () => {
  for (const [error, later] of [
    [new ApiError('gone', { status: 404 }), 0],
    [new ApiError('busy', { status: 503 }), 1000],
    [new Error('no'), 1000],
  ] as const) {
    client.clear()
    read.mockReset().mockRejectedValue(error)
    const close = open()
    await vi.advanceTimersByTimeAsync(Math.max(0, later - 1))
    expect(read).toHaveBeenCalledTimes(later ? 1 : 2)
    await vi.advanceTimersByTimeAsync(1)
    expect(read).toHaveBeenCalledTimes(2)
    close()
  }
})

test('data is fresh for 5 minutes: opened again within that time nothing is asked, later it is', {
  tags: ['API-101'],
}, async () => {
  const close = open()
  await vi.advanceTimersByTimeAsync(0)
  close()
  await vi.advanceTimersByTimeAsync(5 * MINUTE - 1)
  open()()
  expect(read).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  open()()
  expect(read).toHaveBeenCalledTimes(2)
})

test('data nobody shows is kept for 30 minutes', { tags: ['API-102'] }, async () => {
  const close = open()
  await vi.advanceTimersByTimeAsync(0)
  close()
  await vi.advanceTimersByTimeAsync(30 * MINUTE - 1)
  expect(kept()).toBe('rows')
  await vi.advanceTimersByTimeAsync(1)
  expect(kept()).toBeUndefined()
})

test('there is no interval: a screen left open asks once', { tags: ['API-103'] }, async () => {
  const close = open()
  await vi.advanceTimersByTimeAsync(24 * 60 * MINUTE)
  expect(read).toHaveBeenCalledTimes(1)
  close()
})

/** The page brought this along as the answer to GET /api/home. */
async function broughtAlong(home: unknown) {
  vi.resetModules()
  const textContent = JSON.stringify({ data: { 'GET /api/home': home } })
  vi.stubGlobal('document', { getElementById: () => ({ textContent, remove: () => {} }) })
  const [{ seeded }, { getHome }] = await Promise.all([import('./query.ts'), import('../../features/home/contract.ts')])
  vi.unstubAllGlobals()
  const { initialData, initialDataUpdatedAt } = seeded(getHome)
  return [initialData(), typeof initialDataUpdatedAt()]
}

test('what the page brings along is taken if it has the shape that is due; else it is asked for', async () => {
  const home = { is_empty: true, topics: [], activities: [], events: [] }
  expect(await broughtAlong(home)).toEqual([home, 'number'])
  for (const wrong of [null, {}, [], 'text', { ...home, topics: [null] }])
    expect(await broughtAlong(wrong)).toEqual([undefined, 'undefined'])
})
