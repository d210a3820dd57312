import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notBefore } from './not-before.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a result that is ready at once is delayed', async () => {
  const given = vi.fn()
  const waiting = notBefore(100, Promise.resolve('done')).then(given)
  await vi.advanceTimersByTimeAsync(99)
  expect(given).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  expect(given).toHaveBeenCalledWith('done')
})

test('an error of the work is thrown at once, without an unhandled rejection', async () => {
  await expect(notBefore(100, Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  await vi.advanceTimersByTimeAsync(100)
})
