import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const CLOSE_TIMEOUT_MS = 9000
/** A load balancer sends a request on a connection right after opening it. */
const UNUSED_TIMEOUT_MS = 500

/**
 * Graceful shutdown with a timeout: requests on open connections are still answered, and each answer closes its connection. (Those that Node
 * counts as idle are closed at once.) Also closes connections that browsers opened in advance and have not used: Node does not count these as idle.
 * Call it before routes are added, or its hook is not theirs.
 */
export function closeGracefully(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  let isClosing = false
  app.server.on('connection', socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // Fastify does this for requests that begin now. Without it, the connections of earlier ones would stay open until the timeout.
  app.addHook('onSend', (_, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', async () => {
    isClosing = true
    setTimeout(() => {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }, UNUSED_TIMEOUT_MS).unref()
    setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS).unref()
  })
}
