import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { endSlowBody } from './slow-body.ts'

const KIB = 1024

/** The error of an upload that receives so many bytes in an interval of one second, if it is ended. */
async function afterInterval(bytes: number, isWanted: boolean) {
  vi.useFakeTimers()
  try {
    const body = new PassThrough()
    const reply = { header: () => undefined, raw: new EventEmitter() } as never
    const watched = await endSlowBody(1000, { areWanted: () => isWanted })({} as never, reply, body)
    watched.resume()
    body.write(Buffer.alloc(bytes))
    await vi.advanceTimersByTimeAsync(1000)
    return watched.errored?.message
  } finally {
    vi.useRealTimers()
  }
}

test('an upload must send 32 KiB per interval, and 256 KiB while others wait for a slot', async () => {
  const ended = 'The upload stopped before it was complete. Please try again.'
  expect(await afterInterval(31 * KIB, false)).toBe(ended)
  expect(await afterInterval(33 * KIB, false)).toBeUndefined()
  expect(await afterInterval(33 * KIB, true)).toBe(ended)
  expect(await afterInterval(257 * KIB, true)).toBeUndefined()
})
