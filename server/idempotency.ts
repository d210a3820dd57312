import { createHash } from 'node:crypto'
import type { Endpoint } from '../contract/endpoint.ts'
import { Json, type Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { MemberRequest } from './endpoint.ts'
import { Refusal } from './errors.ts'

/**
 * Does a creating call once per key: the same key and body get the first answer again. The key is written in the call's own
 * transaction, so that it stands exactly when the row does; a second call at the same moment waits for the first.
 */
export async function answerOnce(
  { tx, me, params, body }: MemberRequest<Endpoint>,
  endpoint: Endpoint,
  key: string,
  work: (tx: Tx) => Promise<unknown>,
): Promise<unknown> {
  if (key.length > 100) throw new Refusal(400, 'The Idempotency-Key is too long.')
  const hash = createHash('sha256')
    .update(JSON.stringify([endpoint.path, params, body]))
    .digest()
  const isFirst = await tx.run(sql`
    insert into idempotency_keys (user_id, key, request_hash) values (${me.user_id}, ${key}, ${hash}) on conflict do nothing`)
  if (!isFirst) {
    const earlier = await tx.one<{ request_hash: Buffer; reply: string | null }>(sql`
      select request_hash, reply from idempotency_keys where user_id = ${me.user_id} and key = ${key}`)
    if (!earlier.request_hash.equals(hash)) throw new Refusal(422, 'This Idempotency-Key was used for another request.')
    return earlier.reply === null ? null : new Json(earlier.reply)
  }
  // Its last statement is not the last of all.
  const answer = await work({ ...tx, last: tx.json })
  const reply =
    answer instanceof Json ? answer.text : answer === undefined || answer === null ? null : JSON.stringify(answer)
  await tx.last(sql`
    update idempotency_keys set status = ${endpoint.status}, reply = ${reply} where user_id = ${me.user_id} and key = ${key}
    returning 'true'::json`)
  return answer
}
