import { randomInt } from 'node:crypto'
import type { Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { hashOf } from '../../server/session/session.ts'

const CODE_COUNT = 10
/** Crockford base32: o, i and l are read as 0 and 1, so no two letters can be confused. 16 letters are 80 bits. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

const newCode = () => {
  const letters = Array.from({ length: 16 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return letters.replace(/.{4}(?=.)/g, '$&-')
}

/** Ignores case, spaces and hyphens. Codes of earlier releases stay valid: ten letters, without o, i, l, 0 and 1. */
export const hashOfCode = (code: string) =>
  hashOf(
    code
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .replace(/o/g, '0')
      .replace(/[il]/g, '1'),
  )

export async function makeRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODE_COUNT }, newCode)
  await tx.run(sql`delete from recovery_codes where user_id = ${userId}`)
  await tx.run(
    sql`insert into recovery_codes (user_id, code_hash) select ${userId}, unnest(${codes.map(hashOfCode)}::bytea[])`,
  )
  return codes
}
