import type { Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import type { MailQuestion } from '../../server/mail/question.ts'
import { answerLabels, answers, whoLearns } from './shared/labels.ts'

/** The subject of the notification is 'offer/account'. */
const offerIn = (subject: string) => subject.split('/')[0] ?? ''

type Asked = {
  request: number
  title: string
  other: string
  introducer: string | null
  answer: string | null
  isOpen: boolean
  isOutside: boolean
}

const readOutcome = (tx: Tx, subject: string) =>
  tx.maybe<Asked>(sql`
    select r.id as request, r.shown_title as title, p.full_name as introducer, x.answer,
      is_open(r.status) as "isOpen", i.target is null as "isOutside",
      coalesce(case when i.my_part = 'requester' and i.target is null then r.shown_person else o.full_name end, '') as other
    from my_introductions() i join introduction_outcomes x on x.offer_id = i.offer_id and x.user_id = me()
      join introduction_requests r on r.id = i.request_id left join profiles p on p.user_id = i.introducer
      left join profiles o on o.user_id = case i.my_part when 'requester' then i.target else i.requester end
    where i.offer_id = ${offerIn(subject)}`)

/** To both who were introduced a week ago. */
export const didYouMeet: MailQuestion = {
  kind: 'outcome_asked',
  days: 30,
  async ask(tx, subject) {
    const asked = await readOutcome(tx, subject)
    if (!asked || asked.answer !== null) return null
    return {
      heading: `Did you meet ${asked.other || 'the person you asked for'}?`,
      sentences: [
        asked.introducer
          ? `${asked.introducer} introduced you: “${asked.title}”.`
          : `You were introduced: “${asked.title}”.`,
      ],
      answers: answers.map(answer => ({ answer, label: answerLabels[answer] })),
      note: whoLearns(asked),
      path: `/introduction-requests?request=${asked.request}`,
    }
  },
  async answer(tx, subject, answer) {
    await tx.run(sql`select answer_outcome(${offerIn(subject)}, ${answer})`)
    return answer === 'not_met' ? 'You can change your answer in the app, whenever you meet.' : 'Good to hear.'
  },
}
