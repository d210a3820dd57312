import type { Database } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { untilFewer } from '../../server/jobs/batches.ts'

const BATCH_ROWS = 200

/** Every night: asks those who were introduced a week ago whether they met. */
export const askOutcomes = (db: Pick<Database, 'asSystem'>, batchRows = BATCH_ROWS): Promise<void> =>
  untilFewer(db, batchRows, sql`select ask_outcomes(${batchRows}) as count`)
