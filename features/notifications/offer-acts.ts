import { sql } from '../../database/connection/sql.ts'
import type { Member, TestServer } from '../../tests/test-server.ts'
import { createIntroductionRequest } from '../introductions/contract.ts'
import { answerOffer, getOffers, makeOffer, moveOffer, reportAnswer } from '../offers/contract.ts'
import { MAX_THANKS, saveThanks } from '../outcomes/contract.ts'
import { markRead } from './contract.ts'

/** `writer` causes each kind for Ada; Cleo takes part where somebody else is needed. */
type OfferMembers = { ada: Member; writer: Member; cleo: Member }
type Words = { title: string; text: string }

export async function requestOf(requester: Member, title: string, target: Member | null) {
  const { id } = await requester.does(createIntroductionRequest, {
    request_title: title,
    context: 'Looking for pilots',
    your_company: 'Lake',
    target_person: 'The target',
    target_profile_id: target?.profile_id ?? null,
  })
  return id
}
export async function offer(introducer: Member, id: number, note = '') {
  const { offers } = await introducer.does(makeOffer, { id, note })
  return offers.find(({ is_mine }) => is_mine)?.id ?? ''
}
/** The first offer that the requester sees. */
export async function accept(requester: Member, id: number) {
  const { offers } = await requester.does(getOffers, { id })
  await requester.does(moveOffer, { id: offers[0]?.id ?? '', to: 'accepted' })
  return offers[0]?.id ?? ''
}

/** What the earlier steps told. */
const reads = (member: Member, id: number) => member.does(markRead, { thread_kind: 'request', thread_id: String(id) })

export const offerActs = {
  async offer_made({ ada, writer }: OfferMembers, { title, text }: Words) {
    await offer(writer, await requestOf(ada, title, null), text)
  },
  async offer_accepted({ ada, writer }: OfferMembers, { title }: Words) {
    const id = await requestOf(writer, title, null)
    await offer(ada, id)
    await accept(writer, id)
  },
  async offer_passed({ ada, writer, cleo }: OfferMembers, { title }: Words) {
    const id = await requestOf(writer, title, null)
    await offer(ada, id)
    await offer(cleo, id)
    await accept(writer, id)
  },
  async introduction_wanted({ ada, writer, cleo }: OfferMembers, { title }: Words) {
    // `writer` is the introducer here, since request_target has them ask for Ada.
    const id = await requestOf(cleo, title, ada)
    await reads(ada, id)
    await offer(writer, id)
    await accept(cleo, id)
  },
  async introduction_agreed({ ada, writer, cleo }: OfferMembers, { title }: Words) {
    // Ada is the introducer: the requester gets the introduction itself instead (features/offers/outside).
    const id = await requestOf(cleo, title, writer)
    await offer(ada, id)
    const accepted = await accept(cleo, id)
    await reads(ada, id)
    await writer.does(answerOffer, { id: accepted, answer: 'yes' })
  },
  async introduction_thanked({ ada, writer }: OfferMembers, { title, text }: Words) {
    const id = await requestOf(writer, title, null)
    await offer(ada, id)
    const accepted = await accept(writer, id)
    await ada.does(reportAnswer, { id: accepted, answer: 'yes' })
    await reads(ada, id)
    await writer.does(saveThanks, { id: accepted, text: text.slice(0, MAX_THANKS), is_public: false })
  },
  async offer_ended({ ada, writer }: OfferMembers, { title }: Words) {
    const id = await requestOf(ada, title, null)
    await offer(writer, id)
    const accepted = await accept(ada, id)
    await reads(ada, id)
    await writer.does(moveOffer, { id: accepted, to: 'withdrawn' })
  },
}

/** A week after the writer reported a yes of somebody outside. */
export async function outcomeAsked({ server, ada, writer }: OfferMembers & { server: TestServer }, { title }: Words) {
  const id = await requestOf(ada, title, null)
  await offer(writer, id)
  await writer.does(reportAnswer, { id: await accept(ada, id), answer: 'yes' })
  await reads(ada, id)
  await server.owner.run(
    sql`update introduction_offers set changed_at = now() - interval '8 days' where state = 'agreed' and request_id = ${id}`,
  )
  await server.owner.run(sql`select ask_outcomes(100)`)
}
