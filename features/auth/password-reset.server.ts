import type { Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { handle, type Request } from '../../server/request/endpoint.ts'
import { Refusal } from '../../server/request/errors.ts'
import { throttleFrom } from '../../server/request/throttle.ts'
import { tellOwner } from '../../server/session/account-mail.ts'
import { audit } from '../../server/session/audit.ts'
import { forgetCookie, keepDevice } from '../../server/session/begin-session.ts'
import { refuseGuessable } from '../../server/session/guessable.ts'
import { consumeLink, isUsable, ownerOf } from '../../server/session/links.ts'
import { notBefore } from '../../server/session/not-before.ts'
import { hashPassword } from '../../server/session/passwords.ts'
import { mayGetMail, postResetLink, RESET_MINUTES } from '../../server/session/reset-link.ts'
import { lockUser } from '../../server/session/revoke-access.ts'
import { hashOf } from '../../server/session/session.ts'
import { forgotPassword, resetPassword } from './contract.ts'

/** Constant reply time, so that timing does not reveal which addresses have accounts: a known one takes about twice the work. */
export const ANSWER_AFTER_MS = 150

async function askForReset({ body, http, services }: Request<typeof forgotPassword>) {
  const { config, db } = services
  await throttleFrom(services, http, 'reset', config.limits.resetPerHour, 3600)
  const work = db.asSystem(async tx => {
    const account = await tx.maybe<{ id: string; email: string }>(sql`
      select id, email from users where lower(email) = ${body.email.toLowerCase()} and disabled_at is null`)
    await audit(tx, 'password reset asked for', account?.id ?? null, http)
    if (!account) return
    // Ignore the limit if the owner has no valid link: otherwise a stranger could use up the limit and block the owner's reset.
    const isAllowed = await mayGetMail(tx, services, 'reset-mail', account.email)
    const hasLink = await tx.maybe(sql`
      select 1 from signed_links
      where user_id = ${account.id} and purpose = 'reset-password' and used_at is null and expires_at > now() limit 1`)
    if (!isAllowed && hasLink) return
    await postResetLink(tx, services, account, `Set a new password for ${config.communityName}`, link => [
      `Somebody, hopefully you, asked to set a new password for your account at ${config.communityName}.`,
      `Open this link within ${RESET_MINUTES} minutes to choose one:`,
      link,
      'If it was not you, ignore this mail: nothing has changed.',
    ])
  })
  // Reply after the mail is committed to the outbox, so that none is lost, and after the same time for every address.
  await notBefore(ANSWER_AFTER_MS, work)
}

/**
 * The link proves access to the mailbox, so it also confirms the address. If the address was confirmed before, the second factor stays.
 * If not, a stranger may have registered the account, so its factors, recovery codes and known devices are removed.
 */
async function setNewPassword({ body, http, services }: Request<typeof resetPassword>) {
  await throttleFrom(services, http, 'reset', services.config.limits.resetPerHour, 3600)
  const owner = await services.db.asSystem(tx =>
    tx.maybe<{ names: string[]; email: string }>(sql`
      select array[u.username, coalesce(p.full_name, '')] as names, u.email
      from signed_links l join users u on u.id = l.user_id left join profiles p on p.user_id = u.id
      where ${isUsable('reset-password', body.token)}`),
  )
  refuseGuessable(body.password, { communityName: services.config.communityName, ...owner })
  const password = await hashPassword(body.password)
  return services.db.asSystem(async tx => {
    await lockUser(tx, ownerOf('reset-password', body.token))
    const used = await consumeLink(tx, 'reset-password', body.token)
    if (!used) throw new Refusal(400, 'This link has expired or was used already. Please ask for a new one.')
    const account = await tx.one<{ email: string; was_confirmed: boolean }>(sql`
      update users u set password_hash = ${password}, email_confirmed_at = coalesce(was.email_confirmed_at, now())
      from (select id, email_confirmed_at from users where id = ${used.user_id}) was
      where u.id = was.id returning lower(u.email) as email, was.email_confirmed_at is not null as was_confirmed`)
    const hadFactor = !account.was_confirmed && (await removeProtection(tx, used.user_id))
    await tx.run(sql`delete from sign_in_failures where email = ${account.email}`)
    // A known browser is exempt from the back-off: wrong guesses of others must not keep the owner from signing in with the new password.
    await keepDevice(tx, services, http, { userId: used.user_id })
    await audit(tx, 'password reset', used.user_id, http, { address_was_confirmed: account.was_confirmed })
    const change = account.was_confirmed ? 'password changed' : 'unconfirmed account reset'
    await tellOwner(tx, services, http, used.user_id, change)
    // A trigger ended the account's sessions. Clear this browser's cookie if its session was one of them: otherwise the next page
    // reports an expired session.
    if (http.token && !(await tx.maybe(sql`select from authenticate(${hashOf(http.token)})`)))
      forgetCookie(services, http)
    return hadFactor ? { two_factor_removed: true as const } : null
  })
}

/** Returns whether the account had a verified second factor. */
async function removeProtection(tx: Tx, userId: string): Promise<boolean> {
  const removed = await tx.rows<{ status: string }>(sql`delete from factors where user_id = ${userId} returning status`)
  await tx.run(sql`delete from recovery_codes where user_id = ${userId}`)
  await tx.run(sql`delete from known_devices where user_id = ${userId}`)
  return removed.some(({ status }) => status === 'verified')
}

export default [handle(forgotPassword, askForReset), handle(resetPassword, setNewPassword)]
