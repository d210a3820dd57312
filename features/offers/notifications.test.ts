import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { clean } from '../../server/jobs/cleaning.ts'
import { mailJobs, mailsTo } from '../../tests/mail-jobs.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import {
  addIntroductionComment,
  deleteIntroductionRequest,
  updateIntroductionRequest,
} from '../introductions/contract.ts'
import { listNotifications, markRead, muteMember, updateNotificationSettings } from '../notifications/contract.ts'
import { answerOffer, makeOffer, moveOffer, reportAnswer } from './contract.ts'
import { jobs } from './offers.server.ts'
import { accepted, offers, requestFor, threeWeeksPass, told, toldKinds } from './story.ts'

/** Ada requests, Bob and Dora offer, Cleo is the target, Eve has commented. */
let server: TestServer
let ada: Member
let bob: Member
let cleo: Member
let dora: Member
let eve: Member
let id: number
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
const begin = async (target: Member | null) => {
  id = await requestFor(ada, target)
  await eve.does(addIntroductionComment, { requestId: id, comment_text: 'Me too' })
}
const all = async () => {
  const kinds: Record<string, string[]> = {}
  for (const [name, member] of Object.entries({ ada, bob, cleo, dora, eve })) kinds[name] = await toldKinds(member)
  return kinds
}
const nobody = { ada: [], bob: [], cleo: [], dora: [], eve: [] }

test('each step tells those concerned and nobody else, and none of them tells the status', async () => {
  await begin(cleo)
  const bobs = await offers(bob, id, 'We were at school together.')
  await offers(dora, id, 'I know them well.')
  expect(await all()).toEqual({ ...nobody, ada: ['offer_made'] })
  expect(await told(ada)).toMatchObject([
    {
      thread_kind: 'request',
      thread_id: String(id),
      title: 'Freight pilots',
      excerpt: 'I know them well.',
      actors: [{ full_name: 'Dora' }, { full_name: 'Bob' }],
      subject_id: null,
      anonymous_count: 0,
    },
  ])
  await ada.does(markRead, {})
  await ada.does(moveOffer, { id: bobs, to: 'accepted' })
  const asked = { bob: ['offer_accepted'], cleo: ['introduction_wanted'], dora: ['offer_passed'], eve: [] }
  expect(await all()).toEqual({ ...asked, ada: ['offer_made'] })
  expect(await told(cleo)).toMatchObject([
    { detail: 'Bob', excerpt: 'We run trucks between rail ramps.', actors: [{ full_name: 'Ada' }] },
  ])
  // Who was chosen is not told to the others.
  expect(await told(dora)).toMatchObject([
    { actors: [], actors_count: 0, anonymous_count: 0, is_anonymous: false, excerpt: null, detail: null },
  ])
  await cleo.does(answerOffer, { id: bobs, answer: 'yes' })
  expect(await all()).toEqual({
    ...asked,
    ada: ['introduction_agreed', 'offer_made'],
    bob: ['introduction_agreed', 'offer_accepted'],
  })
  expect((await told(ada))[0]).toMatchObject({ detail: 'agreed', actors: [{ full_name: 'Cleo' }] })
  for (const member of [cleo, eve])
    expect((await member.does(listNotifications, {})).map(({ kind }) => kind)).not.toContain('request_status')
})

test('a reported yes tells the requester, and names the introducer', async () => {
  await begin(null)
  const offer = await accepted(ada, bob, id)
  await bob.does(reportAnswer, { id: offer, answer: 'yes' })
  expect((await told(ada))[0]).toMatchObject({
    kind: 'introduction_agreed',
    detail: 'reported',
    actors: [{ full_name: 'Bob' }],
  })
  expect(await toldKinds(bob)).toEqual(['offer_accepted'])
})

test.each<[string, 'inside' | 'outside', (offer: string) => Promise<unknown>, Record<string, string | null>]>([
  ['withdrawn', 'inside', id => bob.does(moveOffer, { id, to: 'withdrawn' }), { ada: 'withdrawn', bob: null }],
  [
    'ended by the requester',
    'inside',
    id => ada.does(moveOffer, { id, to: 'closed' }),
    { ada: null, bob: 'requester' },
  ],
  ['reported as no', 'outside', id => bob.does(reportAnswer, { id, answer: 'no' }), { ada: 'reported_no', bob: null }],
  ['without an answer', 'inside', () => threeWeeksPass(server), { ada: 'no_answer', bob: 'no_answer' }],
  [
    'closed by a status',
    'inside',
    () => ada.does(updateIntroductionRequest, { id, status: 'declined' }),
    { ada: null, bob: 'status' },
  ],
  [
    'closed by another target',
    'inside',
    () => ada.does(updateIntroductionRequest, { id, target_person: 'Zoe' }),
    { ada: null, bob: 'target' },
  ],
])('an accepted offer %s: the others are told, and what no longer holds goes', async (_, where, ends, expected) => {
  await begin(where === 'inside' ? cleo : null)
  const offer = await accepted(ada, bob, id)
  expect(await toldKinds(bob)).toEqual(['offer_accepted'])
  await ends(offer)
  for (const [name, member] of Object.entries({ ada, bob })) {
    const ended = (await told(member)).map(({ kind, detail }) => [kind, detail])
    expect([name, ended]).toEqual([name, expected[name] ? [['offer_ended', expected[name]]] : []])
  }
  expect(await toldKinds(cleo)).toEqual([])
})

