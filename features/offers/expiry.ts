import type { Database } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'

/** Each batch is a transaction. */
const BATCH = 200

/** Every night: ends the accepted offers that got no yes within 21 days. */
export async function expireOffers(db: Pick<Database, 'asSystem'>, batch = BATCH): Promise<void> {
  const expire = () => db.asSystem(tx => tx.one<{ count: number }>(sql`select expire_offers(${batch}) as count`))
  let expired = await expire()
  while (expired.count === batch) expired = await expire()
}
