import type { Database } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { inBatches } from '../../server/jobs/batches.ts'

const BATCH = 5000

/** Takes over the quiet ties, from which 'several more' follows until the next night. */
export const refreshNightlyTies = (db: Pick<Database, 'asSystem'>, batch = BATCH): Promise<void> =>
  inBatches((after: number | null) =>
    db.asSystem(tx =>
      tx.one<{ last: number | null }>(sql`select refresh_nightly_ties(${after ?? 0}, ${batch}) as last`),
    ),
  )
