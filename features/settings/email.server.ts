import type { Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { postMail } from '../../server/mail/mail.ts'
import { type AccountRequest, handle, handleAsServer, type Request } from '../../server/request/endpoint.ts'
import { Refusal } from '../../server/request/errors.ts'
import { throttle, throttleFrom } from '../../server/request/throttle.ts'
import type { Services } from '../../server/services.ts'
import { tellOldAddress, tellOwner } from '../../server/session/account-mail.ts'
import { audit } from '../../server/session/audit.ts'
import { consumeLink, newLink, ownerOf } from '../../server/session/links.ts'
import { mayGetMail, tellHolder } from '../../server/session/reset-link.ts'
import { keepSession, lockAccount, lockUser } from '../../server/session/revoke-access.ts'
import { askForProof, hashOf } from '../../server/session/session.ts'
import { askForNewEmail, confirmNewEmail } from './contract.ts'

const LINK_HOURS = 24
/** How many times LIMIT_ACCOUNT_MAILS_PER_HOUR mails an address gets in an hour, if several accounts ask for it. */
const LIMITS_PER_HOUR = 4

/**
 * Ignores the limit if this account has no valid link for the address: otherwise a stranger who asks for it could keep its owner from ever
 * confirming it. Many accounts must not flood a mailbox either, so there is a second limit, for the mails that are sent.
 */
async function mayGetLink(tx: Tx, services: Services, userId: string, email: string): Promise<boolean> {
  const isAllowed = await mayGetMail(tx, services, 'new-address-mail', email)
  const hasLink = await tx.maybe(sql`
    select 1 from signed_links
    where user_id = ${userId} and purpose = 'confirm-email' and lower(subject) = lower(${email})
      and used_at is null and expires_at > now() limit 1`)
  if (!isAllowed && hasLink) return false
  const perHour = LIMITS_PER_HOUR * services.config.limits.accountMailsPerHour
  return mayGetMail(tx, services, 'new-address-mails', email, perHour)
}

/** Gives the same reply for an address that is taken, and mails the owner of that address instead. */
async function ask({ body, me, http, services }: AccountRequest<typeof askForNewEmail>) {
  askForProof(me)
  const { config, db } = services
  await throttle(services, `email:${me.user_id}`, config.limits.resetPerHour, 3600)
  const isTaken = await db.asSystem(async tx => {
    await lockAccount(tx, me)
    await audit(tx, 'email change asked for', me.user_id, http)
    if (await tx.maybe(sql`select 1 from users where lower(email) = lower(${body.email})`)) return true
    if (!(await mayGetLink(tx, services, me.user_id, body.email))) return false
    const token = await newLink(tx, {
      purpose: 'confirm-email',
      userId: me.user_id,
      subject: body.email,
      hours: LINK_HOURS,
    })
    await postMail(tx, {
      recipient: body.email,
      subject: `Confirm your new email for ${config.communityName}`,
      body: [
        `Open this link within ${LINK_HOURS} hours to use this address for your account at ${config.communityName}:`,
        `${config.publicUrl}/confirm-email#${token}`,
        'If it was not you, ignore this mail: nothing has changed.',
      ].join('\n\n'),
    })
    return false
  })
  // Separate transaction: it locks another account, and two members who ask for each other's address would deadlock.
  if (isTaken) await db.asSystem(tx => tellHolder(tx, services, body.email))
}

async function confirm({ body, http, services }: Request<typeof confirmNewEmail>) {
  await throttleFrom(services, http, 'reset', services.config.limits.resetPerHour, 3600)
  return services.db.asSystem(async tx => {
    await lockUser(tx, ownerOf('confirm-email', body.token))
    const change = await consumeLink(tx, 'confirm-email', body.token)
    if (!change) throw new Refusal(400, 'This link has expired or was used already. Please ask for a new one.')
    const { user_id: userId, subject: newEmail } = change
    if (await tx.maybe(sql`select 1 from users where lower(email) = lower(${newEmail}) and id <> ${userId}`))
      throw new Refusal(409, 'This address belongs to another account by now.')
    await keepSession(tx, http)
    // Without a session of the account, the person who opened the link may not be its owner. The address is then set but not
    // confirmed, so that a password reset by the owner of the mailbox removes the stranger's factors.
    const isMine = await tx.maybe(sql`
      select 1 from sessions where token_hash = ${http.token ? hashOf(http.token) : null} and user_id = ${userId}`)
    const old = await tx.one<{ email: string; is_confirmed: boolean }>(sql`
      update users u set email = ${newEmail}, confirmation_asked_at = null,
        email_confirmed_at = case when ${isMine !== null}::boolean then now() end
      from (select id, email, email_confirmed_at from users where id = ${userId}) was
      where u.id = was.id returning was.email, was.email_confirmed_at is not null as is_confirmed`)
    await tellOldAddress(tx, services, http, old, newEmail)
    await tellOwner(tx, services, http, userId, 'email changed')
    await audit(tx, 'email changed', userId, http)
    return { email: newEmail }
  })
}

export default [handleAsServer(askForNewEmail, ask), handle(confirmNewEmail, confirm)]
