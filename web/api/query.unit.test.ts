import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './call.ts'
import { newQueryClient } from './query.ts'

// The browser bundle's replacement for zod.
vi.mock('zod', () => import('../form/zod.ts'))

const MINUTE_MS = 60_000
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

/** Mounts a screen that shows the rows; returns how to unmount it. */
const open = () => new QueryObserver(client, { queryKey: ['rows'], queryFn: read }).subscribe(() => {})
const cached = () => client.getQueryData(['rows'])

test('a failing query is retried exactly once', { tags: ['API-99'] }, async () => {
  read.mockRejectedValue(new Error('no'))
  const close = open()
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
  expect(read).toHaveBeenCalledTimes(2)
  close()
})

test('a 404 is retried at once, any other error after a second', async () => {
  for (const [error, delay] of [
    [new ApiError('gone', { status: 404 }), 0],
    [new ApiError('busy', { status: 503 }), 1000],
    [new Error('no'), 1000],
  ] as const) {
    client.clear()
    read.mockReset().mockRejectedValue(error)
    const close = open()
    await vi.advanceTimersByTimeAsync(Math.max(0, delay - 1))
    expect(read).toHaveBeenCalledTimes(delay ? 1 : 2)
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
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 1)
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
  await vi.advanceTimersByTimeAsync(30 * MINUTE_MS - 1)
  expect(cached()).toBe('rows')
  await vi.advanceTimersByTimeAsync(1)
  expect(cached()).toBeUndefined()
})

test('there is no interval: a screen left open asks once', { tags: ['API-103'] }, async () => {
  const close = open()
  await vi.advanceTimersByTimeAsync(24 * 60 * MINUTE_MS)
  expect(read).toHaveBeenCalledTimes(1)
  close()
})

/** The initial data of GET /api/home when the page embeds this reply. */
async function seededWith(home: unknown) {
  vi.resetModules()
  const textContent = JSON.stringify({ data: { 'GET /api/home': home } })
  vi.stubGlobal('document', { getElementById: () => ({ textContent, remove: () => {} }) })
  const [{ seeded }, { getHome }] = await Promise.all([import('./query.ts'), import('../../features/home/contract.ts')])
  vi.unstubAllGlobals()
  const { initialData, initialDataUpdatedAt } = seeded(getHome)
  return [initialData(), typeof initialDataUpdatedAt()]
}

test('embedded data is used only if it matches the contract', async () => {
  const home = { is_empty: true, saw_complete: false, welcome: null, topics: [], activities: [], events: [] }
  expect(await seededWith(home)).toEqual([home, 'number'])
  for (const wrong of [null, {}, [], 'text', { ...home, topics: [null] }])
    expect(await seededWith(wrong)).toEqual([undefined, 'undefined'])
})
