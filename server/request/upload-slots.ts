import type { ServerResponse } from 'node:http'
import { Refusal } from './errors.ts'
import { whenOver } from './when-over.ts'

/**
 * One member's uploads at once: a second tab is fine, a queue of them would only fill memory. From the moment half of the slots are taken it is
 * one each, so that a few members with slow lines, or bad intentions, do not keep the others out.
 */
const perMember = (taken: number, most: number) => (taken < most / 2 ? 2 : 1)

export type UploadSlots = ReturnType<typeof makeUploadSlots>

/** An upload is held in memory until it is whole, so only so many travel at once in one process. */
export function makeUploadSlots(most: number) {
  const open: string[] = []
  return {
    /** Takes a slot until the response is over, however it ends. */
    take(userId: string, response: ServerResponse): void {
      if (open.filter(one => one === userId).length >= perMember(open.length, most))
        throw new Refusal(429, 'Please wait until your other uploads are done.', { retryAfter: 5 })
      if (open.length >= most)
        throw new Refusal(503, 'Too many files are being uploaded right now. Please try again in a moment.', {
          retryAfter: 5,
        })
      // Gone while its session was looked up: 'close' has been told already and will not be again.
      if (response.closed || response.req.socket.destroyed)
        throw new Refusal(408, 'The upload stopped before it began.')
      open.push(userId)
      whenOver(response, () => open.splice(open.indexOf(userId), 1))
    },
    get size() {
      return open.length
    },
  }
}
