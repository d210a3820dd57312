import { sql } from '../../database/sql.ts'

/** An investor as the contract has it, over the table's columns: kept ready in its row, but for what depends on who asks. */
export const investorJson = sql`(case when is_creator(user_id) then '{"is_creator":true,' else '{"is_creator":false,' end || right(card, -1))`
