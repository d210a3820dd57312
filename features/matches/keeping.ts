import type { Database } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'

/** Among 100,000 members each takes about half a second. */
const BATCH_MEMBERS = 5
/** The job runs every minute. */
const MAX_MS = 50_000

/** Keeps the orders of members whose order is missing or old, until none is left or the next job is due. */
export async function keepMatches(db: Pick<Database, 'asSystem'>): Promise<void> {
  const end = performance.now() + MAX_MS
  let kept = BATCH_MEMBERS
  while (kept === BATCH_MEMBERS && performance.now() < end)
    kept = (await db.asSystem(tx => tx.one<{ kept: number }>(sql`select keep_matches(${BATCH_MEMBERS}) as kept`))).kept
}
