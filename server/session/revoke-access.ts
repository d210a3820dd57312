import type { Tx } from '../../database/connection/database.ts'
import { type Sql, sql } from '../../database/connection/sql.ts'
import { authenticationRequired } from '../request/errors.ts'
import type { Http } from '../request/http.ts'
import { hashOf } from './session.ts'

/**
 * Revokes all sessions, links and remembered or known browsers of an account. The triggers `end_access` do the same when the
 * password, the address or a verified factor changes.
 */
export const revokeAccess = (tx: Tx, userId: string) => tx.run(sql`select revoke_access(${userId}, null)`)

/** Exempts the session of this request from revocation by a later change in this transaction. */
export const keepSession = (tx: Tx, { token }: Pick<Http, 'token'>) =>
  tx.run(sql`
    select set_config('app.keep_session', id::text, true) from sessions where token_hash = ${token ? hashOf(token) : null}`)

/**
 * Locks the account row until the transaction ends. Every change of an account, and every start of a session or link for it, calls this
 * first: the single lock order prevents deadlocks, and no session or link starts concurrently with a change that would revoke it.
 */
export const lockUser = (tx: Tx, userId: string | Sql) =>
  tx.maybe<{ email: string; password_hash: string | null }>(sql`
    select email, password_hash from users where id = ${userId} and disabled_at is null for no key update`)

/** The same for a member's request. Refuses it if a concurrent change has ended its session. */
export async function lockAccount(tx: Tx, me: { user_id: string; session_id: string }): Promise<void> {
  await lockUser(tx, me.user_id)
  if (!(await tx.maybe(sql`select 1 from sessions where id = ${me.session_id}`))) throw authenticationRequired()
}

/** The same for a password that was checked outside this transaction: false if it has changed since. */
export async function lockWithPassword(tx: Tx, checked: { id: string; password_hash: string | null }) {
  return (await lockUser(tx, checked.id))?.password_hash === checked.password_hash
}
