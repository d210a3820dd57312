import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { compared, fetched } from '../../tests/compare-fetched.ts'
import { linksIn, mailJobs, mailsTo } from '../../tests/mail-jobs.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { answerByLink, checkAnswerLink } from '../answers/contract.ts'
import { updateIntroductionRequest } from '../introductions/contract.ts'
import { markRead } from '../notifications/contract.ts'
import { answerOffer, getOffers, makeOffer, moveOffer } from './contract.ts'
import { expireOffers } from './expiry.ts'
import { accepted, offers, requestFor, requestOf, threeWeeksPass } from './story.ts'

/**
 * Every byte that those who may not know can fetch: others, whether there are offers; the requester, the introducer and everybody else,
 * whether the target said 'not now' or nothing.
 */

let server: TestServer
let url: string
let ada: Member
let bob: Member
let cleo: Member
let dora: Member
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
  dora = await server.member('Dora')
  eve = await server.member('Eve')
})

const paths = (request: number, more: string[] = []) => [
  ...['newest', 'oldest', 'urgent', 'title', 'company'].map(sort => `/api/direct-introduction-requests?sort=${sort}`),
  '/api/direct-introduction-requests?q=freight',
  '/api/direct-introduction-requests?show=help',
  '/api/direct-introduction-requests?show=unanswered',
  '/api/direct-introduction-requests?mine=true',
  `/api/open-introduction-requests?member=${cleo.profile_id}`,
  `/api/introduction-requests/${request}`,
  `/api/introduction-requests/${request}/history`,
  `/api/introduction-requests/${request}/offers`,
  `/api/introduction-requests/${request}/blurb`,
  `/api/introduction-comments/${request}`,
  '/api/asked-introductions',
  '/api/members',
  `/api/members/${ada.profile_id}`,
  `/api/members/${bob.profile_id}`,
  `/api/members/${cleo.profile_id}`,
  '/api/activity',
  '/api/home',
  '/api/notifications',
  '/api/notifications/unread',
  '/api/notification-settings',
  `/introduction-requests?request=${request}`,
  '/notifications',
  '/',
  ...more,
]
const seenBy = (member: Member, request: number, act: () => Promise<unknown>, more?: string[]) =>
  compared({ server, url, member, marker: cleo, paths: paths(request, more) }, act)

test('an offer, its note, its withdrawal and its end change no byte for another member or for the target', async () => {
  const id = await requestFor(ada, cleo)
  let offer = ''
  const acts = [
    async () => {
      offer = await offers(bob, id)
    },
    () => offers(dora, id),
    () => bob.does(moveOffer, { id: offer, to: 'withdrawn' }),
  ]
  for (const act of acts) {
    const { different, kinds } = await seenBy(eve, id, act)
    expect([different, kinds]).toEqual([[], ['posts']])
  }
  const target = await compared({ server, url, member: cleo, marker: eve, paths: paths(id) }, () =>
    bob.does(makeOffer, { id }),
  )
  expect([target.different, target.kinds]).toEqual([[], ['posts']])
})

test('offers of others change no byte for an offerer', async () => {
  const id = await requestFor(ada, cleo)
  await offers(bob, id)
  const { different, kinds } = await seenBy(bob, id, () => offers(dora, id))
  expect([different, kinds]).toEqual([[], ['posts']])
})

test('the acceptance, its end and its expiry show to another member only as the public status', async () => {
  const id = await requestFor(ada, cleo)
  const offer = await offers(bob, id)
  const acts = [
    () => ada.does(moveOffer, { id: offer, to: 'accepted' }),
    () => ada.does(moveOffer, { id: offer, to: 'closed' }),
    async () => ada.does(moveOffer, { id: await offers(bob, id), to: 'accepted' }),
    () => threeWeeksPass(server),
  ]
  for (const act of acts) {
    const { different, kinds, after } = await seenBy(eve, id, act)
    // The list, the page of the request and its history: In Progress or Pending, by itself.
    expect(different).toContain(`/api/introduction-requests/${id}/history`)
    expect(different).not.toContain(`/api/introduction-requests/${id}/offers`)
    expect(kinds.sort()).toEqual(['introduction_requests', 'posts'])
    expect(after[`/api/introduction-requests/${id}/history`]).not.toContain('Bob')
  }
})

