import type { Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import type { MailQuestion } from '../../server/mail/question.ts'
import { Refusal } from '../../server/request/errors.ts'
import { asks } from './mail-asks.ts'
import { afterAcceptance } from './shared/acceptance.ts'
import type { Answer } from './shared/labels.ts'

/** An offer without an answer ends after so long. */
const ANSWER_DAYS = 21

/** The subject of notifications about an offer is 'request/offer'. */
const offerIn = (subject: string) => subject.split('/')[1] ?? ''
const pathOf = (subject: string) => `/introduction-requests?request=${Number.parseInt(subject, 10)}`

type Offered = {
  title: string
  target: string | null
  isTargetMember: boolean
  introducer: string
  address: string | null
  has_blurb: boolean
}

/** The offer, if the member is the requester and can accept it. */
const readOffer = (tx: Tx, subject: string) =>
  tx.maybe<Offered>(sql`
    select r.shown_title as title, r.shown_person as target, r.target_profile_id is not null as "isTargetMember",
      coalesce(p.full_name, '') as introducer, my_address() as address, exists (select from introduction_blurbs b where b.request_id = r.id) as has_blurb
    from introduction_offers o join introduction_requests r on r.id = o.request_id join profiles p on p.user_id = o.user_id
    where o.id = ${offerIn(subject)} and may_accept(o)`)

/** To the requester. Whether others have offered too is not said, because the mail does not say it. */
const acceptThisOffer: MailQuestion = {
  kind: 'offer_made',
  days: ANSWER_DAYS,
  async ask(tx, subject) {
    const offer = await readOffer(tx, subject)
    if (!offer) return null
    const name = offer.introducer || 'a member'
    const seen = offer.has_blurb ? 'They will see your blurb.' : 'They will see what your request says.'
    return {
      heading: `Accept the offer of ${name}?`,
      sentences: [
        `${offer.introducer || 'A member'} offered to make the introduction for “${offer.title}”.`,
        [...afterAcceptance(offer, seen), 'If others have offered too, they are thanked.'].join(' '),
      ],
      answers: [{ answer: 'accept', label: 'Accept', button: `Accept the offer of ${name}` }],
      path: pathOf(subject),
    }
  },
  async answer(tx, subject) {
    const offer = await readOffer(tx, subject)
    await tx.run(sql`select move_offer(${offerIn(subject)}, 'accepted', 'requester')`)
    const person = offer?.target || 'The person you want to meet'
    return offer?.isTargetMember
      ? `${person} is asked now. If they say yes, we will tell you.`
      : `${offer?.introducer || 'The member'} is told now, and writes to ${offer?.target || 'the person you want to meet'}.`
  },
}

type Wanted = { requester: string; introducer: string; title: string; words: string | null; address: string | null }

/** The question, if the member is the target and can answer it. Their earlier answer is not read: nobody else may learn of a 'not now'. */
const readQuestion = (tx: Tx, subject: string) =>
  tx.maybe<Wanted>(sql`
    select r.shown_title as title, words_for_target(r.id) as words, coalesce(p.full_name, '') as requester, coalesce(i.full_name, '') as introducer, my_address() as address
    from my_questions(request_asked_by(${offerIn(subject)})) q join introduction_requests r on r.id = q.request_id
      left join profiles p on p.user_id = r.user_id left join profiles i on i.user_id = q.introducer
    where q.offer_id = ${offerIn(subject)} and q.state = 'asked'`)

/** To the target. */
const beIntroduced: MailQuestion = {
  kind: 'introduction_wanted',
  days: ANSWER_DAYS,
  async ask(tx, subject) {
    const question = await readQuestion(tx, subject)
    if (!question) return null
    const { introducer, title, words, address } = question
    const requester = question.requester || 'a member'
    return {
      heading: `Would you like to meet ${requester}?`,
      sentences: [
        `${question.requester || 'A member'} asks to meet you: “${title}”.`,
        `${introducer || 'A member'} supports this and offers to introduce you.`,
      ],
      words: words || undefined,
      answers: [
        {
          answer: 'yes' satisfies Answer,
          label: address ? `Yes, share ${address} with ${requester}` : 'Yes, introduce us',
          button: 'Yes, introduce us',
        },
        { answer: 'not_now' satisfies Answer, label: 'Not now' },
      ],
      note: 'Nobody is told of a “not now”, and you can say yes later.',
      path: pathOf(subject),
    }
  },
  async answer(tx, subject, answer) {
    const question = await readQuestion(tx, subject)
    await tx.run(sql`select answer_offer(${offerIn(subject)}, ${answer})`)
    // It does nothing if the request has another target meanwhile.
    const given = await tx.maybe(sql`
      select 1 from introduction_answers where offer_id = ${offerIn(subject)} and user_id = me() and answer = ${answer}`)
    if (!given) throw new Refusal(409, 'This introduction is no longer open.')
    return answer === 'yes'
      ? `${question?.requester || 'The member'} sees your address now, and you see theirs in the app.`
      : 'Nobody is told. You can still say yes in the app.'
  },
}

export const questions = [acceptThisOffer, beIntroduced, ...asks]
