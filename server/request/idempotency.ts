import { createHash } from 'node:crypto'
import { type CommitWith, Json } from '../../database/connection/database.ts'
import { type Sql, sql } from '../../database/connection/sql.ts'
import type { Handler } from './endpoint.ts'
import { Refusal } from './errors.ts'
import type { Http } from './http.ts'

/** A POST with an Idempotency-Key. */
type IdempotentCall = { key: string; hash: Buffer; status: number }

export function idempotentCallOf(
  { endpoint, upload }: Handler,
  { headers }: Http,
  parsed: { params: unknown; body: unknown },
) {
  const key = headers['idempotency-key']
  if (endpoint.method !== 'POST' || upload || typeof key !== 'string') return undefined
  if (key.length > 100) throw new Refusal(400, 'The Idempotency-Key is too long.')
  const text = JSON.stringify([endpoint.path, parsed.params, parsed.body])
  return { key, hash: createHash('sha256').update(text).digest(), status: endpoint.status }
}

/** The stored answer. A concurrent call with the same key waits until the first one is done. */
export const selectEarlierAnswer = ({ key }: IdempotentCall): Sql => sql`select * from earlier_answer(${key})`

/**
 * The same key and body get the first answer again. The key is stored in the transaction of the call, so that both are committed or
 * neither is.
 */
export async function runIdempotently(
  { key, hash, status }: IdempotentCall,
  earlier: { request_hash?: Buffer; reply?: string | null } | undefined,
  work: () => Promise<unknown>,
  commitWith: CommitWith,
): Promise<unknown> {
  if (earlier) {
    if (!earlier.request_hash?.equals(hash))
      throw new Refusal(422, 'This Idempotency-Key was used for another request.')
    return typeof earlier.reply === 'string' ? new Json(earlier.reply) : null
  }
  const answer = await work()
  const reply =
    answer instanceof Json ? answer.text : answer === undefined || answer === null ? null : JSON.stringify(answer)
  await commitWith(sql`
    insert into idempotency_keys (user_id, key, request_hash, status, reply) values (me(), ${key}, ${hash}, ${status}, ${reply})
    returning 'true'::json`)
  return answer
}
