import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'
import {
  deleteIntroductionRequest,
  getIntroductionRequest,
  listStatusChanges,
  updateIntroductionRequest,
} from '../introductions/contract.ts'
import { deleteAccount } from '../settings/contract.ts'
import { answerOffer, getOffers, listAskedIntroductions, moveOffer, reportAnswer } from './contract.ts'
import { expireOffers } from './expiry.ts'
import { accepted, offers, requestFor, requestOf, stateIn, stepsOf, threeWeeksPass } from './story.ts'

/** Ada requests, Bob and Dora offer, Cleo is the target, Eve is somebody else. */
let server: TestServer
let ada: Member
let bob: Member
let cleo: Member
let dora: Member
let eve: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await server.member('Ada')
  bob = await server.member('Bob')
  cleo = await server.member('Cleo')
  dora = await server.member('Dora')
  eve = await server.member('Eve')
})

const statusOf = async (id: number) => (await eve.does(getIntroductionRequest, { id })).status
const stateOf = (offer: string) => stateIn(server, offer)
const disable = ({ user_id }: Member) =>
  server.owner.run(sql`update users set disabled_at = now() where id = ${user_id}`)

test('21 days without a yes end an accepted offer, whoever should have answered', async () => {
  const [inside, outside, fresh] = [
    await requestFor(ada, cleo),
    await requestFor(ada, null),
    await requestFor(eve, null),
  ]
  const ended = [await accepted(ada, bob, inside), await accepted(ada, dora, outside)]
  const agreed = await accepted(eve, bob, fresh)
  await bob.does(reportAnswer, { id: agreed, answer: 'yes' })
  await threeWeeksPass(server)
  for (const offer of ended) expect(await stateOf(offer)).toBe('closed: no_answer')
  expect(await stateOf(agreed)).toBe('agreed')
  for (const id of [inside, outside]) expect(await statusOf(id)).toBe('pending')
  expect(await statusOf(fresh)).toBe('approved')
  expect(await cleo.does(getOffers, { id: inside })).toMatchObject({ asked: null, my_address: null })
  expect(await stepsOf(ada, inside, ended[0] ?? '')).toEqual(['offered by Bob', 'accepted by Ada', 'asked', 'closed'])
  const young = await accepted(ada, dora, inside)
  await expireOffers(server.db)
  expect(await stateOf(young)).toBe('asked')
})

test('more expired offers than one batch all end', async () => {
  const ids = await Promise.all([1, 2, 3, 4, 5].map(() => requestFor(ada, null)))
  const all = await Promise.all(ids.map(id => accepted(ada, bob, id)))
  await server.owner.run(sql`update introduction_offers set asked_at = asked_at - interval '22 days'`)
  await expireOffers(server.db, 2)
  for (const offer of all) expect(await stateOf(offer)).toBe('closed: no_answer')
})

test.each([
  ['declined', 'closed: status', 'closed: status', 'closed: status'],
  ['completed', 'closed: status', 'closed: status', 'agreed'],
  ['pending', 'open', 'closed: status', 'closed: status'],
  ['in_progress', 'open', 'asked', 'agreed'],
  ['approved', 'open', 'asked', 'agreed'],
] as const)('the status %s, set by hand, leaves an offer as %s, %s or %s', async (status, open, asked, agreed) => {
  const id = await requestOf(ada)
  // Another status first, so that each of them is a change.
  if (status === 'pending') await ada.does(updateIntroductionRequest, { id, status: 'in_progress' })
  const waiting = await offers(bob, id)
  await ada.does(updateIntroductionRequest, { id, status })
  expect(await stateOf(waiting)).toBe(open)

  const toCleo = await requestFor(ada, cleo)
  const chosen = await accepted(ada, bob, toCleo)
  await ada.does(updateIntroductionRequest, { id: toCleo, status })
  expect(await stateOf(chosen)).toBe(asked)

  const toDora = await requestFor(ada, dora)
  const done = await accepted(ada, bob, toDora)
  await dora.does(answerOffer, { id: done, answer: 'yes' })
  await ada.does(updateIntroductionRequest, { id: toDora, status })
  expect(await stateOf(done)).toBe(agreed)
})

const statuses = async (id: number) =>
  (await eve.does(listStatusChanges, { id })).map(({ to_status, user_name, is_automatic }) =>
    is_automatic ? `${to_status} by itself` : `${to_status} by ${user_name}`,
  )

