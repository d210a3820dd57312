import type { Tx } from '../../database/connection/database.ts'
import { type Sql, sql } from '../../database/connection/sql.ts'
import type { JobContext } from '../../server/jobs/job.ts'
import { handle, type Request, write } from '../../server/request/endpoint.ts'
import { Refusal } from '../../server/request/errors.ts'
import { throttleFrom } from '../../server/request/throttle.ts'
import { consumeLink, isUsable } from '../../server/session/links.ts'
import { answerStillLooking, answerStillLookingByLink, describeStillLooking } from './contract.ts'
import { requestOf } from './request-json.ts'
import type { StillLooking } from './shared/labels.ts'

/** Each batch is a transaction. */
const BATCH = 500
const MAX_PER_HOUR = 100

/** Every night: asks the requesters of requests that have waited for 30 days, once until they answer. */
export async function askWhoIsStillLooking({ db }: Pick<JobContext, 'db'>): Promise<void> {
  const ask = () => db.asSystem(tx => tx.one<{ count: number }>(sql`select ask_still_looking(${BATCH}) as count`))
  let asked = await ask()
  while (asked.count === BATCH) asked = await ask()
}

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

/** The question of a link, while it is open. */
const questionOf = (tx: Tx, token: string) =>
  tx.maybe<{ user_id: string; profile_id: number; request_id: number }>(sql`
    select l.user_id, q.profile_id, q.request_id from signed_links l, still_looking_question(l.user_id, l.subject::integer) q
    where ${isUsable('still-looking', token)}`)

const readTitle = (tx: Tx, id: number) =>
  tx.maybe<{ title: string }>(sql`select shown_title as title from introduction_requests where id = ${id}`)

async function describe({ body: { token }, http, services }: Request<typeof describeStillLooking>) {
  await throttleFrom(services, http, 'check-link', services.config.limits.resetPerHour, 3600)
  const question = await services.db.asSystem(tx => questionOf(tx, token))
  const request = question && (await services.db.asMember(question, tx => readTitle(tx, question.request_id)))
  return { title: request?.title ?? null }
}

/** The answer is written with the rights of the requester, who is named in the history. */
async function answerByLink({ body: { token, answer }, http, services }: Request<typeof answerStillLookingByLink>) {
  await throttleFrom(services, http, 'still-looking', MAX_PER_HOUR, 3600)
  const question = await services.db.asSystem(async tx => {
    const found = await questionOf(tx, token)
    return found && (await consumeLink(tx, 'still-looking', token)) ? found : null
  })
  const request = question && (await services.db.asMember(question, tx => answerAs(tx, question.request_id, answer)))
  if (!request) throw new Refusal(400, 'This link has expired, or the question was answered meanwhile.')
  return { title: request.title }
}

async function answerAs(tx: Tx, id: number, answer: StillLooking) {
  await tx.run(change(id, answer))
  return readTitle(tx, id)
}

export default [answered, handle(describeStillLooking, describe), handle(answerStillLookingByLink, answerByLink)]
