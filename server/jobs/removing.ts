import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'

/**
 * Removes what members who left had written anonymously, when its time has come: a job each minute, whether or not anything is due, removes one
 * piece at a random moment of the time given, which is a minute. Pieces that went together, or always on the minute, could be told from what authors delete themselves;
 * and a job for each piece would say in the queue what belongs together and when its author left.
 */
export async function removeAtRandomMoment(db: Database, signal: AbortSignal, withinMs: number): Promise<void> {
  const isStopped = await sleep(randomInt(withinMs), false, { signal }).catch(() => true)
  // What is due is still due in the next minute.
  if (!isStopped) await removeOneDue(db)
}

/** Whether there was one. */
export async function removeOneDue(db: Database): Promise<boolean> {
  const { removed } = await db.asSystem(tx => tx.one<{ removed: boolean }>(sql`select remove_one_due() as removed`))
  return removed
}
