import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import {
  getIntroductionRequest,
  listIntroductionRequests,
  listStatusChanges,
  updateIntroductionRequest,
} from '../introductions/contract.ts'
import { answerOffer, getOffers, listAskedIntroductions, makeOffer, moveOffer, reportAnswer } from './contract.ts'
import { accepted, offerOf, offers, requestFor, requestOf, stateIn, stepsOf } from './story.ts'

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
const refused = (error: string) => ({ status: 409, json: { error } })
const moves = (member: Member, offer: string, to: string) => member.asks('POST', `/api/offers/${offer}/move`, { to })

test('the whole way to a member: offer, acceptance, yes, contacts', async () => {
  const id = await requestFor(ada, cleo)
  expect(await bob.does(getOffers, { id })).toEqual({
    offers: [],
    can_offer: true,
    asked: null,
    my_address: null,
    outside: null,
  })
  const made = await bob.does(makeOffer, { id, note: 'We were at school together.' })
  expect(made).toMatchObject({
    can_offer: false,
    offers: [{ state: 'open', note: 'We were at school together.', is_mine: true, can: ['withdrawn'], contacts: null }],
  })
  const doras = await offers(dora, id)
  const seen = await ada.does(getOffers, { id })
  expect(seen).toMatchObject({ can_offer: false, my_address: ada.email })
  expect(seen.offers.map(({ introducer, can }) => [introducer.full_name, can])).toEqual([
    ['Dora', ['accepted']],
    ['Bob', ['accepted']],
  ])
  expect(await cleo.does(listAskedIntroductions, {})).toEqual([])

  const bobs = (await offerOf(bob, id)).id
  const chosen = await ada.does(moveOffer, { id: bobs, to: 'accepted' })
  expect(chosen.offers.map(({ state, can, asked_at }) => [state, can, asked_at !== null])).toEqual([
    ['passed', [], false],
    ['asked', ['closed'], true],
  ])
  expect(await statusOf(id)).toBe('in_progress')
  expect(await offerOf(dora, id)).toMatchObject({ id: doras, state: 'passed' })
  expect(await stepsOf(dora, id, doras)).toEqual(['offered by Dora', 'passed'])
  expect(await offerOf(bob, id)).toMatchObject({ state: 'asked', can: ['withdrawn'] })

  const question = {
    offer_id: bobs,
    request_id: id,
    request_title: 'Freight pilots',
    context: 'We look for two pilots.',
    requester: { full_name: 'Ada' },
    introducer: { full_name: 'Bob' },
    state: 'asked',
    answer: null,
    contacts: null,
  }
  expect(await cleo.does(getOffers, { id })).toMatchObject({ offers: [], can_offer: false, asked: question })
  expect(await cleo.does(listAskedIntroductions, {})).toMatchObject([question])

  const agreed = await cleo.does(answerOffer, { id: bobs, answer: 'yes' })
  const contacts = {
    requester: { full_name: 'Ada', email: ada.email },
    target: { full_name: 'Cleo', email: cleo.email },
  }
  expect(agreed).toMatchObject({ my_address: cleo.email, asked: { state: 'agreed', answer: 'yes', contacts } })
  const { offers: hers } = await ada.does(getOffers, { id })
  expect(hers.find(({ state }) => state === 'agreed')).toMatchObject({ contacts, can: [] })
  expect((await offerOf(bob, id)).contacts).toMatchObject({
    requester: { full_name: 'Ada', email: null },
    target: { full_name: 'Cleo', email: null },
  })
  expect(await stepsOf(ada, id, bobs)).toEqual(['offered by Bob', 'accepted by Ada', 'asked', 'agreed by Cleo'])
  expect(await statusOf(id)).toBe('approved')
  expect(await cleo.does(listAskedIntroductions, {})).toEqual([])
  const history = await eve.does(listStatusChanges, { id })
  expect(history.map(({ to_status, user_name, is_automatic }) => [to_status, user_name, is_automatic])).toEqual([
    ['pending', 'Ada', false],
    ['in_progress', '', true],
    ['approved', '', true],
  ])
})

