import type { Person } from '../../../database/connection/database.ts'
import { sql } from '../../../database/connection/sql.ts'
import type { JobContext } from '../../../server/jobs/job.ts'
import type { Block } from '../../../server/mail/html.ts'
import type { MailQuestion } from '../../../server/mail/question.ts'
import { lockUser } from '../../../server/session/revoke-access.ts'
import type { Notification } from '../contract.ts'
import { addressOf } from '../shared/address.ts'
import { sentenceOf, textOf } from '../shared/sentence.ts'
import { postNotificationMail } from './mail.ts'
import { answersTo, askedIn } from './mail-answers.ts'
import { isVisible, quoteOf, type Unmailed, unmailed } from './unmailed.ts'

type Due = { notification_id: string; user_id: string; profile_id: number }

/** Writes the due mails to the outbox. One that fails does not stop the others, and is tried again ten minutes later. */
export async function mailNotifications({ config, db, log }: JobContext, questions: MailQuestion[]): Promise<void> {
  await db.asSystem(tx => tx.run(sql`select take_back_old_mails()`))
  if (!config.smtpUrl) {
    await db.asSystem(tx => tx.run(sql`select drop_due_mails()`))
    return
  }
  const due = await db.asSystem(tx =>
    tx.rows<Due>(sql`select * from due_mails(${config.timeZone}, ${config.emailConfirmation})`),
  )
  for (const { notification_id, ...member } of due) {
    try {
      await mailNotification({ config, db }, member, notification_id, questions)
    } catch (error) {
      log(error)
      await db.asSystem(tx => tx.run(sql`select postpone_mail(${notification_id})`))
    }
  }
}

async function mailNotification(
  { config, db }: Pick<JobContext, 'config' | 'db'>,
  member: Person,
  id: string,
  questions: MailQuestion[],
): Promise<void> {
  const { found, asked } = await db.asMember(member, async tx => {
    const found = await tx.maybe<Unmailed>(unmailed(sql`n.id = ${id}`))
    return { found, asked: found ? await askedIn(tx, found, questions) : [] }
  })
  await db.asSystem(async tx => {
    const account = await lockUser(tx, member.user_id)
    const acts = found && isVisible(found) ? found.acts : 0
    const { mail } = await tx.one<{ mail: string | null }>(
      sql`select claim_mail(${id}, ${found?.until ?? null}, ${acts}) as mail`,
    )
    if (!account || !mail || !found?.notification) return
    const { notification } = found
    const recipient = { userId: member.user_id, email: account.email, kind: notification.kind, memberMailId: mail }
    const answers: Block[] = []
    for (const each of asked) answers.push(...(await answersTo(tx, member.user_id, each, config.publicUrl)))
    const words = asked.find(each => each.words)?.words
    await postNotificationMail(tx, config, recipient, contentOf(notification, config.publicUrl, answers, words))
  })
}

/** `words`: what the question is about, in full, instead of the excerpt. */
function contentOf(notification: Notification, publicUrl: string, answers: Block[], words?: string) {
  const title = textOf(sentenceOf(notification))
  const excerpt = quoteOf(notification)
  return {
    title,
    preview: excerpt || undefined,
    blocks: [
      ...(words ? [{ letter: words }] : excerpt ? [{ quote: excerpt }] : []),
      ...answers,
      { button: buttonOf(notification), href: publicUrl + addressOf(notification), isSecondary: answers.length > 0 },
    ],
  }
}

const buttonOf = ({ thread_kind, subject_kind }: Notification) =>
  subject_kind === 'deleted_request'
    ? 'Open the requests'
    : {
        topic: 'Open the topic',
        request: 'Open the request',
        investor: 'Open the investor',
        event: 'Open the event',
        account: 'Open the settings',
      }[thread_kind]
