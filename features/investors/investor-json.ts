import { sql } from '../../database/sql.ts'

/** An investor as the contract has it, over the table's columns: kept ready in its row, but for who asks and the version. */
export const investorJson = sql`('{"is_creator":' || is_creator(user_id) || ',"version":' || version || ',' || right(card, -1))`
