import { createHash } from 'node:crypto'
import type { Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { postMail } from '../mail/mail.ts'
import type { Services } from '../services.ts'
import { newLink } from './links.ts'
import { lockUser } from './revoke-access.ts'

export const RESET_MINUTES = 30

type Account = { id: string; email: string }

/**
 * Rate limit for mails to an address that other people can trigger. Above the limit the mail is silently not sent: an error would reveal
 * that the account exists. Counted by address, not by account, since accounts can be deleted and registered again.
 */
export async function mayGetMail(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  what: string,
  email: string,
  perHour = config.limits.accountMailsPerHour,
): Promise<boolean> {
  const address = createHash('sha256').update(email.toLowerCase()).digest('base64url')
  const { wait } = await tx.one<{ wait: number }>(
    sql`select throttle(${`${what}:${address}`}, ${perHour}, 3600) as wait`,
  )
  return wait === 0
}

export async function postResetLink(
  tx: Tx,
  { config }: Services,
  account: Account,
  subject: string,
  paragraphs: (link: string) => string[],
): Promise<void> {
  // Race: the address may have just changed, which revoked the links sent to the old one.
  const owner = await lockUser(tx, account.id)
  if (owner?.email !== account.email) return
  const token = await newLink(tx, { purpose: 'reset-password', userId: account.id, hours: RESET_MINUTES / 60 })
  // In the URL fragment, so that the token appears in no server log and no Referer header.
  const body = paragraphs(`${config.publicUrl}/reset-password#${token}`).join('\n\n')
  await postMail(tx, { recipient: account.email, subject, body })
}

/**
 * Mails the owner of an address when somebody else tries to use it for another account. If the address was never confirmed, the mail has
 * a link to take over the account. Nothing that was entered in the attempt is used.
 */
export async function tellHolder(tx: Tx, services: Services, email: string): Promise<void> {
  const { config } = services
  if (!config.emailConfirmation) return
  const holder = await tx.maybe<Account & { is_confirmed: boolean }>(sql`
    select id, email, email_confirmed_at is not null as is_confirmed from users
    where lower(email) = lower(${email}) and disabled_at is null`)
  // A separate limit, so that other people cannot use up the owner's password resets.
  if (!holder || !(await mayGetMail(tx, services, 'address-mail', holder.email))) return
  if (holder.is_confirmed)
    await postMail(tx, {
      recipient: holder.email,
      subject: `You already have an account at ${config.communityName}`,
      body: [
        `Somebody tried to register at ${config.communityName} with this address, or to change another account to it.`,
        `You already have an account with this address, and nothing has changed. Sign in here: ${config.publicUrl}/auth`,
      ].join('\n\n'),
    })
  else
    await postResetLink(tx, services, holder, `An account at ${config.communityName} uses your address`, link => [
      `Somebody registered at ${config.communityName} with your address, and the address was never confirmed.`,
      `To take the account over, choose a password within ${RESET_MINUTES} minutes:`,
      link,
      'This confirms the address, and locks out everybody who has used the account until now. Later you can ask for a new ' +
        `link here: ${config.publicUrl}/forgot-password`,
      'If you do not want an account, ignore this mail: nothing has changed.',
    ])
}
