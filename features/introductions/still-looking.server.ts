import { type Sql, sql } from '../../database/connection/sql.ts'
import { untilFewer } from '../../server/jobs/batches.ts'
import type { JobContext } from '../../server/jobs/job.ts'
import type { MailQuestion } from '../../server/mail/question.ts'
import { write } from '../../server/request/endpoint.ts'
import { answerStillLooking } from './contract.ts'
import { requestOf } from './request-json.ts'
import { type StillLooking, stillLookingAnswers, stillLookingLabels } from './shared/labels.ts'

const BATCH_ROWS = 500

/** Every night: asks the requesters of requests that have waited for 30 days, once until they answer. */
export const askWhoIsStillLooking = ({ db }: Pick<JobContext, 'db'>): Promise<void> =>
  untilFewer(db, BATCH_ROWS, sql`select ask_still_looking(${BATCH_ROWS}) as count`)

/** A trigger ends the quiet time, also when the status changes. */
const changes: Record<StillLooking, Sql> = {
  yes: sql`confirmed_at = now()`,
  closed: sql`status = 'declined'`,
  done: sql`status = 'completed'`,
}
const change = (id: number, answer: StillLooking) =>
  sql`update introduction_requests set ${changes[answer]} where id = ${id}`

const answered = write(
  answerStillLooking,
  ({ params: { id }, body }) => [change(id, body.answer), requestOf(id)],
  // Locks the row: others get 403.
  { on: 'introduction_requests', before: sql`r.status` },
)

const told: Record<StillLooking, string> = {
  yes: 'Your request is open for another 30 days.',
  closed: 'Your request is closed. Its status is Declined.',
  done: 'Good to hear. The status of your request is Completed.',
}

/** The same question in the mail. `subject`: see question_of. */
export const stillLookingQuestion: MailQuestion = {
  kind: 'still_looking',
  days: 30,
  async ask(tx, subject) {
    const request = await tx.maybe<{ title: string }>(sql`
      select r.shown_title as title from introduction_requests r
      where r.id = ${requestIn(subject)} and is_mine(r) and question_of(r.id, r.quiet_since) = ${subject}`)
    return (
      request && {
        heading: 'Still looking?',
        sentences: [`Your request “${request.title}” has waited for 30 days.`],
        answers: stillLookingAnswers.map(answer => ({ answer, label: stillLookingLabels[answer] })),
        path: `/introduction-requests?request=${requestIn(subject)}`,
      }
    )
  },
  /** Named in the history, as in the app. */
  async answer(tx, subject, answer) {
    await tx.run(change(requestIn(subject), answer as StillLooking))
    return told[answer as StillLooking]
  },
}

const requestIn = (subject: string) => Number.parseInt(subject, 10)

export default [answered]
