import { randomInt } from 'node:crypto'
import type { Tx } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { hashOf } from '../../server/session.ts'

const CODES = 10
/** Without letters and digits that look alike on paper. Ten of these 31 make 49 bits, and guesses are few. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

const newCode = () => {
  const letters = Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** As typed from paper: case, spaces and the hyphen do not matter. */
export const hashOfCode = (code: string) => hashOf(code.toLowerCase().replace(/[^a-z0-9]/g, ''))

export async function makeRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await tx.run(sql`delete from recovery_codes where user_id = ${userId}`)
  await tx.run(
    sql`insert into recovery_codes (user_id, code_hash) select ${userId}, unnest(${codes.map(hashOfCode)}::bytea[])`,
  )
  return codes
}
