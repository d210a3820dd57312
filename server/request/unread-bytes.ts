import type { FastifyReply } from 'fastify'
import { Refusal } from './errors.ts'
import { networkOf } from './network.ts'
import { whenClosed } from './when-closed.ts'

const MB = 1024 * 1024
/** Smaller responses are not counted: the number of connections limits them. */
const MIN_COUNTED_BYTES = 16 * 1024
/** Limits per process and per client network. One more response may exceed them. */
const MAX_BYTES = 256 * MB
const MAX_BYTES_PER_NETWORK = 32 * MB

export type UnreadBytes = ReturnType<typeof makeUnreadBytes>

/** A response stays in memory until the client has read it. Above the limits, further large responses are refused. */
export function makeUnreadBytes() {
  let total = 0
  const perNetwork = new Map<string, number>()
  const add = (network: string, bytes: number) => {
    total += bytes
    const sum = (perNetwork.get(network) ?? 0) + bytes
    if (sum > 0) perNetwork.set(network, sum)
    else perNetwork.delete(network)
  }
  return {
    /** Counts this response until it is sent or its connection closes. */
    hold({ request, raw }: FastifyReply, answer: string | Buffer): void {
      const bytes = Buffer.byteLength(answer)
      if (bytes < MIN_COUNTED_BYTES) return
      const network = networkOf(request.ip)
      if (total > MAX_BYTES || (perNetwork.get(network) ?? 0) > MAX_BYTES_PER_NETWORK)
        throw new Refusal(503, 'Too many answers are waiting to be read. Please try again in a moment.', {
          retryAfter: 5,
        })
      add(network, bytes)
      whenClosed(raw, () => add(network, -bytes))
    },
  }
}
