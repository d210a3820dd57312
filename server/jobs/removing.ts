import { randomInt } from 'node:crypto'
import type { Database } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'

const WAITS_MS = { shortest: 20_000, longest: 100_000 }

/**
 * Removes what members who left had written anonymously, when its time has come. One piece at a time and at irregular
 * moments: pieces that went together, or always on the minute, could be told from what authors delete themselves.
 */
export function startRemoving(db: Database, log: (error: unknown) => void, { shortest, longest } = WAITS_MS) {
  let timer: NodeJS.Timeout
  let isStopped = false
  const wait = () => {
    if (!isStopped) timer = setTimeout(remove, randomInt(shortest, longest)).unref()
  }
  const remove = () => removeOneDue(db).catch(log).finally(wait)
  wait()
  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Whether there was one. */
export async function removeOneDue(db: Database): Promise<boolean> {
  const { removed } = await db.asSystem(tx => tx.one<{ removed: boolean }>(sql`select remove_one_due() as removed`))
  return removed
}
