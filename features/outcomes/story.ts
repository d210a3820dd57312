import { sql } from '../../database/connection/sql.ts'
import type { Member, TestServer } from '../../tests/test-server.ts'
import { createIntroductionRequest, getIntroductionRequest } from '../introductions/contract.ts'
import { listNotifications } from '../notifications/contract.ts'
import { answerOffer, makeOffer, moveOffer, reportAnswer } from '../offers/contract.ts'
import { askOutcomes } from './asking.ts'

/** Steps that several tests of outcomes begin with. */

/** An agreed introduction: of the requester to a member, or to somebody outside. `id` is that of the offer; `before` happens before it is accepted. */
export async function introduced(
  requester: Member,
  introducer: Member,
  target: Member | null = null,
  before: (request: number) => Promise<unknown> = async () => {},
) {
  const { id: request } = await requester.does(createIntroductionRequest, {
    request_title: 'Freight pilots',
    context: 'We look for two pilots.',
    your_company: 'Lakeline',
    target_person: target ? 'Cleo' : 'Jane Broker',
    target_profile_id: target?.profile_id ?? null,
  })
  const { offers } = await introducer.does(makeOffer, { id: request, note: 'A private note.' })
  const id = offers.find(({ is_mine }) => is_mine)?.id ?? ''
  await before(request)
  await requester.does(moveOffer, { id, to: 'accepted' })
  if (target) await target.does(answerOffer, { id, answer: 'yes' })
  else await introducer.does(reportAnswer, { id, answer: 'yes' })
  return { id, request }
}

/** So many days pass since every yes, and then a night. */
export async function daysPass(server: TestServer, days: number) {
  await server.owner.run(
    sql`update introduction_offers set changed_at = changed_at - make_interval(days => ${days}) where state = 'agreed'`,
  )
  await askOutcomes(server.db)
}
/** Every drawn day has come: others see all introductions counted that were asked about. */
export const allAreCounted = (server: TestServer) =>
  server.owner.run(sql`update counted_introductions set counted_at = least(counted_at, now() - interval '1 second')`)
export const aWeekPasses = (server: TestServer) => daysPass(server, 8)

const KINDS = ['outcome_asked', 'introduction_thanked']
/** The notifications of a member about outcomes and thanks, the latest first. */
export const told = async (member: Member) =>
  (await member.does(listNotifications, {})).filter(({ kind }) => KINDS.includes(kind))
export const toldKinds = async (member: Member) => (await told(member)).map(({ kind }) => kind)

export const statusOf = async (member: Member, id: number) => (await member.does(getIntroductionRequest, { id })).status
