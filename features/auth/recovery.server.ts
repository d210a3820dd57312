import { sql } from '../../database/connection/sql.ts'
import { type AccountRequest, handleAsServer } from '../../server/request/endpoint.ts'
import { Refusal } from '../../server/request/errors.ts'
import { throttle } from '../../server/request/throttle.ts'
import { tellOwner } from '../../server/session/account-mail.ts'
import { audit } from '../../server/session/audit.ts'
import { lockAccount } from '../../server/session/revoke-access.ts'
import { askForProof } from '../../server/session/session.ts'
import { consumeRecoveryCode, loggingWrongCodes, wrongCode } from './codes.ts'
import { recoverWithCode, renewRecoveryCodes } from './factor-contract.ts'
import { makeRecoveryCodes } from './recovery.ts'
import { countSecondStep } from './second-step-limits.ts'
import { upgradeSession } from './upgrade-session.ts'

async function recover(request: AccountRequest<typeof recoverWithCode>) {
  const { body, me, http, services } = request
  await countSecondStep(services, me)
  return loggingWrongCodes(request, 'recovery code refused', () =>
    services.db.asSystem(async tx => {
      await lockAccount(tx, me)
      if (!(await consumeRecoveryCode(tx, services, me, http, body.code)))
        throw wrongCode('This recovery code is not right or was used already.')
      return upgradeSession(tx, services, http, me, { rememberDevice: false, recovery_codes: null })
    }),
  )
}

async function renew({ me, http, services }: AccountRequest<typeof renewRecoveryCodes>) {
  askForProof(me)
  // Throttled because each renewal sends a mail.
  await throttle(services, `recovery codes:${me.user_id}`, services.config.limits.resetPerHour, 3600)
  return services.db.asSystem(async tx => {
    await lockAccount(tx, me)
    const { has_factor } = await tx.one<{ has_factor: boolean }>(
      sql`select has_second_factor(${me.user_id}) as has_factor`,
    )
    if (!has_factor) throw new Refusal(409, 'Recovery codes come with a second factor. Please add one first.')
    await audit(tx, 'recovery codes renewed', me.user_id, http)
    await tellOwner(tx, services, http, me.user_id, 'recovery codes renewed')
    return { recovery_codes: await makeRecoveryCodes(tx, me.user_id) }
  })
}

export default [handleAsServer(recoverWithCode, recover), handleAsServer(renewRecoveryCodes, renew)]
