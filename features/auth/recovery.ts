import { randomInt } from 'node:crypto'
import type { Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { hashOf } from '../../server/session/session.ts'

const CODES = 10
/** Crockford's: 32 letters, of which no two are mistaken for each other, since whoever types o, i or l means 0 or 1. Sixteen make 80 bits. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

const newCode = () => {
  const letters = Array.from({ length: 16 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return letters.replace(/.{4}(?=.)/g, '$&-')
}

/** As typed from paper: case, spaces and hyphens do not matter. Codes of earlier releases had ten letters and none of o, i, l, 0 and 1. */
export const hashOfCode = (code: string) =>
  hashOf(
    code
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .replace(/o/g, '0')
      .replace(/[il]/g, '1'),
  )

export async function makeRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await tx.run(sql`delete from recovery_codes where user_id = ${userId}`)
  await tx.run(
    sql`insert into recovery_codes (user_id, code_hash) select ${userId}, unnest(${codes.map(hashOfCode)}::bytea[])`,
  )
  return codes
}
