import { expect } from 'vitest'
import { newClient } from '../database/connection/client.ts'
import { sql } from '../database/connection/sql.ts'
import type { TestServer } from './test-server.ts'

/** Disables lock and statement timeouts, which a slow machine could exceed. Call it before the server's first request. */
export const waitForLocks = (server: TestServer) =>
  server.db.pool.on('connect', client => void client.query('set lock_timeout = 0; set statement_timeout = 0'))

/**
 * Locks an account with an uncommitted change until `letGo`. Other requests for the account queue up in order; `waiting(2)`
 * resolves when two of them wait.
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
