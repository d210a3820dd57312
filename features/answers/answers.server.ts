import type { Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { type MailQuestion, purposeOf } from '../../server/mail/question.ts'
import { type Handler, handle, type Request } from '../../server/request/endpoint.ts'
import { Refusal } from '../../server/request/errors.ts'
import { throttleFrom, throttleLinkCheck } from '../../server/request/throttle.ts'
import type { Services } from '../../server/services.ts'
import { isUnexpired } from '../../server/session/links.ts'
import { hashOf } from '../../server/session/session.ts'
import { answerByLink, checkAnswerLink } from './contract.ts'

const MAX_PER_HOUR = 100

const ENDED = 'This link has expired, or the question was answered or has ended meanwhile.'
const closed = (why: string | null = null) => new Refusal(400, why ?? ENDED)

/** The endpoints behind the links in mails that ask something. server/slices.ts lists the questions. */
export default function answers(questions: MailQuestion[]): Handler[] {
  const questionWith = (purpose: string) => questions.find(question => purposeOf(question) === purpose)

  async function check({ body: { token }, http, services }: Request<typeof checkAnswerLink>) {
    await throttleLinkCheck(services, http)
    const link = await linkOf(services, token)
    const question = link && questionWith(link.purpose)
    if (!question) return { question: null, ended: null }
    const { asked, why } = await services.db.asMember(link, tx => openOrEnded(tx, question, link))
    if (!asked) return { question: null, ended: why }
    const { heading, sentences, words = null, note = null, path, appLink = null } = asked
    return {
      ended: null,
      question: {
        heading,
        sentences,
        words,
        answers: asked.answers.map(({ answer, label }) => ({ answer, label })),
        note,
        member: { id: link.profile_id, full_name: link.full_name },
        path,
        app_link: appLink,
      },
    }
  }

  async function answer({ body: { token, answer }, http, services }: Request<typeof answerByLink>) {
    await throttleFrom(services, http, 'answers', MAX_PER_HOUR, 3600)
    const link = await linkOf(services, token)
    const question = link && questionWith(link.purpose)
    if (!question) throw closed()
    return services.db.asMember(link, async tx => {
      const { asked, why } = await openOrEnded(tx, question, link)
      if (!asked) throw closed(why)
      if (!asked.answers.some(possible => possible.answer === answer))
        throw new Refusal(400, 'This is not one of the answers.', {
          fields: { answer: 'This is not one of the answers.' },
        })
      const text = await question.answer(tx, link.subject, answer)
      await useLink(tx, token)
      await markRead(tx, question, link.subject)
      return { text, path: asked.path }
    })
  }

  return [handle(checkAnswerLink, check), handle(answerByLink, answer)]
}

type Link = {
  user_id: string
  purpose: string
  subject: string
  is_used: boolean
  profile_id: number
  full_name: string
}

async function openOrEnded(tx: Tx, question: MailQuestion, { subject, is_used }: Link) {
  const asked = is_used ? null : await question.ask(tx, subject)
  return { asked, why: asked ? null : ((await question.ended?.(tx, subject)) ?? null) }
}

/** Null if it is unknown or has expired, or its account is disabled. */
const linkOf = ({ db }: Services, token: string) =>
  db.asSystem(tx =>
    tx.maybe<Link>(sql`
      select l.user_id, l.purpose, l.subject, l.used_at is not null as is_used, p.id as profile_id, coalesce(p.full_name, '') as full_name
      from signed_links l join users u on u.id = l.user_id and u.disabled_at is null join profiles p on p.user_id = u.id
      where ${isUnexpired(token)} and l.purpose like 'answer:%'`),
  )

/** After the answer, which has waited for others that were given at the same moment: only one of them finds the link unused. */
async function useLink(tx: Tx, token: string): Promise<void> {
  const { used } = await tx.one<{ used: boolean }>(sql`select use_answer_link(${hashOf(token)}) as used`)
  if (!used) throw closed()
}

/** As it is when the question is answered in the app, where it is open on the screen. */
const markRead = (tx: Tx, { kind }: MailQuestion, subject: string) =>
  tx.run(sql`
    update notifications n set read_at = now() where n.user_id = me() and n.read_at is null and n.kind = ${kind}
      and exists (select from notification_acts a where a.notification_id = n.id and a.subject_id = ${subject})`)
