import { sql } from '../../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../../tests/test-server.ts'
import { answerOffer } from '../contract.ts'
import { accepted, requestFor } from '../story.ts'
import type { Question } from './contract.ts'

/** Steps of a target outside, for several tests. */

export const JANE = 'jane@example.com'

/** With a mail server, without which nobody outside is written to. */
export const startMailingServer = (adminUrl: string, databaseUrl?: string) =>
  startTestServer({ adminUrl, databaseUrl, env: { SMTP_URL: 'smtp://localhost:1', EMAIL_CONFIRMATION: 'off' } })

/** A request for a member, an accepted offer, and the member's yes. */
export async function agreedWith(target: Member, requester: Member, introducer: Member) {
  const id = await requestFor(requester, target)
  const offer = await accepted(requester, introducer, id)
  await target.does(answerOffer, { id: offer, answer: 'yes' })
  return { id, offer }
}
/** A request for Jane, an accepted offer, and the mail that asks her. */
export async function writtenToJane(server: TestServer, requester: Member, introducer: Member) {
  const id = await requestFor(requester, null)
  const offer = await accepted(requester, introducer, id)
  await introducer.asks('POST', `/api/offers/${offer}/mail`, { email: JANE })
  const asking = await lastMailTo(server, JANE)
  return { id, offer, asking, token: tokenOf(asking) }
}

type OutsideMail = {
  recipient: string
  other_recipients: string[]
  shown_to: string[]
  reply_to: string[]
  offer_id: string
  subject: string
  body: string
  html: string
  headers: Record<string, string>
}

/** The waiting mails about introductions to an address. */
export const mailsTo = (server: TestServer, address: string) =>
  server.owner.rows<OutsideMail>(sql`
    select recipient, other_recipients, shown_to, reply_to, offer_id, subject, body, html, headers from outbox
    where ${address} = any (recipient || other_recipients) and offer_id is not null order by id`)
export async function lastMailTo(server: TestServer, address: string): Promise<OutsideMail> {
  const mail = (await mailsTo(server, address)).at(-1)
  if (!mail) throw new Error(`There is no mail to ${address}.`)
  return mail
}
export const tokenOf = ({ body }: OutsideMail) => /\/introduction\?token=([\w-]{43})/.exec(body)?.[1] ?? ''

export const check = async ({ visitor }: TestServer, token: string) =>
  (await visitor.asks('POST', '/api/outside-question/check', { token })).json as {
    question: Question | null
    can_block: boolean
    answered: 'yes' | 'no' | null
  }
export const answers = ({ visitor }: TestServer, token: string, answer: 'yes' | 'no') =>
  visitor.tries('POST', '/api/outside-question', { token, answer })
export const never = ({ visitor }: TestServer, token: string) =>
  visitor.tries('POST', `/introduction?token=${token}`, {})
