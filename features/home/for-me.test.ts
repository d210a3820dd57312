import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { notifyAsked } from '../../tests/notify-followers.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { addIntroductionComment, answerStillLooking, updateIntroductionRequest } from '../introductions/contract.ts'
import { askWhoIsStillLooking } from '../introductions/still-looking.server.ts'
import { addInvestor } from '../investors/contract.ts'
import { muteMember } from '../notifications/contract.ts'
import { answerOffer, makeOffer, moveOffer, reportAnswer } from '../offers/contract.ts'
import { accepted, offers, requestFor, requestOf } from '../offers/story.ts'
import { answerOutcome } from '../outcomes/contract.ts'
import { aWeekPasses, introduced } from '../outcomes/story.ts'
import { saveProfile } from '../profile/contract.ts'
import { askThoseWhoKnow, setTie } from '../ties/contract.ts'
import { getForMe } from './contract.ts'

let server: TestServer
let ada: Member
let bob: Member
let cleo: Member
let dora: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.owner.run(sql`delete from introduction_requests`)
  ada = await server.member('Ada')
  bob = await server.member('Bob')
  cleo = await server.member('Cleo')
  dora = await server.member('Dora')
})

const idOf = ({ profile_id }: Member) => profile_id ?? 0
/** What waits for a member, each as the kind with the names. */
const waiting = async (member: Member) =>
  (await member.does(getForMe, {})).waiting.map(({ kind, person, other, more }) =>
    [kind, person, other, more || null].filter(Boolean).join(' '),
  )
const couldHelp = async (member: Member) => (await member.does(getForMe, {})).could_help

test('offers on my request wait until I accept one; each request once, with the newest offer', async () => {
  const id = await requestFor(ada, null)
  expect(await waiting(ada)).toEqual([])
  const offer = await offers(bob, id)
  await offers(dora, id)
  expect((await ada.does(getForMe, {})).waiting).toEqual([
    expect.objectContaining({
      kind: 'offer',
      request_id: id,
      request_title: 'Freight pilots',
      person: 'Dora',
      more: 1,
    }),
  ])
  for (const member of [bob, cleo, dora]) expect(await waiting(member)).toEqual([])
  await ada.does(moveOffer, { id: offer, to: 'accepted' })
  await dora.does(makeOffer, { id })
  expect(await waiting(ada)).toEqual([])
})

test('a withdrawn offer does not wait', async () => {
  const id = await requestFor(ada, null)
  await bob.does(moveOffer, { id: await offers(bob, id), to: 'withdrawn' })
  expect(await waiting(ada)).toEqual([])
})

test("the question to the target waits until they answer; 'not now' is an answer", async () => {
  const id = await requestFor(ada, cleo)
  const offer = await accepted(ada, bob, id)
  expect(await waiting(cleo)).toEqual(['question Ada Bob'])
  for (const member of [ada, bob, dora]) expect(await waiting(member)).toEqual([])
  await cleo.does(answerOffer, { id: offer, answer: 'not_now' })
  for (const member of [ada, bob, cleo, dora]) expect(await waiting(member)).toEqual([])
})

test('who was accepted as introducer to somebody outside is to report; not while our mail waits for the answer', async () => {
  const id = await requestFor(ada, null)
  const offer = await accepted(ada, bob, id)
  expect(await waiting(bob)).toEqual(['report Ada Jane Broker'])
  await server.owner.run(sql`
    insert into outside_mails (request_id, user_id, address_hash, token_hash, sent_at)
    values (${id}, ${bob.user_id}, sha256('address'), sha256('token'), now() + interval '1 minute')`)
  expect(await waiting(bob)).toEqual([])
  await server.owner.run(sql`delete from outside_mails`)
  await bob.does(reportAnswer, { id: offer, answer: 'yes' })
  expect(await waiting(bob)).toEqual([])
})

test('both are asked whether they met, until each has answered', async () => {
  const { id } = await introduced(ada, bob, cleo)
  await aWeekPasses(server)
  expect(await waiting(ada)).toEqual(['met Cleo'])
  expect(await waiting(cleo)).toEqual(['met Ada'])
  expect(await waiting(bob)).toEqual([])
  await ada.does(answerOutcome, { id, answer: 'not_met' })
  expect(await waiting(ada)).toEqual([])
  expect(await waiting(cleo)).toEqual(['met Ada'])
})

