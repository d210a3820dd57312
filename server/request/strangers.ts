import type { FastifyReply } from 'fastify'
import type { Services } from '../services.ts'
import { networkOf } from './network.ts'

/**
 * Requests whose sender this process does not know take turns by network: those of visitors, and of sessions that it has not looked up within the
 * last minutes. Otherwise a stranger with many connections, or many made-up cookies, could use all connections to the database.
 */
export const inTurnUnlessKnown = <T>(
  { reads, strangers }: Services,
  reply: FastifyReply,
  tokenHash: Buffer | null,
  work: () => Promise<T>,
): Promise<T> =>
  tokenHash && reads.knows(tokenHash)
    ? work()
    : strangers.run(networkOf(reply.request.ip), work, () => reply.raw.destroyed || reply.sent)
