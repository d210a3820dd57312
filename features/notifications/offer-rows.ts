import { sql } from '../../database/connection/sql.ts'
import { answerOffer, getOffers, moveOffer, reportAnswer } from '../offers/contract.ts'
import { saveThanks } from '../outcomes/contract.ts'
import type { People, Row } from './acts.ts'
import { accept, offer, requestOf } from './offer-acts.ts'

const http = ({ ada, bob, eve }: People) => ({ ada: ada.member.http, bob: bob.member.http, eve: eve.member.http })

/** Ada asks to meet Bob; Eve offers, and Ada has accepted. */
async function asksBob(people: People) {
  const { ada, bob, eve } = http(people)
  const id = await requestOf(ada, 'Freight', bob)
  await offer(eve, id)
  await accept(ada, id)
  return id
}
const answers = async (people: People, id: number, answer: 'yes' | 'not_now') => {
  const { bob } = http(people)
  const { asked } = await bob.does(getOffers, { id })
  await bob.does(answerOffer, { id: asked?.offer_id ?? '', answer })
}

/** The steps of an offer, for every-kind.e2e.ts. The screens that they are done on have their own tests. */
export const offerRows: Row[] = [
  {
    act: 'an offer tells the requester',
    given: people => requestOf(http(people).ada, 'Freight', null),
    does: async (people, id) => void (await offer(http(people).bob, id, 'I know her well.')),
    ada: { bell: 'Bob Kowalski offered to make the introduction for “Freight”', also: 'mail' },
    eve: null,
  },
  {
    act: 'an accepted offer tells its member, and the others who offered without a name',
    async given(people) {
      const { ada, bob, eve } = http(people)
      const id = await requestOf(bob, 'Freight', null)
      await offer(eve, id)
      await offer(ada, id)
      return id
    },
    does: async (people, id) => void (await accept(http(people).bob, id)),
    ada: { bell: 'Bob Kowalski accepted your offer to make the introduction for “Freight”', also: 'mail' },
    eve: { bell: 'Somebody else is making the introduction for “Freight”. Thank you for offering', also: 'digest' },
  },
  {
    act: 'an accepted offer asks the target who is a member',
    async given(people) {
      const { ada, bob, eve } = http(people)
      const id = await requestOf(bob, 'Freight', ada)
      await offer(eve, id)
      return id
    },
    does: async (people, id) => void (await accept(http(people).bob, id)),
    ada: { bell: 'Bob Kowalski would like to be introduced to you by Eve Raman: “Freight”', also: 'mail' },
    eve: { bell: 'Bob Kowalski accepted your offer to make the introduction for “Freight”', also: 'mail' },
  },
  {
    act: 'a yes tells the requester and the introducer',
    given: asksBob,
    does: (people, id) => answers(people, id, 'yes'),
    // Ada gets the introduction itself by mail, together with Bob (features/offers/outside).
    ada: { bell: 'Bob Kowalski said yes to the introduction for “Freight”', also: 'nothing' },
    eve: { bell: 'Bob Kowalski said yes to the introduction for “Freight”', also: 'mail' },
  },
  {
    act: "a 'not now' tells nobody",
    given: asksBob,
    does: (people, id) => answers(people, id, 'not_now'),
    ada: null,
    eve: null,
  },
  {
    act: 'a week after the yes, the requester is asked whether they met somebody outside',
    async given(people) {
      const { ada, bob } = http(people)
      const id = await requestOf(ada, 'Freight', null)
      await offer(bob, id)
      await bob.does(reportAnswer, { id: await accept(ada, id), answer: 'yes' })
      return id
    },
    does: async ({ server }) => {
      await server.owner.run(
        sql`update introduction_offers set changed_at = now() - interval '8 days' where state = 'agreed'`,
      )
      await server.owner.run(sql`select ask_outcomes(100)`)
    },
    ada: { bell: 'Did you meet The target? A week has passed since the introduction for “Freight”', also: 'mail' },
    eve: null,
  },
  {
    act: 'a thanks tells the introducer',
    async given(people) {
      const { ada, bob } = http(people)
      const id = await requestOf(bob, 'Freight', null)
      await offer(ada, id)
      await ada.does(reportAnswer, { id: await accept(bob, id), answer: 'yes' })
      return id
    },
    async does(people, id) {
      const { bob } = http(people)
      const { offers } = await bob.does(getOffers, { id })
      await bob.does(saveThanks, { id: offers[0]?.id ?? '', text: 'She was of great help.', is_public: true })
    },
    ada: { bell: 'Bob Kowalski thanked you for the introduction for “Freight”', also: 'mail' },
    eve: null,
  },
  {
    act: 'a withdrawn offer that was accepted tells the requester',
    async given(people) {
      const { ada, bob } = http(people)
      const id = await requestOf(ada, 'Freight', null)
      await offer(bob, id)
      await accept(ada, id)
      return id
    },
    async does(people, id) {
      const { bob } = http(people)
      const { offers } = await bob.does(getOffers, { id })
      await bob.does(moveOffer, { id: offers[0]?.id ?? '', to: 'withdrawn' })
    },
    ada: { bell: 'Bob Kowalski withdrew the offer to make the introduction for “Freight”', also: 'mail' },
    eve: null,
  },
]
