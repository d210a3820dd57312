import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { addIntroductionComment } from '../introductions/contract.ts'
import { makeOffer } from '../offers/contract.ts'
import { commands } from '../operator/commands.ts'
import { answerOutcome, getOutcome, listMyIntroductions, saveThanks, showIntroductions } from './contract.ts'
import { aWeekPasses, introduced, statusOf, toldKinds } from './story.ts'

/** Ada requests, Bob introduces, Cleo is the target, Dora offered and was passed, Eve is another member. */
let server: TestServer
let ada: Member
let bob: Member
let cleo: Member
let eve: Member
let people: Record<string, Member>
let id: string
let request: number
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await server.member('Ada')
  bob = await server.member('Bob')
  cleo = await server.member('Cleo')
  eve = await server.member('Eve')
  const dora = await server.member('Dora')
  people = { requester: ada, introducer: bob, target: cleo, passed: dora, other: eve }
  ;({ id, request } = await introduced(ada, bob, cleo, request => dora.does(makeOffer, { id: request })))
  await aWeekPasses(server)
})

const leaves = (member: Member, choice = 'anonymise') =>
  server.owner.run(sql`select delete_account(${member.user_id}, ${choice})`)
const each = async <T>(see: (member: Member) => Promise<T>) =>
  Object.fromEntries(await Promise.all(Object.entries(people).map(async ([role, member]) => [role, await see(member)])))

test('the requester and the target answer, each reads only their own row', async () => {
  await ada.does(answerOutcome, { id, answer: 'not_met' })
  const rows = (member: Member) => member.sql(sql`select user_id, answer from introduction_outcomes`)
  expect(await each(rows)).toEqual({
    requester: [{ user_id: ada.user_id, answer: 'not_met' }],
    introducer: [],
    target: [{ user_id: cleo.user_id, answer: null }],
    passed: [],
    other: [],
  })
  const tries = (member: Pick<Member, 'tries'>) => member.tries('POST', `/api/offers/${id}/outcome`, { answer: 'met' })
  expect(await each(tries)).toEqual({ requester: 200, introducer: 404, target: 200, passed: 404, other: 404 })
  expect(await tries(server.visitor)).toBe(401)
})

test('only the requester thanks', async () => {
  const body = { text: 'Thank you.', is_public: false }
  const tries = (member: Pick<Member, 'tries'>) => member.tries('PUT', `/api/offers/${id}/thanks`, body)
  // Those who see the offer get 403, the others do not learn that there is one.
  expect(await each(tries)).toEqual({ requester: 200, introducer: 403, target: 404, passed: 404, other: 404 })
  expect(await tries(server.visitor)).toBe(401)
  const rows = async (member: Member) => (await member.sql(sql`select 1 from introduction_thanks`)).length
  expect(await each(rows)).toEqual({ requester: 1, introducer: 1, target: 0, passed: 0, other: 0 })
  await ada.does(saveThanks, { id, ...body, is_public: true })
  expect(await each(rows)).toEqual({ requester: 1, introducer: 1, target: 1, passed: 1, other: 1 })
})