test.each<[string, (offer: string, id: number) => Promise<unknown>]>([
  ['is withdrawn', offer => bob.does(moveOffer, { id: offer, to: 'withdrawn' })],
  ['is ended by the requester', offer => ada.does(moveOffer, { id: offer, to: 'closed' })],
  ['gets no answer', () => threeWeeksPass(server)],
  ['is for another person', (_, id) => ada.does(updateIntroductionRequest, { id, target_person: 'Somebody else' })],
  ['is of a member who leaves', () => bob.does(deleteAccount, { password: PASSWORD, content: 'remove' })],
  ['is of a member who is disabled', () => disable(bob)],
  ['is for a member who leaves', () => cleo.does(deleteAccount, { password: PASSWORD, content: 'remove' })],
])(
  'an accepted offer that %s takes the status back to pending by itself, and the next one moves it again',
  async (_, end) => {
    const id = await requestFor(ada, cleo)
    await end(await accepted(ada, bob, id), id)
    const history = ['pending by Ada', 'in_progress by itself', 'pending by itself']
    expect([await statusOf(id), await statuses(id)]).toEqual(['pending', history])
    expect((await eve.does(getOffers, { id })).can_offer).toBe(true)
    await accepted(ada, dora, id)
    expect(await statuses(id)).toEqual([...history, 'in_progress by itself'])
  },
)

test('a status set by hand stays when the accepted offer ends, and so does the one after a yes', async () => {
  const before = await requestFor(ada, cleo)
  await ada.does(updateIntroductionRequest, { id: before, status: 'in_progress' })
  await bob.does(moveOffer, { id: await accepted(ada, bob, before), to: 'withdrawn' })
  expect(await statuses(before)).toEqual(['pending by Ada', 'in_progress by Ada'])

  const since = await requestFor(ada, dora)
  const offer = await accepted(ada, bob, since)
  await ada.does(updateIntroductionRequest, { id: since, status: 'approved' })
  await ada.does(updateIntroductionRequest, { id: since, status: 'in_progress' })
  await bob.does(moveOffer, { id: offer, to: 'withdrawn' })
  expect(await statusOf(since)).toBe('in_progress')

  const agreed = await requestFor(ada, eve)
  await eve.does(answerOffer, { id: await accepted(ada, bob, agreed), answer: 'yes' })
  await ada.does(updateIntroductionRequest, { id: agreed, target_person: 'Somebody else' })
  expect(await statusOf(agreed)).toBe('approved')
})

test('an open offer that ends, or another one that is passed, moves no status', async () => {
  const id = await requestFor(ada, cleo)
  const open = await offers(bob, id)
  await accepted(ada, dora, id)
  expect(await stateOf(open)).toBe('passed')
  await bob.does(moveOffer, { id: await offers(bob, id), to: 'withdrawn' })
  expect(await statuses(id)).toEqual(['pending by Ada', 'in_progress by itself'])
})

test('an open request whose requester leaves is declined by itself; a completed one stays', async () => {
  const id = await requestFor(ada, cleo)
  const done = await requestFor(ada, null)
  await ada.does(updateIntroductionRequest, { id: done, status: 'completed' })
  const offer = await accepted(ada, bob, id)
  await ada.does(deleteAccount, { password: PASSWORD, content: 'anonymise' })
  expect([await statusOf(id), await statusOf(done)]).toEqual(['declined', 'completed'])
  expect(await stateIn(server, offer)).toBe('closed: requester_left')
  expect((await eve.does(listStatusChanges, { id })).at(-1)).toMatchObject({
    to_status: 'declined',
    is_automatic: true,
  })
})

test('two members who want to meet the same one can both leave', async () => {
  for (const member of [ada, bob]) {
    await requestFor(member, cleo)
    const leave = { password: PASSWORD, content: 'anonymise' }
    expect(await member.tries('POST', '/api/account/delete', leave)).toBe(204)
  }
})

test('the status never moves by itself from a later one', async () => {
  const id = await requestFor(ada, cleo)
  const offer = await offers(bob, id)
  await ada.does(updateIntroductionRequest, { id, status: 'approved' })
  await ada.does(moveOffer, { id: offer, to: 'accepted' })
  expect(await statusOf(id)).toBe('approved')
  await cleo.does(answerOffer, { id: offer, answer: 'yes' })
  expect(await statusOf(id)).toBe('approved')
  expect(await eve.does(listStatusChanges, { id })).toHaveLength(2)
})

test.each<[string, object, string]>([
  ['another member', { target_person: 'Eve', target_profile_id: 'eve' }, 'closed: target'],
  ['a typed name', { target_person: 'Somebody else' }, 'closed: target'],
  ['the same', { target_person: 'Cleo', target_profile_id: 'cleo' }, 'asked'],
  ['the same in another spelling', { target_person: 'Cleo C.', target_profile_id: 'cleo' }, 'asked'],
])('a request for a member that then names %s', async (_, change, expected) => {
  const id = await requestFor(ada, cleo)
  const offer = await accepted(ada, bob, id)
  const late = await offers(dora, id)
  const people: Record<string, number | null> = { eve: eve.profile_id, cleo: cleo.profile_id }
  const { target_profile_id, ...words } = change as { target_profile_id?: string }
  const picked = target_profile_id ? { target_profile_id: people[target_profile_id] } : {}
  await ada.does(updateIntroductionRequest, { id, ...words, ...picked })
  expect(await stateOf(offer)).toBe(expected)
  expect(await stateOf(late)).toBe(expected === 'asked' ? 'open' : expected)
})

