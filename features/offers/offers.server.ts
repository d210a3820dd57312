import { sql } from '../../database/connection/sql.ts'
import type { Job, JobContext } from '../../server/jobs/job.ts'
import { read, write } from '../../server/request/endpoint.ts'
import type { Services } from '../../server/services.ts'
import {
  answerOffer,
  getOffers,
  listAskedIntroductions,
  type Move,
  makeOffer,
  moveOffer,
  type Report,
  reportAnswer,
} from './contract.ts'
import { expireOffers } from './expiry.ts'
import { offersOf, questionJson } from './offer-json.ts'
import { mailIntroductions } from './outside/introduction-mail.ts'
import outside, { forgetOutsideMails } from './outside/outside.server.ts'

const sendsMail = ({ config }: Services) => config.smtpUrl !== undefined

export { questions } from './mail-questions.ts'

const make = write(
  makeOffer,
  ({ me, params: { id }, body, services }) => [
    sql`
      insert into introduction_offers (request_id, user_id, note)
      select r.id, ${me.user_id}, ${body.note} from introduction_requests r where r.id = ${id}`,
    offersOf(sql`${id}`, sendsMail(services)),
  ],
  { under: 'introduction_requests' },
)

/** The state that an act leads to, and who may do it. */
type Act = { to: string; who: 'requester' | 'offerer' }
const moves: Record<Move, Act> = {
  accepted: { to: 'accepted', who: 'requester' },
  withdrawn: { to: 'withdrawn', who: 'offerer' },
  closed: { to: 'closed', who: 'requester' },
}
const reports: Record<Report, Act> = {
  yes: { to: 'agreed', who: 'offerer' },
  no: { to: 'closed', who: 'offerer' },
}

/** For others the reply has no row: 403 if they see the offer, otherwise 404. */
function moved(id: string, { to, who }: Act, services: Services) {
  const offer = sql`introduction_offers o where o.id = ${id} and is_part(o, ${who})`
  return [
    sql`select move_offer(o.id, ${to}, ${who}) from ${offer}`,
    offersOf(sql`(select o.request_id from ${offer})`, sendsMail(services)),
  ]
}

const row = { on: 'introduction_offers', under: 'introduction_offers' }
const move = write(moveOffer, ({ params, body, services }) => moved(params.id, moves[body.to], services), row)
const report = write(
  reportAnswer,
  ({ params, body, services }) => moved(params.id, reports[body.answer], services),
  row,
)

const asked = ({ id }: { id: string }) => sql`(select 1 where request_asked_by(${id}) is not null) r`
const answer = write(
  answerOffer,
  ({ params: { id }, body, services }) => [
    sql`select answer_offer(${id}, ${body.answer})`,
    offersOf(sql`request_asked_by(${id})`, sendsMail(services)),
  ],
  { under: asked },
)

const listAsked = read(
  listAskedIntroductions,
  () => sql`
    select coalesce(json_agg(${questionJson} order by q.asked_at desc, q.offer_id), '[]')
    from my_questions() q join introduction_requests r on r.id = q.request_id where q.state = 'asked'`,
)

async function everyNight({ db }: JobContext) {
  await expireOffers(db)
  await forgetOutsideMails(db)
}

export const jobs: Job[] = [
  { queue: 'offers', run: everyNight },
  { queue: 'introduction_mail', run: mailIntroductions },
]

const offers = read(getOffers, ({ params, services }) => offersOf(sql`${params.id}`, sendsMail(services)))

export default [offers, make, move, report, answer, listAsked, ...outside]
