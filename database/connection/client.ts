import pg from 'pg'

/**
 * Every client gets this listener for its whole life. A lost connection is an 'error' event of its client, and an 'error' event
 * without a listener ends the process. Nothing is to be done here: the client's statements fail with the same error.
 */
export function surviveLoss<C extends pg.ClientBase>(client: C): C {
  client.on('error', () => undefined)
  return client
}

/** A connection outside any pool. */
export const newClient = (config: pg.ClientConfig) => surviveLoss(new pg.Client(config))
