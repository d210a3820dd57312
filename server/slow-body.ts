import { PassThrough, type Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'

/** Ends an upload that has stopped arriving, so that it does not keep its place among the uploads until the request times out. */
export const endIdleBody =
  (idleMs: number) =>
  async (_request: FastifyRequest, reply: FastifyReply, body: Readable): Promise<PassThrough> => {
    const watched = new PassThrough()
    const timer = setTimeout(() => {
      reply.header('connection', 'close')
      watched.destroy(new Refusal(408, 'The upload stopped before it was complete. Please try again.'))
    }, idleMs)
    body.on('data', () => timer.refresh())
    body.on('error', error => watched.destroy(error))
    watched.on('close', () => {
      clearTimeout(timer)
      body.unpipe(watched)
    })
    return body.pipe(watched)
  }
