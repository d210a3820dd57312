import { sql } from '../../database/connection/sql.ts'
import { type AccountRequest, handleAsServer } from '../../server/request/endpoint.ts'
import { Refusal } from '../../server/request/errors.ts'
import { throttle } from '../../server/request/throttle.ts'
import { audit } from '../../server/session/audit.ts'
import { isPassword } from '../../server/session/passwords.ts'
import { hashOf } from '../../server/session/session.ts'
import {
  consumeAppCode,
  consumeChallenge,
  consumeRecoveryCode,
  countAttempt,
  loggingWrongCodes,
  wrongCode,
} from './codes.ts'
import { proveAgain } from './factor-contract.ts'
import { countSecondStep } from './second-step-limits.ts'

/** Re-authentication: the password and, if the account has one, the second factor. */
async function prove(request: AccountRequest<typeof proveAgain>) {
  const { body, me, http, services } = request
  // Throttled per session: without the password an attacker cannot create more sessions.
  await throttle(services, `prove:${me.session_id}`, 10, 600)
  const account = await services.db.asSystem(tx =>
    tx.one<{ password_hash: string | null; has_factor: boolean }>(sql`
      select password_hash, has_second_factor(id) as has_factor from users where id = ${me.user_id}`),
  )
  if (!(await isPassword(account.password_hash, body.password))) {
    await services.db.asSystem(tx => audit(tx, 'proof refused', me.user_id, http))
    throw new Refusal(400, 'This password is not right.', { fields: { password: 'This password is not right.' } })
  }
  if (account.has_factor) {
    await countSecondStep(services, me)
    await loggingWrongCodes(request, 'proof refused', () => consumeCode(request))
  }
  return services.db.asSystem(async tx => {
    const { proved_at } = await tx.one<{ proved_at: Date }>(sql`
      update sessions set proved_at = now(), factor_proved_at = case when ${account.has_factor}::boolean then now() else factor_proved_at end
      where id = ${me.session_id} returning proved_at`)
    if (account.has_factor)
      await tx.run(sql`
        update known_devices d set passed_factor_at = now() from sessions s
        where s.id = ${me.session_id} and d.user_id = s.user_id and d.token_hash = s.device_hash`)
    await audit(tx, 'proved again', me.user_id, http)
    return { proved_at: proved_at.toISOString() }
  })
}

/** Accepts a code of an app, of a phone challenge, or a recovery code, and marks it used. */
async function consumeCode({ body, me, http, services }: AccountRequest<typeof proveAgain>): Promise<void> {
  const { code = '', challenge_id: challengeId } = body
  const attempt = challengeId ? await countAttempt(services, me, challengeId) : null
  const isRight = await services.db.asSystem(async tx =>
    attempt && challengeId
      ? attempt.is_verified &&
        Boolean(attempt.code_hash?.equals(hashOf(code))) &&
        (await consumeChallenge(tx, challengeId))
      : (await consumeAppCode(tx, services, me, code)) || (await consumeRecoveryCode(tx, services, me, http, code)),
  )
  if (!isRight) throw wrongCode()
}

export default [handleAsServer(proveAgain, prove)]