test("'Still looking?' waits for the requester only", async () => {
  const id = await requestOf(ada)
  await server.owner.run(
    sql`update introduction_requests set created_at = created_at - interval '31 days' where id = ${id}`,
  )
  await askWhoIsStillLooking(server)
  expect(await waiting(ada)).toEqual(['still_looking'])
  expect(await waiting(bob)).toEqual([])
  await ada.does(answerStillLooking, { id, answer: 'yes' })
  expect(await waiting(ada)).toEqual([])
})

test.each([
  ['an offer', (id: number) => bob.does(makeOffer, { id })],
  ['a comment', (id: number) => bob.does(addIntroductionComment, { requestId: id, comment_text: 'Let me see.' })],
  ['muting the requester', () => bob.does(muteMember, { id: idOf(ada) })],
  [
    'two weeks of silence',
    () => server.owner.run(sql`update notifications set latest_at = latest_at - interval '15 days'`),
  ],
  ['the end of the request', (id: number) => ada.does(updateIntroductionRequest, { id, status: 'completed' })],
] as const)('who was asked, as somebody who knows the investor or by name, sees it until %s', async (_, act) => {
  const { id: investor } = await ada.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  await bob.does(setTie, { id: investor, kind: 'met' })
  const id = await requestOf(ada, {
    target_investor_id: investor,
    target_person: 'Ines Vela',
    ask_profile_ids: [idOf(bob)],
  })
  await ada.does(askThoseWhoKnow, { id })
  await notifyAsked(server)
  expect(await waiting(bob)).toEqual(['asked Ada Ines Vela'])
  for (const member of [ada, cleo]) expect(await waiting(member)).toEqual([])
  await act(id)
  expect(await waiting(bob)).toEqual([])
})

test('the newest three requests that I could help with, with the reason; not those that I reacted to or am asked about', async () => {
  await bob.does(saveProfile, { can_help_with: ['Hiring', 'Legal Help'] })
  await ada.does(saveProfile, { needs: ['Legal Help', 'Hiring', 'Product Feedback'] })
  await cleo.does(saveProfile, { needs: ['Product Feedback'] })
  const { id: investor } = await bob.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  const toInvestor = await requestOf(cleo, { target_investor_id: investor, target_person: 'Ines Vela' })
  await requestOf(cleo)
  const older = await requestOf(ada, { request_title: 'Older' })
  const newer = await requestOf(ada, { request_title: 'Newer' })
  expect(await couldHelp(bob)).toEqual([
    expect.objectContaining({ id: newer, user_name: 'Ada', areas: ['Hiring', 'Legal Help'], knows_target: false }),
    expect.objectContaining({ id: older }),
    expect.objectContaining({ id: toInvestor, target_person: 'Ines Vela', areas: [], knows_target: true }),
  ])
  await offers(bob, newer)
  await bob.does(addIntroductionComment, { requestId: older, comment_text: 'Let me see.' })
  const asking = await requestOf(ada, { ask_profile_ids: [idOf(bob)] })
  expect((await couldHelp(bob)).map(({ id }) => id)).toEqual([asking, toInvestor])
  await notifyAsked(server)
  expect((await couldHelp(bob)).map(({ id }) => id)).toEqual([toInvestor])
  for (let n = 0; n < 3; n++) await requestOf(ada)
  expect(await couldHelp(bob)).toHaveLength(3)
  expect(await couldHelp(ada)).toEqual([])
})

test('what waits is listed by time, the newest first', async () => {
  const id = await requestFor(ada, null)
  await offers(bob, id)
  const quiet = await requestOf(ada)
  await server.owner.run(
    sql`update introduction_requests set quiet_since = now() - interval '1 day' where id = ${quiet}`,
  )
  await accepted(cleo, ada, await requestFor(cleo, null))
  expect((await ada.does(getForMe, {})).waiting.map(({ kind }) => kind)).toEqual(['report', 'offer', 'still_looking'])
})

test('the other browsers of whoever answers read again what waits', async () => {
  const isTold = async (member: Member, act: () => Promise<unknown>) => {
    await server.owner.run(sql`delete from live_changes`)
    await act()
    const told = sql`select from live_changes where kind = 'waiting' and only_for = ${member.user_id}`
    return (await server.owner.rows(told)).length > 0
  }
  const offer = await accepted(ada, bob, await requestFor(ada, cleo))
  expect(await isTold(cleo, () => cleo.does(answerOffer, { id: offer, answer: 'not_now' }))).toBe(true)
  const { id } = await introduced(ada, bob, dora)
  await aWeekPasses(server)
  expect(await isTold(ada, () => ada.does(answerOutcome, { id, answer: 'useful' }))).toBe(true)
})
