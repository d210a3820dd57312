import { deviceOf } from '../../contract/device.ts'
import type { Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import type { Config } from '../config.ts'
import { postMail } from '../mail/mail.ts'
import type { Http } from '../request/http.ts'
import type { Services } from '../services.ts'

type From = Pick<Http, 'ip' | 'userAgent'>
type Recipient = { email: string; is_confirmed: boolean }

/** Changes that are reported to the owner of an account, as worded in the mail. */
const changes = {
  'new device': 'somebody signed in to your account on a new device',
  'password changed': 'your password was changed',
  'factor added': 'a second factor was added to your account',
  'factor removed': 'a second factor was removed from your account',
  'recovery code used': 'one of your recovery codes was used',
  'recovery codes renewed': 'you have new recovery codes, and the old ones no longer work',
  'email changed': 'the email address of your account was changed to this one',
  'unconfirmed account reset': 'your password was changed',
}
type AccountChange = keyof typeof changes

/**
 * Mails the owner of an account about a change, in the transaction of that change. The mail never contains the raw user agent,
 * nor a link that gives access.
 */
export async function tellOwner(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  http: From,
  userId: string,
  what: AccountChange,
): Promise<void> {
  const owner = await recipientOf(tx, userId)
  await post(tx, config, owner, changes[what], [
    ...(what === 'unconfirmed account reset' ? [accessRemoved] : []),
    `From: ${deviceOf(http.userAgent)}, IP address ${http.ip}`,
    `If this was you, there is nothing to do. If it was not you, set a new password at once: ${config.publicUrl}/forgot-password`,
    'Then look at the second factors and the sessions in your settings.',
  ])
}

const accessRemoved =
  'Your address had not been confirmed before. So that nobody else keeps access to the account, its second factors, recovery codes, ' +
  'sessions and remembered devices were removed. If you had a second factor, please add it again. If somebody else registered the ' +
  'account with your address, please look through its profile as well.'

export const tellOwnerOfOperator = async (tx: Tx, config: Config, userId: string): Promise<void> =>
  post(tx, config, await recipientOf(tx, userId), 'the operator removed the second factor from your account', [
    'If you did not ask for this, please write to the operator of the community at once.',
  ])

export const tellOldAddress = (
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  http: From,
  old: Recipient,
  newEmail: string,
): Promise<void> =>
  post(tx, config, old, `your account now uses the address ${newEmail}`, [
    `From: ${deviceOf(http.userAgent)}, IP address ${http.ip}`,
    'If this was not you, please write to the operator of the community at once.',
  ])

const recipientOf = (tx: Tx, userId: string) =>
  tx.one<Recipient>(sql`select email, email_confirmed_at is not null as is_confirmed from users where id = ${userId}`)

/** With EMAIL_CONFIRMATION on, an unconfirmed address may belong to somebody else: it gets no mail about the account. */
async function post(tx: Tx, config: Config, to: Recipient, what: string, paragraphs: string[]): Promise<void> {
  if (config.emailConfirmation && !to.is_confirmed) return
  const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: config.timeZone })
  await postMail(tx, {
    recipient: to.email,
    subject: `${config.communityName}: ${what}`,
    body: [
      `This is about your account at ${config.communityName}: ${what}.`,
      `When: ${when.format(new Date())} (${config.timeZone})`,
      ...paragraphs,
    ].join('\n\n'),
  })
}
