import { hash, randomBytes } from 'node:crypto'
import type { Access } from '../../contract/endpoint.ts'
import type { Factor, Identity, Session, User } from '../../contract/identity.ts'
import type { SessionState, SessionUser, Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { authenticationRequired, Refusal, secondFactorRequired } from '../request/errors.ts'
import type { Http } from '../request/http.ts'
import type { Services } from '../services.ts'

export const SESSION_DAYS = 30

export const newToken = () => randomBytes(32).toString('base64url')
export const hashOf = (token: string) => hash('sha256', token, 'buffer')

/** Throws unless the session has the access that an endpoint requires: signed in, and with the second factor for 'member'. */
export const requireAccess =
  (access: Access) =>
  <V extends SessionState>(user: V | null): V => {
    if (!user) throw authenticationRequired()
    if (access === 'member' && user.owes_second_factor) throw secondFactorRequired()
    return user
  }

/** Marks the session as used. Callers do not await it: a failure is only logged. */
export async function touch(services: Services, me: Pick<SessionUser, 'session_id'>, http: Http): Promise<void> {
  try {
    await services.db.asSystem(tx =>
      tx.run(sql`update sessions set last_used_at = now(), ip = ${http.ip} where id = ${me.session_id}`),
    )
  } catch (error) {
    http.log.warn({ err: error }, 'could not mark the session as used')
  }
}

/** The identity as the browser receives it. The transaction must run as this user: my_factors() depends on it. */
export async function identityOf(
  tx: Tx,
  { config }: Services,
  user: SessionUser,
): Promise<Identity & { user: User; session: Session }> {
  const { factors } = await tx.one<{ factors: Factor[] }>(sql`select my_factors() as factors`)
  return {
    user: {
      id: user.user_id,
      email: user.email,
      user_metadata: { username: user.username },
      factors,
      created_at: user.user_created_at.toISOString(),
      email_confirmed: user.email_confirmed || !config.emailConfirmation,
      confirmation_asked: user.confirmation_asked,
    },
    session: {
      id: user.session_id,
      aal: user.aal,
      expires_at: user.expires_at.toISOString(),
      expires_in: Math.max(0, Math.round((user.expires_at.getTime() - Date.now()) / 1000)),
    },
  }
}

const PROOF_MINUTES = 10
const isRecent = (at: Date | null) => at !== null && Date.now() - at.getTime() < PROOF_MINUTES * 60_000

/**
 * Re-authentication: a change to the account requires a recent password and a recent second factor. A remembered browser skips the
 * second factor only at sign-in.
 */
export function askForProof(me: SessionUser): void {
  if (!isRecent(me.proved_at)) throw proofRequired()
  askForFactorProof(me)
}

/** For a request that contains the password itself. */
export function askForFactorProof(me: SessionUser): void {
  if (me.has_second_factor && !isRecent(me.factor_proved_at)) throw proofRequired()
}

const proofRequired = () =>
  new Refusal(403, 'Please enter your password again.', { fields: { proof: 'Please enter your password again.' } })
