import type { Tx } from '../../../database/connection/database.ts'
import { sql } from '../../../database/connection/sql.ts'
import type { Block } from '../../../server/mail/html.ts'
import { type AskedQuestion, type MailQuestion, purposeOf } from '../../../server/mail/question.ts'
import { newLink } from '../../../server/session/links.ts'
import type { Unmailed } from './unmailed.ts'

/** Several members may have offered since the last mail. The others are in the app. */
const MAX_QUESTIONS = 3

type Asked = AskedQuestion & { question: MailQuestion; subject: string }

/** The open questions of the acts that a mail will tell, the latest first. Reads with the rights of the member. */
export async function askedIn(tx: Tx, { id, notification }: Unmailed, questions: MailQuestion[]): Promise<Asked[]> {
  const question = questions.find(({ kind }) => kind === notification?.kind)
  if (!question) return []
  const subjects = await tx.rows<{ subject: string }>(sql`
    select a.subject_id as subject from notifications n left join notification_mails m on m.notification_id = n.id,
      acts_of(n, coalesce(m.mailed_until, 0)) a
    where n.id = ${id} and n.user_id = me() group by a.subject_id order by max(a.id) desc limit ${MAX_QUESTIONS}`)
  const open: Asked[] = []
  for (const { subject } of subjects) {
    const asked = await question.ask(tx, subject)
    if (asked) open.push({ ...asked, question, subject })
  }
  return open
}

/** One link for all answers: whoever follows it sees them and presses one. The caller has locked the account. */
export async function answersTo(tx: Tx, userId: string, asked: Asked, publicUrl: string): Promise<Block[]> {
  const { question, subject, answers, note } = asked
  const token = await newLink(tx, { purpose: purposeOf(question), userId, subject, hours: question.days * 24 })
  const buttons = answers.map(({ answer, label, button = label }, at) => ({
    button,
    href: `${publicUrl}/answer?token=${token}&answer=${answer}`,
    isSecondary: at > 0,
  }))
  return note ? [...buttons, { text: note }] : buttons
}
