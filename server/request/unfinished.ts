import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/** Browsers send no second request before the first is answered, and neither do proxies: whoever sends more wants to fill memory. */
const MOST_PER_CONNECTION = 20

/** The answers on a connection that are not sent to the end. */
export type UnfinishedOn = (socket: Duplex) => ReadonlySet<ServerResponse>

/**
 * Node takes all requests out of what a connection has sent, and every answer waits in memory until those before it are read. A connection with too
 * many of them is cut. Of what it has sent no more is served.
 */
export function limitUnfinished(app: FastifyInstance): UnfinishedOn {
  const unfinished = new WeakMap<Duplex, Set<ServerResponse>>()
  // Before Fastify's own listener, which begins to serve the request.
  app.server.prependListener('request', ({ socket }, response) => {
    const answers = unfinished.get(socket) ?? new Set()
    unfinished.set(socket, answers.add(response))
    response.on('close', () => answers.delete(response))
    if (answers.size > MOST_PER_CONNECTION) socket.destroy()
  })
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (raw.socket.destroyed) return reply.hijack()
  })
  return socket => unfinished.get(socket) ?? new Set()
}
