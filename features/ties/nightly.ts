import type { Database } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { inBatches } from '../../server/jobs/batches.ts'

const BATCH_ROWS = 5000

/** Takes over the quiet ties, from which 'several more' follows until the next night. */
export const refreshNightlyTies = (db: Pick<Database, 'asSystem'>, batchRows = BATCH_ROWS): Promise<void> =>
  inBatches<number>(db, after => sql`select refresh_nightly_ties(${after ?? 0}, ${batchRows}) as last`)