test('an open offer that is withdrawn takes its notification and its mail along, and tells nothing else', async () => {
  await begin(cleo)
  const mail = mailJobs(server)
  const offer = await offers(bob, id)
  await offers(dora, id)
  await bob.does(moveOffer, { id: offer, to: 'withdrawn' })
  expect(await told(ada)).toMatchObject([{ kind: 'offer_made', actors: [{ full_name: 'Dora' }], acts_count: 1 }])
  await mail.mail()
  const offered = (await mailsTo(server, ada)).filter(({ subject }) => subject.includes('offered'))
  expect(offered.map(({ subject }) => subject)).toEqual(['Dora offered to make the introduction for “Freight pilots”'])
})

test('an open offer that a status ends tells its offerer', async () => {
  await begin(cleo)
  await offers(bob, id)
  await ada.does(updateIntroductionRequest, { id, status: 'completed' })
  expect(await all()).toEqual({ ...nobody, bob: ['offer_ended'] })
})

test('muted members tell nothing, and can still be accepted', async () => {
  await begin(cleo)
  await ada.does(muteMember, { id: bob.profile_id ?? 0 })
  await bob.does(muteMember, { id: ada.profile_id ?? 0 })
  await accepted(ada, bob, id)
  expect(await all()).toEqual({ ...nobody, cleo: ['introduction_wanted'] })
})

test('nothing remains of the notifications of a deleted request; its introducer is told that it was deleted', async () => {
  await begin(cleo)
  const offer = await accepted(ada, bob, id)
  const acts = sql`select 1 from notification_acts where subject_kind = 'offer' and subject_id = ${`${id}/${offer}`}`
  expect(await server.owner.rows(acts)).toHaveLength(3)
  await dora.does(makeOffer, { id })
  await ada.does(deleteIntroductionRequest, { id })
  expect(await all()).toEqual({ ...nobody, bob: ['offer_ended'] })
  expect(await told(bob)).toMatchObject([
    { detail: 'deleted', title: '', thread_id: '0', excerpt: null, actors: [{ full_name: 'Ada' }] },
  ])
  await mailJobs(server).mail()
  const mail = (await mailsTo(server, bob)).at(-1)
  expect(mail?.subject).toBe('Ada deleted a request for which you were to make the introduction')
  expect(mail?.body).toMatch(/Open the requests: http:\S+\/introduction-requests\n/)
  await clean(server.db, server.config, () => undefined)
  expect(await server.owner.rows(acts)).toEqual([])
})

test('a target whose first mail has not left gets one mail, with the question; else a mail about each', async () => {
  const subjects = async () => (await mailsTo(server, cleo)).map(({ subject }) => subject)
  const named = 'Ada named you as target of “Freight pilots”'
  const asked = 'Ada would like to be introduced to you by Bob: “Freight pilots”'
  const mails = mailJobs(server)
  await begin(cleo)
  await accepted(ada, bob, id)
  await mails.mail()
  await mails.mail()
  expect(await subjects()).toEqual([asked])
  // The digest does not repeat it.
  const unmailed = sql`select 1 from notification_mails m join notification_acts a using (notification_id)
    where a.user_id = ${cleo.user_id} and (a.id > m.mailed_until or m.due_at is not null)`
  expect(await server.owner.rows(unmailed)).toEqual([])
  const kinds = (await cleo.does(listNotifications, {})).map(({ kind }) => kind)
  expect(kinds.sort()).toEqual(['introduction_wanted', 'request_target'])

  const eachOf = async (between: () => Promise<unknown>) => {
    cleo = await server.member('Cleo')
    await begin(cleo)
    await between()
    await mails.mail()
    return subjects()
  }
  // Written, but not sent yet; and sent.
  const isSent = () => server.owner.run(sql`update outbox set sent_at = now()`)
  expect(await eachOf(() => mails.mail().then(() => accepted(ada, bob, id)))).toEqual([asked])
  expect(
    await eachOf(() =>
      mails
        .mail()
        .then(isSent)
        .then(() => accepted(ada, bob, id)),
    ),
  ).toEqual([named, asked])
  // The question ended before its mail, or is not wanted by mail.
  const ends = async () => bob.does(moveOffer, { id: await accepted(ada, bob, id), to: 'withdrawn' })
  expect(await eachOf(ends)).toEqual([named])
  const ways = { introduction_wanted: 'app' } as const
  const unwanted = async () => {
    await cleo.does(updateNotificationSettings, { ways })
    await accepted(ada, bob, id)
  }
  expect(await eachOf(unwanted)).toEqual([named])
  expect(mails.failures).toEqual([])
})

test('a status that is set by hand still tells as before', async () => {
  await begin(cleo)
  await ada.does(updateIntroductionRequest, { id, status: 'in_progress' })
  for (const member of [cleo, eve])
    expect((await member.does(listNotifications, {})).map(({ kind }) => kind)).toContain('request_status')
})

test('cron starts the job that ends offers without an answer', async () => {
  await begin(cleo)
  await accepted(ada, bob, id)
  await server.owner.run(sql`update introduction_offers set asked_at = asked_at - interval '22 days'`)
  expect(await server.owner.rows(sql`select cron from jobs.schedule where name = 'offers'`)).toHaveLength(1)
  const [job] = jobs.filter(({ queue }) => queue === 'offers')
  const { db, config } = server
  await job?.run({ db, config, log: () => undefined, signal: AbortSignal.any([]), removeWithinMs: 0 }, {})
  expect(await toldKinds(bob)).toEqual(['offer_ended'])
})
