import type { Person } from '../../../database/connection/database.ts'
import { sql } from '../../../database/connection/sql.ts'
import type { JobContext } from '../../../server/jobs/job.ts'
import { lockUser } from '../../../server/session/revoke-access.ts'
import type { Notification } from '../contract.ts'
import { addressOf } from '../shared/address.ts'
import { sentenceOf, textOf } from '../shared/sentence.ts'
import { postNotificationMail } from './mail.ts'
import { excerptOf, isVisible, type Told, untold } from './told.ts'

type Due = { notification_id: string; user_id: string; profile_id: number }

/** Writes the due mails to the outbox. One that fails does not stop the others, and is tried again a minute later. */
export async function mailNotifications({ config, db, log }: JobContext): Promise<void> {
  if (!config.smtpUrl) {
    await db.asSystem(tx => tx.run(sql`select drop_due_mails()`))
    return
  }
  const due = await db.asSystem(tx =>
    tx.rows<Due>(sql`select * from due_mails(${config.timeZone}, ${config.emailConfirmation})`),
  )
  for (const { notification_id, ...member } of due)
    await mailNotification({ config, db }, member, notification_id).catch(log)
}

async function mailNotification(
  { config, db }: Pick<JobContext, 'config' | 'db'>,
  member: Person,
  id: string,
): Promise<void> {
  const told = await db.asMember(member, tx => tx.maybe<Told>(untold(sql`n.id = ${id}`)))
  await db.asSystem(async tx => {
    const account = await lockUser(tx, member.user_id)
    const acts = told && isVisible(told) ? told.acts : 0
    const { isClaimed } = await tx.one<{ isClaimed: boolean }>(
      sql`select claim_mail(${id}, ${told?.until ?? null}, ${acts}) as "isClaimed"`,
    )
    if (!account || !isClaimed || !told?.notification) return
    const { notification } = told
    const recipient = { userId: member.user_id, email: account.email, kind: notification.kind, notificationId: id }
    await postNotificationMail(tx, config, recipient, contentOf(notification, config.publicUrl))
  })
}

export function contentOf(notification: Notification, publicUrl: string) {
  const title = textOf(sentenceOf(notification))
  const excerpt = excerptOf(notification)
  return {
    title,
    preview: excerpt ?? undefined,
    blocks: [
      ...(excerpt ? [{ quote: excerpt }] : []),
      { button: buttonOf(notification), href: publicUrl + addressOf(notification) },
    ],
  }
}

const buttonOf = ({ thread_kind }: Notification) =>
  ({
    topic: 'Open the topic',
    request: 'Open the request',
    investor: 'Open the investor',
    event: 'Open the event',
    account: 'Open the settings',
  })[thread_kind]
