import type { ServerResponse } from 'node:http'
import { Refusal } from './errors.ts'
import { whenClosed } from './when-closed.ts'

/**
 * Concurrent uploads per member: two, for a second tab. When half of the slots are taken, one, so that a few members with slow
 * connections or bad intentions do not block the others.
 */
const perMember = (taken: number, max: number) => (taken < max / 2 ? 2 : 1)

/** For so long after somebody got no slot, those who send slowly must give up theirs. */
const WANTED_MS = 60_000

export type UploadSlots = ReturnType<typeof makeUploadSlots>

/** Limits the concurrent uploads of a process, since each is buffered in memory until it is complete. */
export function makeUploadSlots(max: number) {
  const open: string[] = []
  let lastRefused = Number.NEGATIVE_INFINITY
  return {
    /** Takes a slot until the response is sent or its connection closes. */
    take(userId: string, response: ServerResponse): void {
      if (open.filter(id => id === userId).length >= perMember(open.length, max))
        throw new Refusal(429, 'Please wait until your other uploads are done.', { retryAfter: 5 })
      if (open.length >= max) {
        lastRefused = performance.now()
        throw new Refusal(503, 'Too many files are being uploaded right now. Please try again in a moment.', {
          retryAfter: 5,
        })
      }
      // The client disconnected during the session look-up: 'close' was already emitted.
      if (response.closed || response.req.socket.destroyed)
        throw new Refusal(408, 'The upload stopped before it began.')
      open.push(userId)
      whenClosed(response, () => open.splice(open.indexOf(userId), 1))
    },
    /** Whether somebody was refused lately because all slots are taken. */
    areWanted: () => performance.now() - lastRefused < WANTED_MS,
    get size() {
      return open.length
    },
  }
}
