import { expect } from 'vitest'
import { newClient } from '../database/connection/client.ts'
import { sql } from '../database/connection/sql.ts'
import type { TestServer } from './test-server.ts'

/** However slow this machine is, whoever waits for a lock gets it. Before the first request of the server. */
export const waitForLocks = (server: TestServer) =>
  server.db.pool.on('connect', client => void client.query('set lock_timeout = 0; set statement_timeout = 0'))

/**
 * Holds an account, by a change that is not committed yet, until `letGo`. Requests that meet it wait in the order in which they
 * came: `waiting(2)` is when two of them do.
 */
export async function holdAccount(
  server: TestServer,
  userId: string,
  change = 'select 1 from users where id = $1 for update',
) {
  const holder = newClient({ connectionString: server.db.url })
  await holder.connect()
  await holder.query('begin')
  await holder.query(change, [userId])
  return {
    async waiting(count: number) {
      const blocked = sql`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
      await expect.poll(() => server.owner.one(blocked), { timeout: 60_000 }).toEqual({ count })
    },
    async letGo() {
      await holder.query('commit')
      await holder.end()
    },
  }
}
