import type pg from 'pg'

type Socket = { cork(): void; uncork(): void }
const sockets = new WeakMap<object, Socket>()

/** Enables corked() for this connection: one socket write per tick. Relies on a private field of the driver (tests/server/driver.test.ts). */
export const corkEachTick = (client: pg.PoolClient) =>
  void sockets.set(client, (client as unknown as { connection: { stream: Socket } }).connection.stream)

/**
 * Corks the socket of a connection until the next tick, so that the PostgreSQL backend wakes up once instead of once per message. Does
 * nothing without corkEachTick.
 */
export function corked<C extends Pick<pg.ClientBase, 'query'>>(connection: C): C {
  const socket = sockets.get(connection)
  socket?.cork()
  if (socket) process.nextTick(() => socket.uncork())
  return connection
}
