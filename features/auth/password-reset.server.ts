import { sql } from '../../database/sql.ts'
import { audit } from '../../server/audit.ts'
import { endTrust } from '../../server/end-trust.ts'
import { handle, type Request } from '../../server/endpoint.ts'
import { Refusal } from '../../server/errors.ts'
import { refuseGuessable } from '../../server/guessable.ts'
import { postMail } from '../../server/mail.ts'
import { hashPassword } from '../../server/passwords.ts'
import { hashOf, newToken } from '../../server/session.ts'
import { throttleFrom } from '../../server/throttle.ts'
import { forgotPassword, resetPassword } from './contract.ts'

const MINUTES = 30

async function askForReset({ body, http, house }: Request<typeof forgotPassword>) {
  const { config, db } = house
  await throttleFrom(house, http, 'reset', config.limits.resetPerHour, 3600)
  const token = newToken()
  await db.asSystem(async tx => {
    const account = await tx.maybe<{ id: string; email: string }>(sql`
      select id, email from users where lower(email) = ${body.email.toLowerCase()} and disabled_at is null`)
    await audit(tx, 'password reset asked for', account?.id ?? null, http)
    if (!account) return
    await tx.run(sql`
      insert into password_resets (token_hash, user_id, expires_at)
      values (${hashOf(token)}, ${account.id}, now() + make_interval(mins => ${MINUTES}))`)
    await postMail(tx, {
      recipient: account.email,
      subject: `Set a new password for ${config.communityName}`,
      body: [
        `Somebody, hopefully you, asked to set a new password for your account at ${config.communityName}.`,
        `Open this link within ${MINUTES} minutes to choose one:`,
        // After the hash mark, so that the token reaches no server log and no referrer.
        `${config.publicUrl}/reset-password#${token}`,
        'If it was not you, ignore this mail: nothing has changed.',
      ].join('\n\n'),
    })
  })
}

/** Sets the password only; whoever has a second factor still needs it at the next sign-in. */
async function setNewPassword({ body, http, house }: Request<typeof resetPassword>) {
  await throttleFrom(house, http, 'reset', house.config.limits.resetPerHour, 3600)
  const owner = await house.db.asSystem(tx =>
    tx.maybe<{ names: string[]; email: string }>(sql`
      select array[u.username, coalesce(p.full_name, '')] as names, u.email
      from password_resets r join users u on u.id = r.user_id left join profiles p on p.user_id = u.id
      where r.token_hash = ${hashOf(body.token)} and r.used_at is null and r.expires_at > now()`),
  )
  refuseGuessable(body.password, { communityName: house.config.communityName, ...owner })
  const password = await hashPassword(body.password)
  await house.db.asSystem(async tx => {
    const used = await tx.maybe<{ user_id: string }>(sql`
      update password_resets set used_at = now()
      where token_hash = ${hashOf(body.token)} and used_at is null and expires_at > now() returning user_id`)
    if (!used) throw new Refusal(400, 'This link has expired or was used already. Please ask for a new one.')
    const account = await tx.one<{ email: string }>(sql`
      update users set password_hash = ${password} where id = ${used.user_id} returning lower(email) as email`)
    await endTrust(tx, used.user_id)
    await tx.run(sql`delete from sign_in_failures where email = ${account.email}`)
    await audit(tx, 'password reset', used.user_id, http)
  })
}

export default [handle(forgotPassword, askForReset), handle(resetPassword, setNewPassword)]
