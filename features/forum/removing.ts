import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'

/**
 * Deletes anonymous content of members who left, when it is due. A job runs every minute, whether or not anything is due, and deletes
 * one row at a random moment within `withinMs`. Rows deleted together, or always on the minute, could be told apart from rows that
 * their authors delete; and one job per row would reveal in the queue which rows share an author and when the author left.
 */
export async function removeAtRandomMoment(db: Database, signal: AbortSignal, withinMs: number): Promise<void> {
  const isStopped = await sleep(randomInt(withinMs), false, { signal }).catch(() => true)
  // A job of the next minute does it.
  if (!isStopped) await removeOneDue(db)
}

/** False when nothing was due. */
export async function removeOneDue(db: Database): Promise<boolean> {
  const { removed } = await db.asSystem(tx => tx.one<{ removed: boolean }>(sql`select remove_one_due() as removed`))
  return removed
}
