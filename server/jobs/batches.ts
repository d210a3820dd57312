import type { Database } from '../../database/connection/database.ts'
import type { Sql } from '../../database/connection/sql.ts'

type Db = Pick<Database, 'asSystem'>

// Each batch is a transaction of its own, so that many rows do not exceed the statement timeout.

/**
 * Runs the statement until its column `last` is null. It gets the last key of the batch before, null at first. Throws the reason of the signal
 * between two batches if the process is stopping, so that the job is run again elsewhere.
 */
export async function inBatches<Key>(
  db: Db,
  statement: (after: Key | null) => Sql,
  signal?: AbortSignal,
): Promise<void> {
  let after: Key | null = null
  do {
    signal?.throwIfAborted()
    after = (await db.asSystem(tx => tx.one<{ last: Key | null }>(statement(after)))).last
  } while (after !== null)
}

/** Runs the statement, which handles up to `batchRows` rows and returns their `count`, until fewer are left. */
export async function untilFewer(db: Db, batchRows: number, statement: Sql): Promise<void> {
  const run = () => db.asSystem(tx => tx.one<{ count: number }>(statement))
  while ((await run()).count === batchRows);
}
