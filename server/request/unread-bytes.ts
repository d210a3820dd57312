import type { FastifyReply } from 'fastify'
import { Refusal } from './errors.ts'
import { networkOf } from './network.ts'
import { whenOver } from './when-over.ts'

const MB = 1024 * 1024
/** Smaller answers are not counted: the number of connections limits them. */
const COUNTED_BYTES = 16 * 1024
/** What waits to be read, in the whole process and of one network. One answer may still come on top. */
const MOST_BYTES = 256 * MB
const MOST_BYTES_OF_NETWORK = 32 * MB

export type UnreadBytes = ReturnType<typeof makeUnreadBytes>

/** An answer stays in memory until it is read. Where too much waits already, further large answers are refused instead. */
export function makeUnreadBytes() {
  let total = 0
  const ofNetwork = new Map<string, number>()
  const add = (network: string, bytes: number) => {
    total += bytes
    const sum = (ofNetwork.get(network) ?? 0) + bytes
    if (sum > 0) ofNetwork.set(network, sum)
    else ofNetwork.delete(network)
  }
  return {
    /** Counts this answer until it is read or its connection is cut. */
    hold({ request, raw }: FastifyReply, answer: string | Buffer): void {
      const bytes = Buffer.byteLength(answer)
      if (bytes < COUNTED_BYTES) return
      const network = networkOf(request.ip)
      if (total > MOST_BYTES || (ofNetwork.get(network) ?? 0) > MOST_BYTES_OF_NETWORK)
        throw new Refusal(503, 'Too many answers are waiting to be read. Please try again in a moment.', {
          retryAfter: 5,
        })
      add(network, bytes)
      whenOver(raw, () => add(network, -bytes))
    },
  }
}