test('members write none of the tables but their own thanks and choice', async () => {
  await ada.does(saveThanks, { id, text: 'Thank you.', is_public: true })
  const forged = [
    sql`update introduction_outcomes set answer = 'met', answered_at = now()`,
    sql`delete from introduction_outcomes`,
    sql`insert into introduction_outcomes (offer_id, user_id) values (${id}, ${eve.user_id})`,
    sql`update introduction_thanks set introducer_id = ${eve.user_id}`,
    sql`insert into introduction_thanks (offer_id, user_id, introducer_id, text) values (${id}, ${eve.user_id}, ${eve.user_id}, 'x')`,
    sql`delete from outcome_settings`,
    sql`select ask_outcomes(1)`,
    sql`select follow_status(${request}, '{approved}', 'completed')`,
  ]
  for (const statement of forged) await expect(eve.sql(statement)).rejects.toThrow(/permission denied/)
  const refused = [
    sql`insert into introduction_thanks (offer_id, user_id, text) values (${id}, ${eve.user_id}, 'x')`,
    sql`insert into introduction_thanks (offer_id, user_id, text) values (${id}, ${ada.user_id}, 'x')`,
    sql`insert into outcome_settings (user_id, is_shown) values (${bob.user_id}, true)`,
  ]
  for (const statement of refused) await expect(eve.sql(statement)).rejects.toThrow(/row-level security/)
  expect(await eve.sql(sql`update introduction_thanks set text = 'x' returning 1`)).toEqual([])
  expect(await eve.sql(sql`delete from introduction_thanks returning 1`)).toEqual([])
  // The function checks who calls it.
  for (const member of [eve, bob]) await member.sql(sql`select answer_outcome(${id}, 'met')`)
  expect(await server.owner.rows(sql`select answer from introduction_outcomes where offer_id = ${id}`)).toEqual([
    { answer: null },
    { answer: null },
  ])
})

test('who shows introductions is known, who does not is not', async () => {
  await bob.does(showIntroductions, { is_shown: true })
  await cleo.does(showIntroductions, { is_shown: false })
  const rows = async (member: Member) =>
    (await member.sql(sql`select user_id from outcome_settings`)).map(row => (row as { user_id: string }).user_id)
  const ours = [bob.user_id, cleo.user_id]
  expect((await rows(eve)).filter(user => ours.includes(user))).toEqual([bob.user_id])
  expect((await rows(cleo)).filter(user => ours.includes(user)).sort()).toEqual([...ours].sort())
})

test.each(['anonymise', 'remove'])(
  'a requester who leaves (%s) takes the question, the answer and the thanks along',
  async choice => {
    await eve.does(addIntroductionComment, { requestId: request, comment_text: 'Good luck' })
    await ada.does(answerOutcome, { id, answer: 'met' })
    await ada.does(saveThanks, { id, text: 'Thank you.', is_public: true })
    await leaves(ada, choice)
    expect(await cleo.does(getOutcome, { id: request })).toEqual({
      version: 0,
      asked: null,
      thanks: null,
      to_thank: null,
    })
    expect(await toldKinds(cleo)).toEqual([])
    expect(await toldKinds(bob)).toEqual([])
    expect(await bob.does(listMyIntroductions, {})).toMatchObject({ given: [] })
  },
)

test('a target who leaves: the introduction has ended, and the thanks stays', async () => {
  await ada.does(saveThanks, { id, text: 'Thank you.', is_public: true })
  await leaves(cleo)
  expect(await ada.does(getOutcome, { id: request })).toMatchObject({ asked: null, thanks: { text: 'Thank you.' } })
  expect(await toldKinds(ada)).toEqual([])
})

test('an introducer who leaves takes the thanks along; the two are still asked', async () => {
  await ada.does(saveThanks, { id, text: 'Thank you.', is_public: true })
  await leaves(bob)
  expect(await ada.does(getOutcome, { id: request })).toMatchObject({
    asked: { introducer: { id: null, full_name: '' }, other: { full_name: 'Cleo' } },
    thanks: null,
    to_thank: null,
  })
  await ada.does(answerOutcome, { id, answer: 'met' })
  await cleo.does(answerOutcome, { id, answer: 'met' })
  expect(await statusOf(eve, request)).toBe('completed')
})

test('a disabled requester: the target is not asked about them, and the introducer does not list them', async () => {
  await commands.disable?.run(server.owner, ada.email)
  expect(await cleo.does(getOutcome, { id: request })).toMatchObject({ asked: null })
  expect(await cleo.tries('POST', `/api/offers/${id}/outcome`, { answer: 'met' })).toBe(404)
  expect(await bob.does(listMyIntroductions, {})).toMatchObject({ given: [] })
})
