import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const CLOSE_TIMEOUT_MS = 9000

/**
 * Graceful shutdown with a timeout. Also closes connections that browsers opened in advance and have not used yet: Node does not
 * count these as idle.
 */
export function closeGracefully(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  app.server.on('connection', socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS).unref()
  })
}
