import { createHash } from 'node:crypto'
import { type CommitWith, Json } from '../../database/connection/database.ts'
import { type Sql, sql } from '../../database/connection/sql.ts'
import type { Handler } from './endpoint.ts'
import { Refusal } from './errors.ts'
import type { Http } from './http.ts'

/** A creating call that is to be done once, by its key. */
type Once = { key: string; hash: Buffer; status: number }

export function onceOf({ endpoint, upload }: Handler, { headers }: Http, parsed: { params: unknown; body: unknown }) {
  const key = headers['idempotency-key']
  if (endpoint.method !== 'POST' || upload || typeof key !== 'string') return undefined
  if (key.length > 100) throw new Refusal(400, 'The Idempotency-Key is too long.')
  const text = JSON.stringify([endpoint.path, parsed.params, parsed.body])
  return { key, hash: createHash('sha256').update(text).digest(), status: endpoint.status }
}

/** What was answered before; a second call at the same moment waits until the first is done. */
export const earlierOf = ({ key }: Once): Sql => sql`select * from earlier_answer(${key})`

/**
 * The same key and body get the first answer again. The key is written in the call's own transaction, so that it stands exactly
 * when the row does.
 */
export async function answerOnce(
  { key, hash, status }: Once,
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
