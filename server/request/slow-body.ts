import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'
import type { UploadSlots } from './upload-slots.ts'

/** Must arrive per interval, before and after the answer: less than the slowest connection delivers. */
const MIN_BYTES = 32 * 1024
/** While others get no upload slot: otherwise a few members could hold all of them by sending slowly. */
const MIN_BYTES_WHEN_WANTED = 256 * 1024

/** Aborts an upload that stalls or is very slow, so that it frees its upload slot. */
export const endSlowBody =
  (intervalMs: number, { areWanted }: Pick<UploadSlots, 'areWanted'>) =>
  async (_request: FastifyRequest, reply: FastifyReply, body: Readable): Promise<PassThrough> => {
    const watched = new PassThrough()
    let receivedBytes = 0
    const timer = setInterval(() => {
      if (receivedBytes < (areWanted() ? MIN_BYTES_WHEN_WANTED : MIN_BYTES)) {
        reply.header('connection', 'close')
        watched.destroy(new Refusal(408, 'The upload stopped before it was complete. Please try again.'))
      }
      receivedBytes = 0
    }, intervalMs)
    const stop = () => {
      clearInterval(timer)
      body.unpipe(watched)
    }
    body.on('data', (chunk: Buffer) => {
      receivedBytes += chunk.length
    })
    body.on('error', error => watched.destroy(error))
    watched.on('end', stop)
    watched.on('close', stop)
    // Nothing listens to the stream of a body that is refused unread (too large, or absent).
    watched.on('error', () => undefined)
    reply.raw.once('close', () => watched.destroy())
    return body.pipe(watched)
  }

const REST_INTERVAL_MS = 10_000

/**
 * Call it when a request is answered. Node reads the rest of a body that was not awaited (refused before it came, or ended by the handler's
 * timeout) for as long as requestTimeout allows. A client that sends goes on, so that it reads the answer: closing the connection while it
 * sends would reset it. One that has stopped, or is very slow, is closed.
 */
export function endUnreadBody(request: IncomingMessage): void {
  const { headers, socket } = request
  const hasBody = Number(headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in headers
  if (!hasBody || request.complete || request.destroyed) return
  let read = socket.bytesRead
  const timer = setInterval(() => {
    if (socket.bytesRead - read < MIN_BYTES) request.destroy()
    read = socket.bytesRead
  }, REST_INTERVAL_MS)
  timer.unref()
  request.once('end', () => clearInterval(timer))
  request.once('close', () => clearInterval(timer))
}
