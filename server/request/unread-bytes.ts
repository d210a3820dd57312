import type { FastifyReply } from 'fastify'
import { Refusal } from './errors.ts'
import { networkOf } from './network.ts'
import { whenClosed } from './when-closed.ts'

const MB = 1024 * 1024
/** Smaller responses are not counted: the number of connections limits them. */
const MIN_COUNTED_BYTES = 16 * 1024
/** Limits per process, client network and member. One more response may exceed them. */
const MAX_BYTES = 256 * MB
const MAX_BYTES_PER_NETWORK = 32 * MB
/** Of these: one member cannot use up the bytes of an office. */
const MAX_BYTES_PER_MEMBER = 8 * MB

export type UnreadBytes = ReturnType<typeof makeUnreadBytes>

/** A response stays in memory until the client has read it. Above the limits, further large responses are refused. */
export function makeUnreadBytes() {
  let total = 0
  const perNetwork = new Map<string, number>()
  const perMember = new Map<string, number>()
  const add = (network: string, member: string | undefined, bytes: number) => {
    total += bytes
    addTo(perNetwork, network, bytes)
    if (member !== undefined) addTo(perMember, member, bytes)
  }
  return {
    /** Counts this response until it is sent or its connection closes. `member`: the owner of the session, if there is one. */
    hold({ request, raw }: FastifyReply, answer: string | Buffer, member: string | undefined): void {
      const bytes = Buffer.byteLength(answer)
      if (bytes < MIN_COUNTED_BYTES) return
      const network = networkOf(request.ip)
      if (
        total > MAX_BYTES ||
        (perNetwork.get(network) ?? 0) > MAX_BYTES_PER_NETWORK ||
        (member !== undefined && (perMember.get(member) ?? 0) > MAX_BYTES_PER_MEMBER)
      )
        throw new Refusal(503, 'Too many answers are waiting to be read. Please try again in a moment.', {
          retryAfter: 5,
        })
      add(network, member, bytes)
      whenClosed(raw, () => add(network, member, -bytes))
    },
  }
}

function addTo(sums: Map<string, number>, key: string, bytes: number): void {
  const sum = (sums.get(key) ?? 0) + bytes
  if (sum > 0) sums.set(key, sum)
  else sums.delete(key)
}
