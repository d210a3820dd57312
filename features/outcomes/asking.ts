import type { Database } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'

/** Each batch is a transaction. */
const BATCH = 200

/** Every night: asks those who were introduced a week ago whether they met. */
export async function askOutcomes(db: Pick<Database, 'asSystem'>, batch = BATCH): Promise<void> {
  const ask = () => db.asSystem(tx => tx.one<{ count: number }>(sql`select ask_outcomes(${batch}) as count`))
  let asked = await ask()
  while (asked.count === batch) asked = await ask()
}
