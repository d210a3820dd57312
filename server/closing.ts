import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const CLOSE_TIMEOUT_MS = 9000

/**
 * Stopping waits for what runs, but not for connections that browsers open in advance and have not used yet, which Node does not
 * count as idle; and not for ever.
 */
export function closeInOrder(app: FastifyInstance): void {
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
