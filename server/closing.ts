import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { liveStream } from './live/stream-endpoint.ts'
import { pathAndQuery } from './request/path-and-query.ts'
import { whenClosed } from './request/when-closed.ts'

/** How long new connections are still accepted: a load balancer needs a few checks of /readyz to send requests elsewhere. */
const DRAIN_TIMEOUT_MS = 3000
/** A load balancer checks at least so often. */
const CHECKED_WITHIN_MS = 15_000
const CLOSE_TIMEOUT_MS = 9000
/** A load balancer sends a request on a connection right after opening it. */
const UNUSED_TIMEOUT_MS = 500

/**
 * Graceful shutdown with a timeout. At first /readyz answers 503 and other requests are served: for three seconds if /readyz was asked
 * lately, else while requests run. Then the server accepts no new connections. Requests on open connections are answered, and each answer
 * closes its connection. (Those that Node counts as idle are closed at once.) Also closes connections that browsers opened in advance and
 * have not used: Node does not count these as idle.
 * Call it before routes are added, or its hook is not theirs.
 */
export function closeGracefully(app: FastifyInstance): { isClosing: () => boolean } {
  const sockets = new Set<Socket>()
  const running = new Set<ServerResponse>()
  let isClosing = false
  let checkedAt = Number.NEGATIVE_INFINITY
  let onDrained: (() => void) | undefined
  const isChecked = () => performance.now() - checkedAt < CHECKED_WITHIN_MS
  app.server.on('connection', socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.server.prependListener('request', (request, response) => {
    const path = pathAndQuery(request.url ?? '')
    if (path.startsWith('/readyz')) checkedAt = performance.now()
    // A live stream ends only when the server ends it.
    if (path.startsWith(liveStream.path)) return
    running.add(response)
    whenClosed(response, () => {
      running.delete(response)
      if (running.size === 0 && !isChecked()) onDrained?.()
    })
  })
  // Fastify does this for requests that begin now. Without it, the connections of earlier ones would stay open until the timeout.
  app.addHook('onSend', (_, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', async () => {
    isClosing = true
    setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS).unref()
    if (running.size > 0 || isChecked())
      await new Promise<void>(resolve => {
        onDrained = resolve
        setTimeout(resolve, DRAIN_TIMEOUT_MS).unref()
      })
    setTimeout(() => {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }, UNUSED_TIMEOUT_MS).unref()
  })
  return { isClosing: () => isClosing }
}