test('the way to somebody outside: the introducer reports the answer, and gets the address of the requester', async () => {
  const id = await requestFor(ada, null)
  const offer = await accepted(ada, bob, id)
  expect(await offerOf(bob, id)).toMatchObject({ state: 'accepted', can: ['withdrawn', 'report'], contacts: null })
  const { offers: reported } = await bob.does(reportAnswer, { id: offer, answer: 'yes' })
  const contacts = { requester: { full_name: 'Ada', email: ada.email }, target: null }
  expect(reported).toMatchObject([{ state: 'agreed', contacts, can: [] }])
  expect((await ada.does(getOffers, { id })).offers).toMatchObject([{ state: 'agreed', contacts }])
  expect(await stepsOf(ada, id, offer)).toEqual(['offered by Bob', 'accepted by Ada', 'reported_yes by Bob'])
  expect(await statusOf(id)).toBe('approved')
})

test("'They said no' ends the offer; the request is pending again, and others can be accepted", async () => {
  const id = await requestFor(ada, null)
  const offer = await accepted(ada, bob, id)
  await bob.does(reportAnswer, { id: offer, answer: 'no' })
  expect([await stateOf(offer), await statusOf(id)]).toEqual(['closed: reported_no', 'pending'])
  expect(await stepsOf(ada, id, offer)).toEqual(['offered by Bob', 'accepted by Ada', 'reported_no by Bob'])
  const second = await accepted(ada, dora, id)
  expect(await stateOf(second)).toBe('accepted')
})

test('only what the transition table allows is possible, with a message', async () => {
  const id = await requestFor(ada, cleo)
  const offer = await offers(bob, id)
  expect(await moves(ada, offer, 'closed')).toMatchObject(refused('This is not possible any more.'))
  expect(await bob.asks('POST', `/api/offers/${offer}/report`, { answer: 'yes' })).toMatchObject({ status: 409 })
  await ada.does(moveOffer, { id: offer, to: 'accepted' })
  expect(await moves(ada, offer, 'accepted')).toMatchObject(refused('This has been done already.'))
  // A member answers for themselves.
  for (const answer of ['yes', 'no'])
    expect(await bob.asks('POST', `/api/offers/${offer}/report`, { answer })).toMatchObject({ status: 409 })
  await bob.does(moveOffer, { id: offer, to: 'withdrawn' })
  expect(await moves(ada, offer, 'closed')).toMatchObject(refused('This offer was withdrawn.'))
  expect(await cleo.asks('POST', `/api/offers/${offer}/answer`, { answer: 'yes' })).toMatchObject(
    refused('This introduction is no longer open.'),
  )
  await expect(
    server.owner.run(sql`update introduction_offers set state = 'agreed' where id = ${offer}`),
  ).rejects.toThrow(/does not become agreed from withdrawn/)
})

test('one offer at a time; after withdrawing one may offer again, five times in all', async () => {
  const id = await requestFor(ada, cleo)
  const again = () => bob.asks('POST', `/api/introduction-requests/${id}/offers`, { note: '' })
  for (let n = 0; n < 5; n++) {
    const offer = await offers(bob, id)
    expect(await again()).toMatchObject(refused('You have already made an offer for this request.'))
    await bob.does(moveOffer, { id: offer, to: 'withdrawn' })
  }
  expect(await again()).toMatchObject(
    refused('You have made five offers for this request. Please write a comment instead.'),
  )
  expect(await bob.does(getOffers, { id })).toMatchObject({ can_offer: false })
})

test('the requester and the target cannot offer, and nobody on a request that is not pending or in progress', async () => {
  const id = await requestFor(ada, cleo)
  const tries = (member: Member) => member.asks('POST', `/api/introduction-requests/${id}/offers`, { note: '' })
  expect(await tries(ada)).toMatchObject(refused('This is your own request.'))
  expect(await tries(cleo)).toMatchObject(refused('This request is about you.'))
  for (const status of ['approved', 'declined', 'completed'] as const) {
    await ada.does(updateIntroductionRequest, { id, status })
    expect((await bob.does(getOffers, { id })).can_offer).toBe(false)
    expect(await tries(bob)).toMatchObject(refused('You can make an offer while a request is pending or in progress.'))
  }
  await ada.does(updateIntroductionRequest, { id, status: 'pending' })
  expect((await tries(bob)).status).toBe(201)
})

