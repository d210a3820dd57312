import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { linksIn, mailJobs, mailsTo } from '../../tests/mail-jobs.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { answerByLink, checkAnswerLink } from '../answers/contract.ts'
import { listStatusChanges, updateIntroductionRequest } from '../introductions/contract.ts'
import { commands } from '../operator/commands.ts'
import { askOutcomes } from './asking.ts'
import { answerOutcome, getOutcome, saveThanks } from './contract.ts'
import { jobs } from './outcomes.server.ts'
import { aWeekPasses, daysPass, introduced, statusOf, told, toldKinds } from './story.ts'

/** Ada requests, Bob introduces, Cleo is the target, Eve is another member. */
let server: TestServer
let ada: Member
let bob: Member
let cleo: Member
let eve: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await server.member('Ada')
  bob = await server.member('Bob')
  cleo = await server.member('Cleo')
  eve = await server.member('Eve')
})

const askedOf = async (member: Member, id: number) => (await member.does(getOutcome, { id })).asked
const answer = (member: Member, id: string, answer: 'useful' | 'met' | 'not_met') =>
  member.does(answerOutcome, { id, answer })

test('a week after the yes the requester and the target are asked, once, and nobody else', async () => {
  const { id, request } = await introduced(ada, bob, cleo)
  await daysPass(server, 6)
  for (const member of [ada, bob, cleo, eve])
    expect([await askedOf(member, request), await toldKinds(member)]).toEqual([null, []])
  await daysPass(server, 2)
  await aWeekPasses(server)
  const question = { offer_id: id, introducer: { full_name: 'Bob' }, answer: null }
  expect(await askedOf(ada, request)).toMatchObject({ ...question, other: { id: cleo.profile_id, full_name: 'Cleo' } })
  expect(await askedOf(cleo, request)).toMatchObject({ ...question, other: { id: ada.profile_id, full_name: 'Ada' } })
  const asked = { kind: 'outcome_asked', actors: [], anonymous_count: 0, is_anonymous: false, acts_count: 1 }
  expect(await told(ada)).toMatchObject([{ ...asked, detail: 'Cleo', title: 'Freight pilots' }])
  expect(await told(cleo)).toMatchObject([{ ...asked, detail: 'Ada' }])
  for (const member of [bob, eve]) expect([await askedOf(member, request), await toldKinds(member)]).toEqual([null, []])
})

test('with a target outside, the requester is asked about the name', async () => {
  const { request } = await introduced(ada, bob)
  await aWeekPasses(server)
  expect((await askedOf(ada, request))?.other).toEqual({ id: null, full_name: 'Jane Broker', profile_picture: null })
  expect(await told(ada)).toMatchObject([{ detail: 'Jane Broker' }])
  expect(await askedOf(bob, request)).toBeNull()
})

test('the page of the mail says before the answer what all members will see', async () => {
  const notes = async (target: Member | null) => {
    await server.owner.run(sql`delete from outbox`)
    await introduced(ada, bob, target)
    await aWeekPasses(server)
    await mailJobs(server).mail()
    const token = linksIn((await mailsTo(server, ada)).at(-1)?.body)[0]?.token ?? ''
    return (await server.visitor.does(checkAnswerLink, { token })).question?.note
  }
  expect(await notes(null)).toMatch(/^If you say that you met, the request is shown to all members as Completed/)
  expect(await notes(cleo)).toMatch(/^Nobody else sees your answer.* When both of you say that you met, the request/)
})

test('an answer removes the own notification only, and can be changed', async () => {
  const { id, request } = await introduced(ada, bob, cleo)
  await aWeekPasses(server)
  expect((await answer(ada, id, 'not_met')).asked?.answer).toBe('not_met')
  expect([await toldKinds(ada), await toldKinds(cleo)]).toEqual([[], ['outcome_asked']])
  await answer(ada, id, 'useful')
  expect((await askedOf(ada, request))?.answer).toBe('useful')
  expect((await askedOf(cleo, request))?.answer).toBeNull()
  await aWeekPasses(server)
  expect(await toldKinds(ada)).toEqual([])
})

test('both answer by the link in the mail, without a session; an answer in the app ends the link', async () => {
  const { id, request } = await introduced(ada, bob, cleo)
  await aWeekPasses(server)
  const jobs = mailJobs(server)
  await jobs.mail()
  expect(jobs.failures).toEqual([])
  const tokenOf = async (member: Member) => linksIn((await mailsTo(server, member)).at(-1)?.body)[0]?.token ?? ''
  const [adas, cleos] = [await tokenOf(ada), await tokenOf(cleo)]
  const check = async (token: string) => (await server.visitor.does(checkAnswerLink, { token })).question
  expect(await check(adas)).toMatchObject({
    heading: 'Did you meet Cleo?',
    sentences: ['Bob introduced you: “Freight pilots”.'],
    answers: [{ answer: 'useful' }, { answer: 'met' }, { answer: 'not_met' }],
    path: `/introduction-requests?request=${request}`,
  })
  expect(await check(cleos)).toMatchObject({ heading: 'Did you meet Ada?' })
  await server.visitor.does(answerByLink, { token: adas, answer: 'met' })
  expect(await check(adas)).toBeNull()
  expect([(await askedOf(ada, request))?.answer, await toldKinds(ada)]).toEqual(['met', []])
  await answer(cleo, id, 'not_met')
  expect(await check(cleos)).toBeNull()
  expect(await statusOf(eve, request)).toBe('approved')
})