test('if the status was set by hand before, the acceptance, its end and its expiry change no byte for others', async () => {
  const id = await requestFor(ada, cleo)
  const offer = await offers(bob, id)
  await ada.does(updateIntroductionRequest, { id, status: 'in_progress' })
  const acts = [
    () => ada.does(moveOffer, { id: offer, to: 'accepted' }),
    () => ada.does(moveOffer, { id: offer, to: 'closed' }),
    async () => ada.does(moveOffer, { id: await offers(bob, id), to: 'accepted' }),
    () => threeWeeksPass(server),
  ]
  for (const act of acts) {
    const { different, kinds } = await seenBy(eve, id, act)
    expect([different, kinds]).toEqual([[], ['posts']])
  }
})

test('the comparison notices a comment, which everybody sees', async () => {
  const id = await requestOf(ada)
  const { different } = await seenBy(eve, id, () =>
    bob.asks('POST', `/api/introduction-requests/${id}/comments`, { comment_text: 'I can introduce you' }),
  )
  expect(different).toContain(`/api/introduction-comments/${id}`)
})

test("'not now' changes no byte for anybody but the target", async () => {
  const id = await requestFor(ada, cleo)
  const late = await offers(dora, id)
  const offer = await accepted(ada, bob, id)
  await dora.does(makeOffer, { id })
  const database = async () => ({
    offers: await server.owner.rows(sql`select o.*, o.xmin from introduction_offers o where request_id = ${id}`),
    request: await server.owner.rows(sql`select r.*, r.xmin from introduction_requests r where id = ${id}`),
    steps: await server.owner.rows(sql`select * from introduction_steps where offer_id in (${offer}, ${late})`),
    contacts: await server.owner.rows(sql`select * from introduction_contacts where offer_id = ${offer}`),
    acts: await server.owner.rows(sql`select * from notification_acts order by id`),
    notifications: await server.owner.rows(sql`select * from notifications order by id`),
    mails: await server.owner.rows(sql`select * from notification_mails order by notification_id`),
  })
  const before = await database()
  for (const member of [ada, bob, dora, eve]) {
    const { different, kinds } = await seenBy(member, id, () =>
      cleo.does(answerOffer, { id: offer, answer: 'not_now' }),
    )
    expect([different, kinds]).toEqual([[], ['posts']])
  }
  expect(await database()).toEqual(before)
  const mine = await seenBy(cleo, id, () => eve.does(markRead, {}))
  expect(mine.after[`/api/introduction-requests/${id}/offers`]).toContain('not_now')
})

/** The token of the mail that asks the target. */
async function tokenTo(target: Member) {
  const token = linksIn((await mailsTo(server, target)).at(-1)?.body)[0]?.token
  if (!token) throw new Error('There is no link in the mail.')
  return token
}

test("'not now' by link changes no byte for anybody but the target, and no row of others; nor does opening the link", async () => {
  for (const member of [ada, bob, dora, eve]) {
    cleo = await server.member('Cleo')
    const id = await requestFor(ada, cleo)
    await offers(dora, id)
    const offer = await accepted(ada, bob, id)
    await dora.does(makeOffer, { id })
    const jobs = mailJobs(server)
    await jobs.mail()
    const token = await tokenTo(cleo)
    const database = async () => ({
      offers: await server.owner.rows(sql`select o.*, o.xmin from introduction_offers o where request_id = ${id}`),
      request: await server.owner.rows(sql`select r.*, r.xmin from introduction_requests r where id = ${id}`),
      steps: await server.owner.rows(sql`select * from introduction_steps where offer_id = ${offer}`),
      contacts: await server.owner.rows(sql`select * from introduction_contacts where offer_id = ${offer}`),
      acts: await server.owner.rows(sql`select * from notification_acts order by id`),
      notifications: await server.owner.rows(
        sql`select n.*, n.xmin from notifications n where user_id <> ${cleo.user_id} order by id`,
      ),
      plans: await server.owner.rows(sql`select * from notification_mails where user_id <> ${cleo.user_id}`),
      mails: await server.owner.rows(sql`select id from outbox where recipient <> ${cleo.email} order by id`),
      links: await server.owner.rows(
        sql`select * from signed_links where user_id <> ${cleo.user_id} order by created_at`,
      ),
      jobs: await server.owner.rows(sql`select name, count(*) from jobs.job group by 1 order by 1`),
    })
    const before = await database()
    const { different, kinds } = await seenBy(member, id, async () => {
      await server.visitor.does(checkAnswerLink, { token })
      await server.visitor.does(answerByLink, { token, answer: 'not_now' })
      await jobs.mail()
    })
    expect([different, kinds, jobs.failures]).toEqual([[], ['posts'], []])
    expect(await database()).toEqual(before)
    expect((await cleo.does(getOffers, { id })).asked?.answer).toBe('not_now')
  }
})

