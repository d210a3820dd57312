import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { newQueryClient } from './query.ts'

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

test('API-99 a failing query is retried exactly once', async () => {
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

test('API-101 data is fresh for 5 minutes: opened again within that time nothing is asked, later it is', async () => {
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

test('API-102 data nobody shows is kept for 30 minutes', async () => {
  const close = open()
  await vi.advanceTimersByTimeAsync(0)
  close()
  await vi.advanceTimersByTimeAsync(30 * MINUTE - 1)
  expect(kept()).toBe('rows')
  await vi.advanceTimersByTimeAsync(1)
  expect(kept()).toBeUndefined()
})

test('API-103 there is no interval: a screen left open asks once', async () => {
  const close = open()
  await vi.advanceTimersByTimeAsync(24 * 60 * MINUTE)
  expect(read).toHaveBeenCalledTimes(1)
  close()
})
