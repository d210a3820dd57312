import type { Tx } from '../../database/connection/database.ts'
import { type Sql, sql } from '../../database/connection/sql.ts'
import { authenticationRequired } from '../request/errors.ts'
import type { Http } from '../request/http.ts'
import { hashOf } from './session.ts'

/**
 * Signs an account out everywhere, with its links and its remembered and known browsers. The database does the same by itself when the
 * password, the address or a verified factor changes (the triggers `end_access`).
 */
export const revokeAccess = (tx: Tx, userId: string) => tx.run(sql`select revoke_access(${userId}, null)`)

/** The session of this request goes on when a change later in this transaction revokes the access to its account. */
export const keepSession = (tx: Tx, { token }: Pick<Http, 'token'>) =>
  tx.run(sql`
    select set_config('app.keep_session', id::text, true) from sessions where token_hash = ${token ? hashOf(token) : null}`)

/**
 * Waits for a change to the account that is under way, and holds up later ones until this transaction ends. Whoever changes an
 * account, or begins a session or a link for it, calls this first: with one order of locks there are no deadlocks, and nothing begins
 * beside a change that would have ended it.
 */
export const lockUser = (tx: Tx, userId: string | Sql) =>
  tx.maybe<{ email: string; password_hash: string | null }>(sql`
    select email, password_hash from users where id = ${userId} and disabled_at is null for no key update`)

/** The same for a member's request. Refuses one whose session was ended by that change: it must not give itself a new one. */
export async function lockAccount(tx: Tx, me: { user_id: string; session_id: string }): Promise<void> {
  await lockUser(tx, me.user_id)
  if (!(await tx.maybe(sql`select 1 from sessions where id = ${me.session_id}`))) throw authenticationRequired()
}

/** The same for a password that was checked outside this transaction: false where it was changed meanwhile. */
export async function lockWithPassword(tx: Tx, checked: { id: string; password_hash: string | null }) {
  return (await lockUser(tx, checked.id))?.password_hash === checked.password_hash
}
