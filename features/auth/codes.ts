import type { SessionUser, Tx } from '../../database/connection/database.ts'
import { type Sql, sql } from '../../database/connection/sql.ts'
import { Refusal } from '../../server/request/errors.ts'
import type { Http } from '../../server/request/http.ts'
import type { Services } from '../../server/services.ts'
import { tellOwner } from '../../server/session/account-mail.ts'
import { audit } from '../../server/session/audit.ts'
import { hashOfCode } from './recovery.ts'
import { stepOf } from './totp.ts'

const MOST_TRIES = 5
const ENROLMENT_MINUTES = 10

/**
 * Which factors `f` this session may give a code of: verified ones, and while it does not owe a factor the one that it is adding itself.
 */
export const isUsable = (me: SessionUser): Sql => sql`
  f.user_id = ${me.user_id} and (f.status = 'verified' or (not ${me.owes_second_factor}::boolean and f.session_id = ${me.session_id}
    and f.created_at > now() - make_interval(mins => ${ENROLMENT_MINUTES})))`

class WrongCode extends Refusal {}

export const wrongCode = (text = 'This code is not right.') => new WrongCode(400, text, { fields: { code: text } })

/**
 * Writes a wrong code to the log as a wrong password is written: in a transaction of its own, since the refusal takes
 * back the one it happened in.
 */
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
export type Tried = { factor_id: string; code_hash: Buffer | null; is_verified: boolean }

/**
 * One more try of a challenge, counted in a transaction of its own, so that a wrong code does not take its try back.
 * A challenge belongs to the session that asked for it.
 */
export async function countTry({ db }: Services, me: SessionUser, challengeId: string): Promise<Tried> {
  const tried = await db.asSystem(tx =>
    tx.maybe<Tried>(sql`
      update factor_challenges c set tries = tries + 1 from factors f
      where c.id = ${challengeId} and f.id = c.factor_id and ${isUsable(me)}
        and c.session_id = ${me.session_id} and c.used_at is null and c.expires_at > now() and c.tries < ${MOST_TRIES}
      returning c.factor_id, c.code_hash, f.status = 'verified' as is_verified`),
  )
  if (!tried) throw new WrongCode(400, 'This request for a code has expired. Please ask for a new one.')
  return tried
}

export const spendChallenge = async (tx: Tx, challengeId: string) =>
  (await tx.run(sql`update factor_challenges set used_at = now() where id = ${challengeId} and used_at is null`)) === 1

/** A step's code is good once: whoever comes second with it, at the same moment or later, finds the step used. */
export async function spendStep(tx: Tx, services: Services, app: App, code: string): Promise<boolean> {
  const step = app.secret ? stepOf(services.secret.decrypt(app.secret), code, Date.now()) : null
  if (step === null) return false
  return (await tx.run(sql`update factors set last_step = ${step} where id = ${app.id} and last_step < ${step}`)) === 1
}

/** The code of any authenticator app of this member. */
export async function spendAppCode(tx: Tx, services: Services, me: SessionUser, code: string): Promise<boolean> {
  const apps = await tx.rows<App>(sql`
    select id, secret from factors where user_id = ${me.user_id} and status = 'verified' and factor_type = 'totp' for update`)
  for (const app of apps) if (await spendStep(tx, services, app, code)) return true
  return false
}

export async function spendRecoveryCode(
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
