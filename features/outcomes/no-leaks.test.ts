import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { compared } from '../../tests/compare-fetched.ts'
import { mailJobs, mailsTo } from '../../tests/mail-jobs.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { deleteIntroductionRequest, updateIntroductionRequest } from '../introductions/contract.ts'
import { askOutcomes } from './asking.ts'
import { answerOutcome, getIntroductionsOf, saveThanks, showIntroductions } from './contract.ts'
import { allAreCounted, aWeekPasses, introduced } from './story.ts'

/** Every byte that others can fetch, around each act that they may not know of. */

let server: TestServer
let url: string
let ada: Member
let bob: Member
let cleo: Member
let eve: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  url = await server.listen()
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await server.member('Ada')
  bob = await server.member('Bob')
  cleo = await server.member('Cleo')
  eve = await server.member('Eve')
})

const paths = (request: number) => [
  '/api/direct-introduction-requests',
  '/api/direct-introduction-requests?mine=true',
  `/api/introduction-requests/${request}`,
  `/api/introduction-requests/${request}/history`,
  `/api/introduction-requests/${request}/offers`,
  `/api/introduction-requests/${request}/outcome`,
  '/api/my-introductions',
  ...[ada, bob, cleo].flatMap(({ profile_id }) => [
    `/api/members/${profile_id}`,
    `/api/members/${profile_id}/introductions`,
  ]),
  '/api/activity',
  '/api/home',
  '/api/notifications',
  '/api/notifications/unread',
  `/introduction-requests?request=${request}`,
  '/',
]
/** Introductions of Bob that others see counted. */
async function threeAreCounted() {
  for (const name of ['Frank', 'Gina', 'Hugo']) await introduced(await server.member(name), bob)
  await aWeekPasses(server)
  await allAreCounted(server)
}

const silent = { different: [], kinds: ['posts'] }

/** The act, once for each viewer, changes nothing that they can fetch. */
async function expectSilence(viewers: Member[], request: number, act: () => Promise<unknown>) {
  const marker = await server.member('Marker')
  for (const member of viewers) {
    const { different, kinds } = await compared({ server, url, member, marker, paths: paths(request) }, act)
    expect({ different, kinds }).toEqual(silent)
  }
}

test('an answer changes no byte for anybody else, whichever it is and however often', async () => {
  await bob.does(showIntroductions, { is_shown: true })
  const { id, request } = await introduced(ada, bob, cleo)
  await aWeekPasses(server)
  const answers = ['not_met', 'met', 'useful'] as const
  let turn = 0
  await expectSilence([ada, bob, eve], request, () =>
    cleo.does(answerOutcome, { id, answer: answers[turn++ % 3] ?? 'met' }),
  )
  const rows = () => server.owner.rows(sql`select r.*, r.xmin from introduction_requests r where id = ${request}`)
  const before = await rows()
  await expectSilence([bob, cleo, eve], request, () => ada.does(answerOutcome, { id, answer: 'not_met' }))
  expect(await rows()).toEqual(before)
})

test('the question changes nothing for others, not even the number that the introducer shows', async () => {
  await bob.does(showIntroductions, { is_shown: true })
  await threeAreCounted()
  const { request } = await introduced(ada, bob, cleo)
  await server.owner.run(
    sql`update introduction_offers set changed_at = now() - interval '8 days' where state = 'agreed'`,
  )
  await expectSilence([eve], request, () => askOutcomes(server.db))
})

test('the end of an introduction changes nothing in the number that the introducer shows', async () => {
  await bob.does(showIntroductions, { is_shown: true })
  await threeAreCounted()
  const ended = [await introduced(ada, bob, cleo), await introduced(ada, bob)]
  await aWeekPasses(server)
  await allAreCounted(server)
  const { profile_id: id } = bob
  const seen = async () => (await eve.does(getIntroductionsOf, { id: id ?? 0 })).made
  expect(await seen()).toBe(5)
  const [declined, deleted] = ended.map(({ request }) => request)
  await ada.does(updateIntroductionRequest, { id: declined ?? 0, status: 'declined' })
  expect(await seen()).toBe(5)
  await ada.does(deleteIntroductionRequest, { id: deleted ?? 0 })
  expect(await seen()).toBe(5)
  expect((await bob.does(getIntroductionsOf, { id: id ?? 0 })).made).toBe(5)
  await server.owner.run(sql`delete from users where id = ${bob.user_id}`)
  expect(await server.owner.rows(sql`select 1 from counted_introductions where user_id = ${bob.user_id}`)).toEqual([])
})

test('a private thanks changes no byte for the target and others', async () => {
  await bob.does(showIntroductions, { is_shown: true })
  const { id, request } = await introduced(ada, bob, cleo)
  await aWeekPasses(server)
  let turn = 0
  await expectSilence([cleo, eve], request, () =>
    ada.does(saveThanks, { id, text: `Between us ${turn++}.`, is_public: false }),
  )
})

test('a thanks that becomes public has the time of that moment, not of when it was said in private', async () => {
  const { id, request } = await introduced(ada, bob, cleo)
  await ada.does(saveThanks, { id, text: 'Between us.', is_public: false })
  await server.owner.run(
    sql`update introduction_thanks set created_at = now() - interval '3 days' where offer_id = ${id}`,
  )
  await ada.does(saveThanks, { id, text: 'Thank you.', is_public: true })
  const { text } = await eve.asks('GET', `/api/introduction-requests/${request}/outcome`)
  const [, said] = /"created_at" ?: ?"([^"]+)"/.exec(text) ?? []
  expect(Date.parse(said ?? '')).toBeGreaterThan(Date.now() - 86_400_000)
})

test('mails: each gets the question, the introducer the thanks, and nobody an answer', async () => {
  const jobs = mailJobs(server)
  const { id } = await introduced(ada, bob, cleo)
  await jobs.mail()
  await server.owner.run(sql`delete from outbox`)
  await aWeekPasses(server)
  await jobs.mail()
  const subjects = async (member: Member) => (await mailsTo(server, member)).map(({ subject }) => subject)
  const asked = (name: string) => `Did you meet ${name}? A week has passed since the introduction for “Freight pilots”`
  expect(await subjects(ada)).toEqual([asked('Cleo')])
  const mailToCleo = await mailsTo(server, cleo)
  await ada.does(answerOutcome, { id, answer: 'not_met' })
  await ada.does(saveThanks, { id, text: 'Between us.', is_public: false })
  await jobs.mail()
  // The answer takes back a mail that has not been sent.
  expect(await subjects(ada)).toEqual([])
  expect(await subjects(cleo)).toEqual([asked('Ada')])
  expect(await subjects(bob)).toEqual(['Ada thanked you for the introduction for “Freight pilots”'])
  expect(await subjects(eve)).toEqual([])
  expect(await mailsTo(server, cleo)).toEqual(mailToCleo)
  expect(JSON.stringify(await mailsTo(server, bob))).not.toContain('not_met')
  expect(jobs.failures).toEqual([])
})
