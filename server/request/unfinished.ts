import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/** Browsers and proxies do not use HTTP pipelining: a client that does tries to fill the memory. */
const MAX_PER_CONNECTION = 20

/** The responses on a connection that are not completely sent. */
export type UnfinishedOn = (socket: Duplex) => ReadonlySet<ServerResponse>

/**
 * Limits HTTP pipelining. Node parses all requests that a connection has sent, and each response waits in memory until the ones before
 * it are read. A connection with too many is destroyed, and its remaining requests are not served.
 */
export function limitUnfinished(app: FastifyInstance): UnfinishedOn {
  const unfinished = new WeakMap<Duplex, Set<ServerResponse>>()
  // Runs before Fastify's listener, which starts to serve the request.
  app.server.prependListener('request', ({ socket }, response) => {
    const responses = unfinished.get(socket) ?? new Set()
    unfinished.set(socket, responses.add(response))
    response.on('close', () => responses.delete(response))
    if (responses.size > MAX_PER_CONNECTION) socket.destroy()
  })
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (raw.socket.destroyed) return reply.hijack()
  })
  return socket => unfinished.get(socket) ?? new Set()
}
