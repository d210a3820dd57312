import { sql } from '../../database/connection/sql.ts'
import { hashOf, newToken } from '../../server/session/session.ts'
import { anyone, members, type RouteLaw, type TableLaw, type TestMembers } from '../../tests/law/law.ts'
import { createIntroductionRequest } from '../introductions/contract.ts'
import { getOffers, makeOffer, moveOffer } from './contract.ts'

const request = {
  request_title: 'Meet a freight broker',
  context: 'We want to learn how drayage is booked.',
  your_company: 'Lakeline Freight',
  target_person: 'Jane Broker',
}

/** A request of a third member. */
async function ofSomebody({ server }: TestMembers) {
  const requester = await server.member('Requester')
  return { requester, id: (await requester.does(createIntroductionRequest, request)).id }
}

/** An offer of the owner, accepted if `isAccepted`. Others do not see it; rules.test.ts has the requester and the target. */
const onOffer =
  (rest: string, body: unknown, { isAccepted = false } = {}) =>
  async (people: TestMembers) => {
    const { requester, id } = await ofSomebody(people)
    await people.owner.does(makeOffer, { id })
    const offer = (await people.owner.does(getOffers, { id })).offers[0]?.id ?? ''
    if (isAccepted) await requester.does(moveOffer, { id: offer, to: 'accepted' })
    return { path: `/api/offers/${offer}${rest}`, body }
  }

/** A request in which the owner is the target and was asked. */
async function onQuestion({ server, owner }: TestMembers) {
  const [requester, introducer] = [await server.member('Requester'), await server.member('Introducer')]
  const { id } = await requester.does(createIntroductionRequest, { ...request, target_profile_id: owner.profile_id })
  await introducer.does(makeOffer, { id })
  const offer = (await introducer.does(getOffers, { id })).offers[0]?.id ?? ''
  await requester.does(moveOffer, { id: offer, to: 'accepted' })
  return { path: `/api/offers/${offer}/answer`, body: { answer: 'yes' } }
}

/** The token of a mail to a target outside. The server of these tests sends none, so its rows are written here. */
async function outsideToken(people: TestMembers): Promise<string> {
  const { path } = await onOffer('', undefined, { isAccepted: true })(people)
  const offer = path.split('/').at(-1) ?? ''
  const token = newToken()
  await people.server.owner.run(sql`
    with mail as (
      insert into outside_mails (request_id, user_id, address_hash, token_hash)
      select request_id, user_id, ${hashOf('jane@example.com')}, ${hashOf(token)} from introduction_offers where id = ${offer} returning id)
    insert into outside_addresses (mail_id, offer_id, address) select id, ${offer}, 'jane@example.com' from mail`)
  return token
}

export const routes: RouteLaw[] = [
  {
    route: 'GET /api/introduction-requests/:id/offers',
    ...members(200),
    make: async people => ({ path: `/api/introduction-requests/${(await ofSomebody(people)).id}/offers` }),
  },
  {
    route: 'POST /api/introduction-requests/:id/offers',
    ...members(201),
    make: async people => ({ path: `/api/introduction-requests/${(await ofSomebody(people)).id}/offers`, body: {} }),
  },
  { route: 'POST /api/offers/:id/move', ...members(200, 404), make: onOffer('/move', { to: 'withdrawn' }) },
  {
    route: 'POST /api/offers/:id/report',
    ...members(200, 404),
    make: onOffer('/report', { answer: 'yes' }, { isAccepted: true }),
  },
  // Without a mail server: outside.test.ts has one.
  {
    route: 'POST /api/offers/:id/mail',
    ...members(409, 404),
    make: onOffer('/mail', { email: 'jane@example.com' }, { isAccepted: true }),
  },
  {
    route: 'POST /api/outside-question/check',
    ...anyone(200),
    make: async () => ({ path: '/api/outside-question/check', body: { token: 'unknown' } }),
  },
  {
    route: 'POST /api/outside-question',
    ...anyone(200),
    make: async people => ({
      path: '/api/outside-question',
      body: { token: await outsideToken(people), answer: 'yes' },
    }),
  },
  {
    route: 'POST /introduction',
    ...anyone(204),
    make: async people => ({ path: `/introduction?token=${await outsideToken(people)}`, body: {} }),
  },
  { route: 'POST /api/offers/:id/answer', ...members(200, 404), make: onQuestion },
  { route: 'GET /api/asked-introductions', ...members(200) },
]

/** What follows from an offer is written by functions with their own rules (triggers.sql). */
export const tables: TableLaw = {
  introduction_offers: { server: '-', member: 'si', visitor: '-' },
  introduction_answers: { server: '-', member: 's', visitor: '-' },
  introduction_steps: { server: '-', member: 's', visitor: '-' },
  introduction_contacts: { server: '-', member: 's', visitor: '-' },
  introduction_mails: { server: '-', member: '-', visitor: '-' },
  outside_mails: { server: '-', member: 's', visitor: '-' },
  outside_addresses: { server: '-', member: 's', visitor: '-' },
  blocked_addresses: { server: '-', member: '-', visitor: '-' },
}
