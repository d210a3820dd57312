import { type Sql, sql } from '../../../database/connection/sql.ts'
import { oneLine } from '../../../server/mail/mail-text.ts'
import type { Notification } from '../contract.ts'
import { excerptOf } from '../shared/sentence.ts'

/** A notification with the acts that no mail has told yet: how many, and the id of the latest. The transaction that posts the mail compares them. */
export type Unmailed = { notification: Notification | null; id: string; until: string | null; acts: number }

/** Reads them with the rights of the member, so that what they may not see is not mailed. */
export const unmailed = (where: Sql): Sql => sql`
  select n.id, notification_json(n, coalesce(m.mailed_until, 0)) as notification, latest.until, latest.acts
  from notifications n left join notification_mails m on m.notification_id = n.id,
    lateral (select max(a.id) as until, count(*)::integer as acts from acts_of(n, coalesce(m.mailed_until, 0)) a) latest
  where n.user_id = me() and n.read_at is null and ${where}`

/** Whether the member can still see what it is about. */
export type Visible = Unmailed & { notification: Notification }
export const isVisible = (found: Unmailed): found is Visible =>
  found.notification !== null && found.notification.title !== null

const EXCERPT_LENGTH = 200

/** notification_json cuts texts after 200 characters. */
export function quoteOf(notification: Notification): string {
  const isCut = [...(notification.excerpt ?? '')].length >= EXCERPT_LENGTH
  return oneLine(excerptOf(notification)) + (isCut ? '…' : '')
}
