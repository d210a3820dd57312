import type { Database } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { untilFewer } from '../../server/jobs/batches.ts'

const BATCH_ROWS = 200

/** Every night: ends the accepted offers that got no yes within 21 days. */
export const expireOffers = (db: Pick<Database, 'asSystem'>, batchRows = BATCH_ROWS): Promise<void> =>
  untilFewer(db, batchRows, sql`select expire_offers(${batchRows}) as count`)
