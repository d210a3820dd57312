import { sql } from '../../database/connection/sql.ts'
import type { Member, TestServer } from '../../tests/test-server.ts'
import { createIntroductionRequest, saveBlurb } from '../introductions/contract.ts'
import { listNotifications } from '../notifications/contract.ts'
import { getOffers, makeOffer, moveOffer } from './contract.ts'
import { expireOffers } from './expiry.ts'

/** Steps that several tests of offers begin with. */

export const requestOf = async (member: Member, more: object = {}) => {
  const words = { request_title: 'Freight pilots', context: 'We look for two pilots.', your_company: 'Lakeline' }
  const { id } = await member.does(createIntroductionRequest, { ...words, ...more })
  await member.does(saveBlurb, { id, text: 'We run trucks between rail ramps.' })
  return id
}

/** A request of the first member; for the second, or for somebody outside. */
export const requestFor = (member: Member, target: Member | null) =>
  requestOf(
    member,
    target ? { target_person: 'Cleo', target_profile_id: target.profile_id } : { target_person: 'Jane Broker' },
  )

/** The newest offer of a member on a request, as they see it. */
export async function offerOf(member: Member, id: number) {
  const { offers } = await member.does(getOffers, { id })
  const offer = offers.find(({ is_mine }) => is_mine)
  if (!offer) throw new Error('There is no such offer.')
  return offer
}

export async function offers(member: Member, id: number, note = 'I know them well.') {
  await member.does(makeOffer, { id, note })
  return (await offerOf(member, id)).id
}

/** A member offers, and the requester accepts. */
export async function accepted(requester: Member, introducer: Member, id: number) {
  const offer = await offers(introducer, id)
  await requester.does(moveOffer, { id: offer, to: 'accepted' })
  return offer
}

const KINDS = [
  'offer_made',
  'offer_accepted',
  'offer_passed',
  'introduction_wanted',
  'introduction_agreed',
  'offer_ended',
]
/** The kinds of notifications about offers that a member has, the latest first. */
export const told = async (member: Member) =>
  (await member.does(listNotifications, {})).filter(({ kind }) => KINDS.includes(kind))
export const toldKinds = async (member: Member) => (await told(member)).map(({ kind }) => kind)

/** Three weeks later, in the night. */
export async function threeWeeksPass(server: TestServer) {
  await server.owner.run(sql`update introduction_offers set asked_at = asked_at - interval '22 days'`)
  await expireOffers(server.db)
}

/** The state of an offer, with the word of its end. */
export async function stateIn(server: TestServer, id: string) {
  const { state, closed_word } = await server.owner.one<{ state: string; closed_word: string | null }>(
    sql`select state, closed_word from introduction_offers where id = ${id}`,
  )
  return closed_word ? `${state}: ${closed_word}` : state
}

/** What a member sees of what happened to an offer: 'offered by Bob', or 'asked' if nobody is named. */
export async function stepsOf(member: Member, id: number, offer: string) {
  const found = (await member.does(getOffers, { id })).offers.find(each => each.id === offer)
  return found?.steps.map(({ kind, user_name }) => (user_name ? `${kind} by ${user_name}` : kind))
}
