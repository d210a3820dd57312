import type pg from 'pg'

type Socket = { cork(): void; uncork(): void }
const sockets = new WeakMap<object, Socket>()

/** From now on what is sent on this connection within one tick leaves as one write. Relies on a private field of the driver (tests/server/driver.test.ts). */
export const corkEachTick = (client: pg.PoolClient) =>
  void sockets.set(client, (client as unknown as { connection: { stream: Socket } }).connection.stream)

/**
 * Corks the socket of a connection until the next tick, so that the PostgreSQL backend is woken once instead of once a message. Without
 * corkEachTick it does nothing.
 */
export function corked<C extends Pick<pg.ClientBase, 'query'>>(connection: C): C {
  const socket = sockets.get(connection)
  socket?.cork()
  if (socket) process.nextTick(() => socket.uncork())
  return connection
}