test('a long note gets an error at its field, and an empty one is fine', async () => {
  const id = await requestOf(ada)
  expect(await bob.asks('POST', `/api/introduction-requests/${id}/offers`, { note: 'x'.repeat(1001) })).toMatchObject({
    status: 400,
    json: { fields: { note: 'At most 1,000 characters; this is 1,001.' } },
  })
  expect((await bob.does(makeOffer, { id })).offers).toMatchObject([{ note: '' }])
})

test('an offer that comes after an acceptance waits, and can be accepted when the first one has ended', async () => {
  const id = await requestFor(ada, cleo)
  const first = await accepted(ada, bob, id)
  // Whether somebody was chosen does not show to others.
  expect((await dora.does(getOffers, { id })).can_offer).toBe(true)
  const second = await offers(dora, id)
  expect(await moves(ada, second, 'accepted')).toMatchObject(
    refused('You have already accepted an offer. End it before you accept another.'),
  )
  await ada.does(moveOffer, { id: first, to: 'closed' })
  expect([await stateOf(first), await stateOf(second)]).toEqual(['closed: requester', 'open'])
  await ada.does(moveOffer, { id: second, to: 'accepted' })
  await offers(bob, id)
  await cleo.does(answerOffer, { id: second, answer: 'yes' })
  expect(await offerOf(bob, id)).toMatchObject({ state: 'passed' })
})

test("'not now' can become yes, and then nothing else", async () => {
  const id = await requestFor(ada, cleo)
  const offer = await accepted(ada, bob, id)
  const { asked } = await cleo.does(answerOffer, { id: offer, answer: 'not_now' })
  expect(asked).toMatchObject({ state: 'asked', answer: 'not_now', contacts: null })
  expect(await stateOf(offer)).toBe('asked')
  expect((await cleo.does(answerOffer, { id: offer, answer: 'yes' })).asked).toMatchObject({ state: 'agreed' })
  for (const answer of ['not_now', 'yes'])
    expect(await cleo.asks('POST', `/api/offers/${offer}/answer`, { answer })).toMatchObject(
      refused('You have already said yes.'),
    )
})

test('the requester gets the number of live offers in lists, and nobody else', async () => {
  const id = await requestFor(ada, cleo)
  const offer = await offers(bob, id)
  await offers(dora, id)
  const counted = async (member: Member) => {
    const [listed] = await member.does(listIntroductionRequests, { limit: 1 })
    return [listed?.id, listed?.offers_count, (await member.does(getIntroductionRequest, { id })).offers_count]
  }
  expect(await counted(ada)).toEqual([id, 2, 2])
  for (const member of [bob, cleo, eve]) expect(await counted(member)).toEqual([id, undefined, undefined])
  await bob.does(moveOffer, { id: offer, to: 'withdrawn' })
  expect(await counted(ada)).toEqual([id, 1, 1])
})

test('the addresses are those of the moment of consent: of the profile, even if hidden, else of the account', async () => {
  const id = await requestFor(ada, cleo)
  const setEmail = (member: Member, email: string) =>
    server.owner.run(sql`
      insert into profile_contacts (profile_id, kind, value, visibility) values (${member.profile_id}, 'email', ${email}, 'only me')
      on conflict (profile_id, kind) do update set value = excluded.value`)
  await setEmail(ada, 'ada.hidden@example.com')
  const offer = await accepted(ada, bob, id)
  expect((await ada.does(getOffers, { id })).my_address).toBe('ada.hidden@example.com')
  await setEmail(ada, 'ada.later@example.com')
  await cleo.does(answerOffer, { id: offer, answer: 'yes' })
  await setEmail(cleo, 'cleo.later@example.com')
  const expected = { requester: { email: 'ada.hidden@example.com' }, target: { email: cleo.email } }
  expect((await cleo.does(getOffers, { id })).asked?.contacts).toMatchObject(expected)
  expect((await ada.does(getOffers, { id })).offers).toMatchObject([{ contacts: expected }])
})
