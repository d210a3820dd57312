import type pg from 'pg'
import { PrimaryClient } from './hosts.ts'

/**
 * A lost connection emits 'error' on its client, and an 'error' event without a listener ends the process. The listener does nothing: the
 * client's statements fail with the same error.
 */
export function ignoreErrorEvents<C extends pg.ClientBase>(client: C): C {
  client.on('error', () => undefined)
  return client
}

/** A connection outside the pool. */
export const newClient = (config: pg.ClientConfig): pg.Client => ignoreErrorEvents(new PrimaryClient(config))
