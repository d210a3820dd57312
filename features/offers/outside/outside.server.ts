import { createHmac } from 'node:crypto'
import type { Database, Tx } from '../../../database/connection/database.ts'
import { sql } from '../../../database/connection/sql.ts'
import { postMail } from '../../../server/mail/mail.ts'
import { type AccountRequest, handle, handleAsServer, type Request } from '../../../server/request/endpoint.ts'
import { notAllowed, notFound, Refusal } from '../../../server/request/errors.ts'
import { throttleFrom, throttleLinkCheck } from '../../../server/request/throttle.ts'
import type { Services } from '../../../server/services.ts'
import { hashOf, newToken } from '../../../server/session/session.ts'
import { writeToTarget } from '../contract.ts'
import { offersOf } from '../offer-json.ts'
import { askingMail } from './asking-mail.ts'
import {
  answerOutsideQuestion,
  describeOutsideQuestion,
  neverWriteAgain,
  type OutsideAnswer,
  type Question,
} from './contract.ts'
import type { Words } from './words.ts'

const ANSWERS_PER_HOUR = 100
/** Mail providers send the requests of many people from few addresses. */
const BLOCKS_PER_HOUR = 3000
const MAX_BODY_BYTES = 4096

/**
 * Keyed, so that a stolen database does not tell whether we wrote to an address. Local parts differ in case nowhere in practice, and a tag after
 * a plus sign does not make another person (as in comparable_address).
 */
const hashOfAddress = ({ secret }: Services, address: string) => {
  const comparable = address
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*@/, '@')
  return createHmac('sha256', secret.derive('addresses outside')).update(comparable).digest()
}

const introducedBy = (tx: Tx, id: string) =>
  tx.maybe<{ request_id: number; is_mine: boolean }>(
    sql`select o.request_id, o.user_id = me() as is_mine from introduction_offers o where o.id = ${id}`,
  )

async function write({ params: { id }, body: { email }, me, services }: AccountRequest<typeof writeToTarget>) {
  const { config, db } = services
  const offer = await db.asMember(me, tx => introducedBy(tx, id))
  if (!offer) throw notFound()
  if (!offer.is_mine) throw notAllowed()
  if (!config.smtpUrl) throw new Refusal(409, 'This community sends no mails. Please use your own mail program.')
  if (config.emailConfirmation && !me.email_confirmed)
    throw new Refusal(409, 'Please confirm your email address first: the answer to this mail goes to it.')
  const token = newToken()
  await db.asSystem(async tx => {
    const { is_blocked, ...words } = await tx.one<Words & { is_blocked: boolean }>(sql`
      select * from begin_outside_mail(${me.user_id}, ${id}, ${email}, ${hashOfAddress(services, email)}, ${hashOf(token)})`)
    const mail = askingMail(config, words, token)
    // Written in any case, so that the time of the answer does not tell who asked never to be written to again.
    await tx.run(sql`savepoint before_mail`)
    await postMail(tx, { ...mail, recipient: email, replyTo: [me.email], offerId: id })
    if (is_blocked) await tx.run(sql`rollback to savepoint before_mail`)
    else await tx.run(sql`release savepoint before_mail`)
  })
  return db.asMember(me, tx => tx.json(offersOf(sql`${offer.request_id}`, true)))
}

async function describe({ body, http, services }: Request<typeof describeOutsideQuestion>) {
  await throttleLinkCheck(services, http)
  const token = hashOf(body.token)
  return services.db.asSystem(async tx => {
    const question = await tx.maybe<Question>(
      sql`select requester, company, introducer, words, address from outside_question(${token})`,
    )
    const link = await tx.one<{ can_block: boolean; answered: OutsideAnswer | null }>(
      sql`select can_block, answered from outside_link(${token})`,
    )
    return { question, ...link }
  })
}

async function answer({ body, http, services }: Request<typeof answerOutsideQuestion>) {
  await throttleFrom(services, http, 'outside-question', ANSWERS_PER_HOUR, 3600)
  const { is_done } = await services.db.asSystem(tx =>
    tx.one<{ is_done: boolean }>(sql`select answer_outside(${hashOf(body.token)}, ${body.answer}) as is_done`),
  )
  if (!is_done) throw new Refusal(400, 'This link has expired, or the question was answered meanwhile.')
  return { answer: body.answer }
}

async function block({ query: { token }, http, services }: Request<typeof neverWriteAgain>) {
  await throttleFrom(services, http, 'never-write-again', BLOCKS_PER_HOUR, 3600)
  const { is_done } = await services.db.asSystem(tx =>
    tx.one<{ is_done: boolean }>(sql`select block_address(${hashOf(token)}) as is_done`),
  )
  if (!is_done) throw new Refusal(400, 'This link is not complete, or too old.')
}

export const forgetOutsideMails = (db: Pick<Database, 'asSystem'>) =>
  db.asSystem(tx => tx.run(sql`select forget_outside_mails()`))

export default [
  handleAsServer(writeToTarget, write),
  handle(describeOutsideQuestion, describe),
  handle(answerOutsideQuestion, answer),
  handle(neverWriteAgain, block, {
    upload: { types: [...(neverWriteAgain.files.takes ?? [])], maxBytes: MAX_BODY_BYTES },
    allowsOtherSites: true,
  }),
]
