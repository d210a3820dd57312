import type { Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { authenticationRequired } from './errors.ts'
import type { Http } from './http.ts'
import { hashOf } from './session.ts'

/**
 * Signs an account out everywhere, with its links and its remembered and known browsers. The database does the same by itself when the
 * password, the address or a verified factor changes (the triggers `end_access`).
 */
export const endTrust = (tx: Tx, userId: string) => tx.run(sql`select revoke_access(${userId}, null)`)

/** The session of this request goes on when a change later in this transaction ends the access to its account. */
export const keepSession = (tx: Tx, { token }: Pick<Http, 'token'>) =>
  tx.run(sql`
    select set_config('app.keep_session', id::text, true) from sessions where token_hash = ${token ? hashOf(token) : null}`)

/**
 * Waits for a change to the account that is under way, and holds up later ones until this transaction ends. Refuses a request
 * whose session was ended by that change: it must not give itself a new one.
 */
export async function lockAccount(tx: Tx, me: { user_id: string; session_id: string }): Promise<void> {
  await tx.run(sql`select 1 from users where id = ${me.user_id} for no key update`)
  if (!(await tx.maybe(sql`select 1 from sessions where id = ${me.session_id}`))) throw authenticationRequired()
}
