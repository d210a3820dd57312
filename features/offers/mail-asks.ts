import type { Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import type { MailQuestion } from '../../server/mail/question.ts'
import { Refusal } from '../../server/request/errors.ts'
import { statusLabels } from '../introductions/contract.ts'

/** As long as a request waits before its requester is asked 'Still looking?'. */
const ANSWER_DAYS = 30

/** The subject of 'asked_to_introduce' is 'request/investor', that of 'asked_by_name' the request. */
const requestIn = (subject: string) => Number.parseInt(subject, 10)

type Ask = {
  title: string
  context: string
  target: string | null
  requester: string
  status: keyof typeof statusLabels
  may_offer: boolean
  has_offered: boolean
  is_here: boolean
  /** Not if the request is for somebody else meanwhile: then the ask was withdrawn. */
  is_asked: boolean
}
type Kind = 'asked_to_introduce' | 'asked_by_name'

const readAsk = (tx: Tx, kind: Kind, subject: string) =>
  tx.maybe<Ask>(sql`
    select r.shown_title as title, r.context, r.status, coalesce(p.full_name, '') as requester, may_offer(r) as may_offer,
      coalesce(nullif(concat_ws(', ', i.name, i.firm), ''), nullif(t.full_name, ''), r.shown_person) as target, is_enabled(r.user_id) as is_here,
      exists (select from introduction_offers o where o.request_id = r.id and o.user_id = me() and is_live(o.state)) as has_offered,
      exists (select from notification_acts a where a.user_id = me() and a.kind = ${kind} and a.subject_id = ${subject}
        and a.notification_id is not null) as is_asked
    from introduction_requests r left join profiles p on p.user_id = r.user_id left join profiles t on t.id = r.target_profile_id
      left join investors i on i.id = r.target_investor_id
    where r.id = ${requestIn(subject)}`)

const DELETED = 'The request was deleted.'
const NOT_ASKED = 'You are not asked about this request any more.'

/** To a member who is asked whether they can make an introduction. The offer is that of the app, without a private note. */
const canYouIntroduce = (kind: Kind, whom: (target: string | null) => string): MailQuestion => ({
  kind,
  days: ANSWER_DAYS,
  async ask(tx, subject) {
    const ask = await readAsk(tx, kind, subject)
    if (!ask?.is_asked || !ask.may_offer) return null
    const name = ask.requester || 'the requester'
    return {
      heading: `Can you introduce ${ask.requester || 'a member'} to ${ask.target || 'somebody'}?`,
      sentences: [
        `${ask.requester || 'A member'} asks for an introduction to ${whom(ask.target)}: “${ask.title}”.`,
        `If you offer it, only ${name} learns of your offer, and can accept it. Then you are told what is next.`,
      ],
      words: ask.context || undefined,
      answers: [
        { answer: 'offer', label: 'I can introduce you' },
        { answer: 'not_now', label: 'Not this time' },
      ],
      note: 'Nobody is told of a “not this time”.',
      path: `/introduction-requests?request=${requestIn(subject)}`,
      appLink: 'Offer it with a private note in the app',
    }
  },
  async answer(tx, subject, answer) {
    // As with silence, nothing is stored: only this link is used up.
    if (answer !== 'offer') return 'Nobody is told. You can still offer the introduction in the app.'
    // Waits for a change of the request, and then refuses what is not possible any more.
    await tx.run(sql`
      insert into introduction_offers (request_id, user_id) select r.id, me() from introduction_requests r where r.id = ${requestIn(subject)}`)
    const ask = await readAsk(tx, kind, subject)
    if (!ask?.is_asked) throw new Refusal(409, ask ? NOT_ASKED : DELETED)
    return `${ask.requester || 'The member'} is told now. If they accept your offer, we will tell you.`
  },
  async ended(tx, subject) {
    const ask = await readAsk(tx, kind, subject)
    if (!ask) return DELETED
    if (ask.has_offered) return 'You have already offered to make this introduction.'
    if (!ask.is_here) return 'The member who asked is no longer here.'
    if (!ask.is_asked) return NOT_ASKED
    if (ask.may_offer) return 'You have already answered. You can still offer the introduction in the app.'
    return ask.status === 'pending' || ask.status === 'in_progress'
      ? 'You have made five offers for this request.'
      : `The request takes no offers any more. Its status is ${statusLabels[ask.status]}.`
  },
})

export const asks = [
  canYouIntroduce('asked_to_introduce', target => `${target || 'an investor'}, whom you know`),
  canYouIntroduce('asked_by_name', target => target || 'somebody'),
]