test.each<[string, string, string, string]>([
  ['a slip corrected', 'Jon Smth', 'Jon Smith', 'accepted'],
  ['other capitals and marks', 'zoe mueller', 'Zoë Mueller', 'accepted'],
  ['somebody else of the same family', 'Jon Smith', 'Ann Smith', 'closed: target'],
  ['another short name', 'Bo', 'Al', 'closed: target'],
])('a typed name with %s', async (_, before, after, expected) => {
  const id = await requestOf(ada, { target_person: before })
  const offer = await accepted(ada, bob, id)
  await ada.does(updateIntroductionRequest, { id, target_person: after })
  expect(await stateOf(offer)).toBe(expected)
})

test('a name that becomes another one letter by letter ends the introduction that was agreed', async () => {
  const id = await requestOf(ada, { target_person: 'Jon Smith' })
  const offer = await accepted(ada, bob, id)
  await bob.does(reportAnswer, { id: offer, answer: 'yes' })
  await ada.does(updateIntroductionRequest, { id, target_person: 'Jan Smith' })
  expect(await stateOf(offer)).toBe('agreed')
  await ada.does(updateIntroductionRequest, { id, target_person: 'Jon Smith' })
  await ada.does(updateIntroductionRequest, { id, target_person: 'Jan Smith' })
  expect(await stateOf(offer)).toBe('agreed')
  await ada.does(updateIntroductionRequest, { id, target_person: 'Jane Smith' })
  expect(await stateOf(offer)).toBe('closed: target')
})

test('an investor who is deleted, or linked by the same name, is the same person; another one is not', async () => {
  const investor = async (name: string) =>
    (
      await server.owner.one<{ id: number }>(
        sql`insert into investors (name, firm, user_id) values (${name}, 'Prairie', ${ada.user_id}) returning id`,
      )
    ).id
  const [first, second] = [await investor('Ines'), await investor('Otto')]
  const id = await requestOf(ada, { target_person: 'Ines', target_investor_id: first })
  const offer = await accepted(ada, bob, id)
  await server.owner.run(sql`delete from investors where id = ${first}`)
  expect(await stateOf(offer)).toBe('accepted')
  await ada.does(updateIntroductionRequest, { id, target_person: 'Otto', target_investor_id: second })
  expect(await stateOf(offer)).toBe('closed: target')
  // In steps: without a link, and then linked to another one under the old name.
  const third = await investor('Ines')
  const next = await requestOf(ada, { target_person: 'Ines', target_investor_id: third })
  const kept = await accepted(ada, bob, next)
  await ada.does(updateIntroductionRequest, { id: next, target_investor_id: null })
  await ada.does(updateIntroductionRequest, { id: next, target_investor_id: third })
  expect(await stateOf(kept)).toBe('accepted')
  await ada.does(updateIntroductionRequest, { id: next, target_investor_id: null })
  await ada.does(updateIntroductionRequest, { id: next, target_investor_id: second })
  expect(await stateOf(kept)).toBe('closed: target')
})

test('the addresses go when the offer ends', async () => {
  const id = await requestFor(ada, cleo)
  const offer = await accepted(ada, bob, id)
  await cleo.does(answerOffer, { id: offer, answer: 'yes' })
  const rows = sql`select 1 from introduction_contacts where offer_id = ${offer}`
  expect(await server.owner.rows(rows)).toHaveLength(2)
  await ada.does(updateIntroductionRequest, { id, status: 'declined' })
  expect(await server.owner.rows(rows)).toEqual([])
  expect((await ada.does(getOffers, { id })).offers).toMatchObject([{ contacts: null }])
  expect((await cleo.does(getOffers, { id })).asked).toBeNull()
})

test('a deleted request takes its offers with it', async () => {
  const id = await requestFor(ada, cleo)
  const offer = await accepted(ada, bob, id)
  await ada.does(deleteIntroductionRequest, { id })
  expect(await bob.tries('GET', `/api/introduction-requests/${id}/offers`)).toBe(404)
  expect(await server.owner.rows(sql`select 1 from introduction_offers where id = ${offer}`)).toEqual([])
  expect(await cleo.does(listAskedIntroductions, {})).toEqual([])
})
