import type { Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { postMail } from '../../server/mail/mail.ts'
import type { Services } from '../../server/services.ts'
import { newLink } from '../../server/session/links.ts'
import { mayGetMail } from '../../server/session/reset-link.ts'
import { lockUser } from '../../server/session/revoke-access.ts'

const LINK_DAYS = 7

/** Sends the first confirmation mail: at registration, or at the first sign-in after the operator turned confirmation on. */
export async function sendFirstConfirmation(tx: Tx, services: Services, userId: string): Promise<void> {
  if (!services.config.emailConfirmation) return
  const account = await tx.maybe(sql`
    select 1 from users where id = ${userId} and email_confirmed_at is null and confirmation_asked_at is null for no key update`)
  if (account) await postConfirmation(tx, services, userId)
}

/** Invalidates older links. Returns false if the address reached its mail limit of this hour. */
export async function postConfirmation(tx: Tx, services: Services, userId: string): Promise<boolean> {
  const { config } = services
  const owner = await lockUser(tx, userId)
  if (!owner || !(await mayGetMail(tx, services, 'confirmation-mail', owner.email))) return false
  const { email } = owner
  // Set only after the limit check: screens show it as "link sent", and the seven days start here.
  await tx.run(
    sql`update users set confirmation_asked_at = coalesce(confirmation_asked_at, now()) where id = ${userId}`,
  )
  await tx.run(sql`
    update signed_links set used_at = now() where user_id = ${userId} and purpose = 'confirm-address' and used_at is null`)
  const token = await newLink(tx, { purpose: 'confirm-address', userId, subject: email, hours: LINK_DAYS * 24 })
  await postMail(tx, {
    recipient: email,
    subject: `Confirm your email address for ${config.communityName}`,
    body: [
      `Somebody, hopefully you, has an account at ${config.communityName} with this address.`,
      `If it is yours, open this link within ${LINK_DAYS} days, sign in, and confirm the address:`,
      // In the URL fragment, which reaches neither server logs nor the Referer header.
      `${config.publicUrl}/confirm-address#${token}`,
      'If it is not yours, do not confirm it. You can ignore this mail, or take the account over by choosing a password: ' +
        `${config.publicUrl}/forgot-password`,
    ].join('\n\n'),
  })
  return true
}
