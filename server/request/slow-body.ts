import { PassThrough, type Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'

/** What must arrive in each span of time, unless it is the end: less than the slowest line a person would use. */
const LEAST_BYTES = 32 * 1024

/** Ends an upload that has stopped arriving, or only trickles in, so that it does not keep its place among the uploads. */
export const endSlowBody =
  (spanMs: number) =>
  async (_request: FastifyRequest, reply: FastifyReply, body: Readable): Promise<PassThrough> => {
    const watched = new PassThrough()
    let arrived = 0
    const timer = setInterval(() => {
      if (arrived < LEAST_BYTES) {
        reply.header('connection', 'close')
        watched.destroy(new Refusal(408, 'The upload stopped before it was complete. Please try again.'))
      }
      arrived = 0
    }, spanMs)
    const stop = () => {
      clearInterval(timer)
      body.unpipe(watched)
    }
    body.on('data', (chunk: Buffer) => {
      arrived += chunk.length
    })
    body.on('error', error => watched.destroy(error))
    watched.on('end', stop)
    watched.on('close', stop)
    // A body that is refused unread (too large, or none at all) has nobody who listens to its stream.
    watched.on('error', () => undefined)
    reply.raw.once('close', () => watched.destroy())
    return body.pipe(watched)
  }