test('when both say that they met, the request is completed, without a name in the history', async () => {
  const { id, request } = await introduced(ada, bob, cleo)
  await aWeekPasses(server)
  await answer(ada, id, 'met')
  expect(await statusOf(eve, request)).toBe('approved')
  await answer(cleo, id, 'not_met')
  expect(await statusOf(eve, request)).toBe('approved')
  await answer(cleo, id, 'useful')
  expect(await statusOf(eve, request)).toBe('completed')
  const changes = await eve.does(listStatusChanges, { id: request })
  const completed = changes.filter(({ to_status }) => to_status === 'completed')
  expect(completed).toMatchObject([{ user_name: '', is_automatic: true }])
  // Never backwards.
  await answer(cleo, id, 'not_met')
  expect(await statusOf(eve, request)).toBe('completed')
})

test('with a target outside, the word of the requester completes it', async () => {
  const { id, request } = await introduced(ada, bob)
  await aWeekPasses(server)
  await answer(ada, id, 'not_met')
  expect(await statusOf(eve, request)).toBe('approved')
  await answer(ada, id, 'met')
  expect(await statusOf(eve, request)).toBe('completed')
})

test('a status set by hand decides: declined ends the question, completed does not', async () => {
  const ended = await introduced(ada, bob, cleo)
  await aWeekPasses(server)
  await ada.does(updateIntroductionRequest, { id: ended.request, status: 'declined' })
  for (const member of [ada, cleo])
    expect([await askedOf(member, ended.request), await toldKinds(member)]).toEqual([null, []])
  expect(await ada.tries('POST', `/api/offers/${ended.id}/outcome`, { answer: 'met' })).toBe(404)
  const done = await introduced(ada, bob)
  await ada.does(updateIntroductionRequest, { id: done.request, status: 'completed' })
  await aWeekPasses(server)
  expect((await answer(ada, done.id, 'useful')).asked?.answer).toBe('useful')
})

test('while one of them is disabled nobody is asked; a disabled one is not waited for', async () => {
  const { id, request } = await introduced(ada, bob, cleo)
  await commands.disable?.run(server.owner, cleo.email)
  await aWeekPasses(server)
  expect(await askedOf(ada, request)).toBeNull()
  await commands.enable?.run(server.owner, cleo.email)
  await askOutcomes(server.db)
  expect(await askedOf(ada, request)).not.toBeNull()
  await commands.disable?.run(server.owner, cleo.email)
  await answer(ada, id, 'met')
  expect(await statusOf(eve, request)).toBe('completed')
})

test('a deleted request takes the questions and the thanks along', async () => {
  const { id, request } = await introduced(ada, bob, cleo)
  await aWeekPasses(server)
  await ada.does(saveThanks, { id, text: 'Thank you.', is_public: false })
  expect(await ada.tries('DELETE', `/api/introduction-requests/${request}`)).toBe(200)
  for (const member of [ada, bob, cleo]) expect(await toldKinds(member)).toEqual([])
  expect(await cleo.tries('POST', `/api/offers/${id}/outcome`, { answer: 'met' })).toBe(404)
  await server.owner.run(sql`select forget_acts(1000)`)
  expect(await server.owner.rows(sql`select 1 from notification_acts where subject_id like ${`${id}%`}`)).toEqual([])
})

test('invalid answers are refused', async () => {
  const { id } = await introduced(ada, bob, cleo)
  await aWeekPasses(server)
  for (const body of [{}, { answer: 'yes' }, { answer: null }, []])
    expect(await ada.tries('POST', `/api/offers/${id}/outcome`, body)).toBe(400)
  expect(await ada.tries('POST', '/api/offers/17/outcome', { answer: 'met' })).toBe(404)
})

test('the nightly job asks in batches', async () => {
  const made = [await introduced(ada, bob), await introduced(ada, eve), await introduced(eve, bob)]
  await server.owner.run(
    sql`update introduction_offers set changed_at = now() - interval '8 days' where state = 'agreed'`,
  )
  await askOutcomes(server.db, 1)
  const asked = await Promise.all(made.map(({ request }, n) => askedOf(n < 2 ? ada : eve, request)))
  expect(asked.map(Boolean)).toEqual([true, true, true])
  expect(await server.owner.rows(sql`select cron from jobs.schedule where name = 'outcomes'`)).toHaveLength(1)
  expect(jobs.map(({ queue }) => queue)).toEqual(['outcomes'])
})
