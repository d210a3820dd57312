import type { SessionUser, Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { type AccountRequest, handleAsServer } from '../../server/request/endpoint.ts'
import { notFound, Refusal } from '../../server/request/errors.ts'
import { throttle } from '../../server/request/throttle.ts'
import { tellOwner } from '../../server/session/account-mail.ts'
import { audit } from '../../server/session/audit.ts'
import { keepSession, lockAccount } from '../../server/session/revoke-access.ts'
import { askForProof, hashOf } from '../../server/session/session.ts'
import { consumeChallenge, consumeStep, countAttempt, isUsable, loggingWrongCodes, wrongCode } from './codes.ts'
import { challengeFactor, enrolFactor, listFactors, removeFactor, verifyFactor } from './factor-contract.ts'
import { canSendToPhones, newPhoneCode, refusePhoneWithoutSender, sendPhoneCode } from './phone.ts'
import { makeRecoveryCodes } from './recovery.ts'
import { countSecondStep, countUnverifiedNumber, uncountUnverifiedNumber } from './second-step-limits.ts'
import { newSecret, uriOf } from './totp.ts'
import { upgradeSession } from './upgrade-session.ts'

const CHALLENGE_MINUTES = 5
const MAX_FACTORS = 10

type Row = { id: string; factor_type: 'totp' | 'phone'; secret: Buffer | null; phone: string | null; status: string }

const listMine = ({ me, services }: AccountRequest<typeof listFactors>) =>
  services.db.asSystem(async tx => {
    await actAs(tx, me)
    return tx.json(sql`select json_build_object('factors', my_factors(), 'recovery_codes_left',
      (select count(*) from recovery_codes where user_id = ${me.user_id} and used_at is null),
      'can_add_phone', ${canSendToPhones(services)}::boolean)`)
  })

/** Sets the user that my_factors() reads: the server's own transaction has none. */
const actAs = (tx: Tx, me: SessionUser) => tx.rows(sql`select set_config('app.user_id', ${me.user_id}, true)`)

async function enrol({ body, me, http, services }: AccountRequest<typeof enrolFactor>) {
  askForProof(me)
  // Throttled because each enrolment writes to the audit log.
  await throttle(services, `enrol:${me.user_id}`, services.config.limits.enrolmentsPerHour, 3600)
  const { factor_type, friendly_name } = body
  if (factor_type === 'phone') {
    if (!body.phone)
      throw new Refusal(400, 'Please enter a phone number.', { fields: { phone: 'Please enter a phone number.' } })
    refusePhoneWithoutSender(services)
  }
  const issuer = body.issuer || services.config.communityName
  const secret = factor_type === 'totp' ? newSecret() : null
  return services.db.asSystem(async tx => {
    // Replace an enrolment that this session started but never verified.
    await tx.run(sql`delete from factors where session_id = ${me.session_id}`)
    const { count } = await tx.one<{ count: number }>(
      sql`select count(*)::int from factors where user_id = ${me.user_id} and status = 'verified'`,
    )
    if (count >= MAX_FACTORS) throw new Refusal(409, 'You have as many factors as an account can have.')
    const inserted = await tx.one<{ id: string }>(sql`
      insert into factors (user_id, session_id, friendly_name, factor_type, issuer, phone, secret)
      values (${me.user_id}, ${me.session_id}, ${friendly_name}, ${factor_type}, ${factor_type === 'totp' ? issuer : null},
        ${factor_type === 'phone' ? body.phone : null}, ${secret && services.secret.encrypt(secret)}) returning id`)
    await audit(tx, 'factor begun', me.user_id, http, { factor_type })
    return {
      id: inserted.id,
      friendly_name,
      factor_type,
      issuer: factor_type === 'totp' ? issuer : null,
      phone: factor_type === 'phone' ? (body.phone ?? null) : null,
      status: 'unverified' as const,
      totp: secret ? { secret, uri: uriOf(secret, issuer, me.email) } : null,
    }
  })
}

async function challenge({ params, body, me, services }: AccountRequest<typeof challengeFactor>) {
  await countSecondStep(services, me)
  const factor = await services.db.asSystem(tx =>
    tx.maybe<Row>(sql`select * from factors f where id = ${params.id} and ${isUsable(me)}`),
  )
  if (!factor) throw notFound('This factor')
  const code = factor.factor_type === 'phone' ? newPhoneCode() : null
  const channel = code ? (body.channel ?? 'sms') : null
  if (code && channel && factor.phone) {
    const isUnverified = factor.status === 'unverified'
    if (isUnverified) await countUnverifiedNumber(services, me, factor.phone)
    try {
      await sendPhoneCode(services, factor.phone, channel, code)
    } catch (error) {
      if (isUnverified) await uncountUnverifiedNumber(services)
      throw error
    }
  }
  return services.db.asSystem(async tx => {
    const inserted = await tx.one<{ id: string; expires_at: Date }>(sql`
      insert into factor_challenges (factor_id, session_id, channel, code_hash, expires_at)
      values (${factor.id}, ${me.session_id}, ${channel}, ${code && hashOf(code)}, now() + make_interval(mins => ${CHALLENGE_MINUTES}))
      returning id, expires_at`)
    return { id: inserted.id, factor_id: factor.id, expires_at: inserted.expires_at.toISOString() }
  })
}

const verify = (request: AccountRequest<typeof verifyFactor>) =>
  loggingWrongCodes(request, 'second factor refused', () => verifyCode(request))

async function verifyCode({ params, body, me, http, services }: AccountRequest<typeof verifyFactor>) {
  const attempt = await countAttempt(services, me, body.challenge_id)
  if (attempt.factor_id !== params.id) throw wrongCode()
  return services.db.asSystem(async tx => {
    await lockAccount(tx, me)
    const factor = await tx.one<Row>(
      sql`select * from factors f where id = ${params.id} and ${isUsable(me)} for update`,
    )
    const isRight =
      factor.factor_type === 'totp'
        ? await consumeStep(tx, services, factor, body.code)
        : attempt.code_hash?.equals(hashOf(body.code))
    if (!isRight || !(await consumeChallenge(tx, body.challenge_id))) throw wrongCode()
    const isNew = factor.status === 'unverified'
    const recovery_codes = isNew ? await activateFactor(tx, me, factor) : null
    await audit(tx, isNew ? 'factor added' : 'second factor given', me.user_id, http, {
      factor_type: factor.factor_type,
    })
    if (isNew) await tellOwner(tx, services, http, me.user_id, 'factor added')
    return upgradeSession(tx, services, http, me, { rememberDevice: body.remember_device, recovery_codes })
  })
}

/**
 * Marks the factor as verified; a trigger then ends every session, and the caller creates a new one. Returns recovery codes for the
 * first factor of an account.
 */
async function activateFactor(tx: Tx, me: SessionUser, factor: Row): Promise<string[] | null> {
  const { others } = await tx.one<{ others: number }>(sql`
    select count(*)::int as others from factors where user_id = ${me.user_id} and status = 'verified'`)
  await tx.run(
    sql`update factors set status = 'verified', session_id = null, verified_at = now() where id = ${factor.id}`,
  )
  return others === 0 ? makeRecoveryCodes(tx, me.user_id) : null
}

async function remove({ params, me, http, services }: AccountRequest<typeof removeFactor>) {
  askForProof(me)
  await services.db.asSystem(async tx => {
    await lockAccount(tx, me)
    await keepSession(tx, http)
    const removed = await tx.maybe<{ status: string }>(
      sql`delete from factors f where id = ${params.id} and ${isUsable(me)} returning status`,
    )
    if (!removed) throw notFound('This factor')
    await audit(tx, 'factor removed', me.user_id, http)
    if (removed.status === 'verified') await tellOwner(tx, services, http, me.user_id, 'factor removed')
  })
}

export default [
  handleAsServer(listFactors, listMine),
  handleAsServer(enrolFactor, enrol),
  handleAsServer(challengeFactor, challenge),
  handleAsServer(verifyFactor, verify),
  handleAsServer(removeFactor, remove),
]