/** Random ids, numbers and times aside. */
const shapeOf = (text: string) =>
  text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
    .replace(/token=[\w-]+/g, 'token')
    .replace(/\d+/g, '0')

test("'not now' and silence end alike: answers, notifications, mails, stream and rows", async () => {
  const jobs = mailJobs(server)
  const told: Record<string, unknown>[] = []
  for (const how of ['in the app', 'by link', 'silence']) {
    const tag = how.replaceAll(' ', '')
    // The same story twice, each with members of the same names.
    const [requester, introducer, target, other] = (await Promise.all(
      ['Rita', 'Ivan', 'Tara', 'Otto'].map(name => server.member(name, { email: `${name}.${tag}@example.com` })),
    )) as [Member, Member, Member, Member]
    const id = await requestFor(requester, target)
    const offer = await accepted(requester, introducer, id)
    await jobs.mail()
    const token = await tokenTo(target)
    const queued = sql`select coalesce(max(id::text), '') as latest, count(*) from jobs.job where name <> 'mail'`
    const jobsBefore = await server.owner.one(queued)
    if (how === 'in the app') await target.does(answerOffer, { id: offer, answer: 'not_now' })
    if (how === 'by link') await server.visitor.does(answerByLink, { token, answer: 'not_now' })
    expect(await server.owner.one(queued)).toEqual(jobsBefore)
    await jobs.mail()
    await server.owner.run(sql`update introduction_offers set asked_at = asked_at - interval '22 days'`)
    const all: Record<string, unknown> = {}
    const viewers = { requester, introducer, other }
    const here = [
      `/api/introduction-requests/${id}`,
      `/api/introduction-requests/${id}/offers`,
      `/api/introduction-requests/${id}/history`,
      `/api/introduction-requests/${id}/blurb`,
      '/api/notifications',
      '/api/notifications/unread',
    ]
    const { kinds } = await compared({ server, url, member: requester, marker: eve, paths: here }, () =>
      expireOffers(server.db),
    )
    await jobs.mail()
    for (const [name, member] of Object.entries(viewers)) {
      const answers = Object.entries(await fetched(member, here))
      all[name] = answers.map(([path, answer]) => [shapeOf(path), shapeOf(answer).replaceAll(`.${tag}@`, '@')])
      all[`mails to ${name}`] = (await mailsTo(server, member)).map(({ subject, body }) => [
        subject,
        shapeOf(body).length,
      ])
    }
    all.stream = kinds.sort()
    all.rows = await server.owner.one(sql`
      select (select count(*) from introduction_steps s where s.offer_id = o.id) as steps, o.state, o.closed_word,
        (select count(*) from introduction_status_changes c where c.request_id = ${id}) as changes, r.version, r.status,
        (select array_agg(kind order by id) from notification_acts a where a.subject_kind = 'offer' and a.subject_id = ${`${id}/${offer}`}) as acts
      from introduction_offers o join introduction_requests r on r.id = o.request_id where o.id = ${offer}`)
    told.push(all)
  }
  expect(told[0]).toEqual(told[2])
  expect(told[1]).toEqual(told[2])
  expect(JSON.stringify(told[0])).toContain('no_answer')
  expect(JSON.stringify(told[0])).toContain('No answer came within 21 days')
  expect(jobs.failures).toEqual([])
})

test('an export contains the own offers, answers, steps and addresses, and none of others', async () => {
  const id = await requestFor(ada, cleo)
  const offer = await offers(bob, id, 'Note of Bob')
  await offers(dora, id, 'Note of Dora')
  await ada.does(moveOffer, { id: offer, to: 'accepted' })
  await cleo.does(answerOffer, { id: offer, answer: 'not_now' })
  const exportOf = async ({ cookies }: Member) => {
    const { rawPayload } = await server.app.inject({ url: '/api/account/export', headers: { cookie: cookies } })
    return JSON.parse(strFromU8(unzipSync(rawPayload)['data.json'] ?? new Uint8Array()))
  }
  expect(await exportOf(bob)).toMatchObject({
    introduction_offers: [{ request_id: id, note: 'Note of Bob', state: 'asked' }],
    introduction_answers: [],
    introduction_steps: [{ kind: 'offered' }],
    introduction_contacts: [],
  })
  const hers = await exportOf(ada)
  expect(hers).toMatchObject({ introduction_offers: [], introduction_contacts: [{ email: ada.email }] })
  expect(JSON.stringify(hers)).not.toContain('not_now')
  expect(JSON.stringify(hers)).not.toContain('Note of')
  expect(await exportOf(cleo)).toMatchObject({ introduction_offers: [], introduction_answers: [{ answer: 'not_now' }] })
})
