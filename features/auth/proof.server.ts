import { sql } from '../../database/sql.ts'
import { audit } from '../../server/audit.ts'
import { type AccountRequest, handleAsServer } from '../../server/endpoint.ts'
import { Refusal } from '../../server/errors.ts'
import { isPassword } from '../../server/passwords.ts'
import { throttle } from '../../server/throttle.ts'
import { proveAgain } from './factor-contract.ts'
import { stepOf } from './totp.ts'

/** The password again; with an authenticator app also a code of it, which is then used up like any other. */
async function prove({ body, me, http, house }: AccountRequest<typeof proveAgain>) {
  await throttle(house, `prove:${me.user_id}`, 10, 600)
  const account = await house.db.asSystem(tx =>
    tx.one<{ password_hash: string | null }>(sql`select password_hash from users where id = ${me.user_id}`),
  )
  if (!(await isPassword(account.password_hash, body.password))) {
    await house.db.asSystem(tx => audit(tx, 'proof refused', me.user_id, http))
    throw new Refusal(400, 'This password is not right.', { fields: { password: 'This password is not right.' } })
  }
  return house.db.asSystem(async tx => {
    const apps = await tx.rows<{ id: string; secret: Buffer }>(sql`
      select id, secret from factors where user_id = ${me.user_id} and status = 'verified' and factor_type = 'totp' for update`)
    const found = apps
      .map(one => ({ id: one.id, step: stepOf(house.secret.decrypt(one.secret), body.code ?? '', Date.now()) }))
      .find(one => one.step !== null)
    const used =
      found &&
      (await tx.run(
        sql`update factors set last_step = ${found.step} where id = ${found.id} and last_step < ${found.step}`,
      ))
    if (apps.length > 0 && !used)
      throw new Refusal(400, 'This code is not right.', { fields: { code: 'This code is not right.' } })
    const { proved_at } = await tx.one<{ proved_at: Date }>(sql`
      update sessions set proved_at = now() where id = ${me.session_id} returning proved_at`)
    await audit(tx, 'proved again', me.user_id, http)
    return { proved_at: proved_at.toISOString() }
  })
}

export default [handleAsServer(proveAgain, prove)]
