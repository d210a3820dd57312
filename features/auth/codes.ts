import type { SessionUser, Tx } from '../../database/connection/database.ts'
import { type Sql, sql } from '../../database/connection/sql.ts'
import { Refusal } from '../../server/request/errors.ts'
import type { Http } from '../../server/request/http.ts'
import type { Services } from '../../server/services.ts'
import { tellOwner } from '../../server/session/account-mail.ts'
import { audit } from '../../server/session/audit.ts'
import { hashOfCode } from './recovery.ts'
import { stepOf } from './totp.ts'

const MAX_ATTEMPTS = 5
const ENROLMENT_MINUTES = 10

/**
 * SQL condition: the factors `f` whose code this session may give. These are the verified ones and, if the session does not owe a
 * second factor, the one that it is enrolling.
 */
export const isUsable = (me: SessionUser): Sql => sql`
  f.user_id = ${me.user_id} and (f.status = 'verified' or (not ${me.owes_second_factor}::boolean and f.session_id = ${me.session_id}
    and f.created_at > now() - make_interval(mins => ${ENROLMENT_MINUTES})))`

class WrongCode extends Refusal {}

export const wrongCode = (text = 'This code is not right.') => new WrongCode(400, text, { fields: { code: text } })

/** Writes a wrong code to the audit log in a separate transaction, because the error rolls back the current one. */
export async function loggingWrongCodes<T>(
  { services, me, http }: { services: Services; me: SessionUser; http: Http },
  event: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof WrongCode) await services.db.asSystem(tx => audit(tx, event, me.user_id, http))
    throw error
  }
}

type App = { id: string; secret: Buffer | null }
type Attempt = { factor_id: string; code_hash: Buffer | null; is_verified: boolean }

/**
 * Counts one attempt at a challenge, in a separate transaction, so that the rollback after a wrong code does not undo the count.
 * Only the session that asked for a challenge may use it.
 */
export async function countAttempt({ db }: Services, me: SessionUser, challengeId: string): Promise<Attempt> {
  const attempt = await db.asSystem(tx =>
    tx.maybe<Attempt>(sql`
      update factor_challenges c set tries = tries + 1 from factors f
      where c.id = ${challengeId} and f.id = c.factor_id and ${isUsable(me)}
        and c.session_id = ${me.session_id} and c.used_at is null and c.expires_at > now() and c.tries < ${MAX_ATTEMPTS}
      returning c.factor_id, c.code_hash, f.status = 'verified' as is_verified`),
  )
  if (!attempt) throw new WrongCode(400, 'This request for a code has expired. Please ask for a new one.')
  return attempt
}

export const consumeChallenge = async (tx: Tx, challengeId: string) =>
  (await tx.run(sql`update factor_challenges set used_at = now() where id = ${challengeId} and used_at is null`)) === 1

/** Accepts each TOTP step only once: of two concurrent or later requests with the same code, only the first succeeds. */
export async function consumeStep(tx: Tx, services: Services, app: App, code: string): Promise<boolean> {
  const step = app.secret ? stepOf(services.secret.decrypt(app.secret), code, Date.now()) : null
  if (step === null) return false
  return (await tx.run(sql`update factors set last_step = ${step} where id = ${app.id} and last_step < ${step}`)) === 1
}

/** Accepts the code of any verified authenticator app of this member. */
export async function consumeAppCode(tx: Tx, services: Services, me: SessionUser, code: string): Promise<boolean> {
  const apps = await tx.rows<App>(sql`
    select id, secret from factors where user_id = ${me.user_id} and status = 'verified' and factor_type = 'totp' for update`)
  for (const app of apps) if (await consumeStep(tx, services, app, code)) return true
  return false
}

export async function consumeRecoveryCode(
  tx: Tx,
  services: Services,
  me: SessionUser,
  http: Http,
  code: string,
): Promise<boolean> {
  const used = await tx.run(sql`
    update recovery_codes set used_at = now()
    where user_id = ${me.user_id} and code_hash = ${hashOfCode(code)} and used_at is null and has_second_factor(user_id)`)
  if (used !== 1) return false
  await audit(tx, 'recovery code used', me.user_id, http)
  await tellOwner(tx, services, http, me.user_id, 'recovery code used')
  return true
}
