import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { compared } from '../../tests/compare-fetched.ts'
import { linksIn, mailJobs, mailsTo } from '../../tests/mail-jobs.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { answerByLink, checkAnswerLink } from '../answers/contract.ts'
import {
  createIntroductionRequest,
  deleteIntroductionRequest,
  updateIntroductionRequest,
} from '../introductions/contract.ts'
import { addInvestor } from '../investors/contract.ts'
import { countUnread } from '../notifications/contract.ts'
import { deleteAccount } from '../settings/contract.ts'
import { askThoseWhoKnow, setTie } from '../ties/contract.ts'
import { getOffers, makeOffer, moveOffer } from './contract.ts'
import { offers, told } from './story.ts'

/** Ada asks those who know the investor, of whom Bob is one, or Bob by name. */
let server: TestServer
let url: string
let ada: Member
let bob: Member
let investor: number
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  url = await server.listen()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.owner.run(sql`delete from throttles`)
  ada = await server.member('Ada')
  bob = await server.member('Bob')
  investor = (await ada.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })).id
  await bob.does(setTie, { id: investor, kind: 'met' })
})

const words = { request_title: 'Seed round', context: 'We raise our first round.', your_company: 'Lakeline' }
async function mailed() {
  const jobs = mailJobs(server)
  await jobs.mail()
  expect(jobs.failures).toEqual([])
  const mail = (await mailsTo(server, bob)).at(-1)
  return { mail, links: linksIn(mail?.body), token: linksIn(mail?.body)[0]?.token ?? '' }
}
async function asksByTie() {
  const { id } = await ada.does(createIntroductionRequest, { ...words, target_investor_id: investor })
  await ada.does(askThoseWhoKnow, { id })
  return { id, ...(await mailed()) }
}
async function asksByName() {
  const asked = { ask_profile_ids: [bob.profile_id ?? 0] }
  const { id } = await ada.does(createIntroductionRequest, { ...words, target_person: 'Jane Broker', ...asked })
  return { id, ...(await mailed()) }
}
const check = (token: string) => server.visitor.does(checkAnswerLink, { token })
const says = (token: string, answer: string) => server.visitor.does(answerByLink, { token, answer })
const offersTo = async (id: number) =>
  (await ada.does(getOffers, { id })).offers.map(({ introducer, note, state }) => [introducer.full_name, note, state])
/** Neither shows a question nor takes an answer, and says why. */
async function isOver(token: string, why: string) {
  expect(await check(token)).toEqual({ question: null, ended: why })
  const { status, json } = await server.visitor.asks('POST', '/api/answers', { token, answer: 'offer' })
  expect([status, json]).toMatchObject([400, { error: why }])
}

test.each([
  ['those who know the investor', asksByTie, 'Ines Vela, Prairie Seed', 'Ines Vela, Prairie Seed, whom you know'],
  ['a member by name', asksByName, 'Jane Broker', 'Jane Broker'],
])(
  'asked as %s, the mail has both answers, the link shows the question, and a button makes the offer',
  async (_, asks, target, whom) => {
    const { id, mail, links, token } = await asks()
    expect(links.map(({ label, answer }) => [label, answer])).toEqual([
      ['I can introduce you', 'offer'],
      ['Not this time', 'not_now'],
    ])
    expect(mail?.body).toContain('Nobody is told of a “not this time”.')
    expect(mail?.body).toContain('We raise our first round.')
    expect((await check(token)).question).toEqual({
      heading: `Can you introduce Ada to ${target}?`,
      sentences: [
        `Ada asks for an introduction to ${whom}: “Seed round”.`,
        'If you offer it, only Ada learns of your offer, and can accept it. Then you are told what is next.',
      ],
      words: 'We raise our first round.',
      answers: [
        { answer: 'offer', label: 'I can introduce you' },
        { answer: 'not_now', label: 'Not this time' },
      ],
      note: 'Nobody is told of a “not this time”.',
      member: { id: bob.profile_id, full_name: 'Bob' },
      path: `/introduction-requests?request=${id}`,
      app_link: 'Offer it with a private note in the app',
    })
    for (const { path } of links) expect((await server.app.inject({ url: path })).statusCode).toBe(200)
    expect(await offersTo(id)).toEqual([])
    expect(await says(token, 'offer')).toEqual({
      text: 'Ada is told now. If they accept your offer, we will tell you.',
      path: `/introduction-requests?request=${id}`,
    })
    expect(await offersTo(id)).toEqual([['Bob', '', 'open']])
    expect(await told(ada)).toMatchObject([{ kind: 'offer_made', actors: [{ full_name: 'Bob' }] }])
    expect((await bob.does(countUnread, {})).threads).toEqual([])
    await isOver(token, 'You have already offered to make this introduction.')
  },
)

test('an offer by link is the same as one in the app: its rows, steps and what the requester is told', async () => {
  const seen = []
  for (const how of ['by link', 'in the app']) {
    bob = await server.member('Bob')
    await bob.does(setTie, { id: investor, kind: 'met' })
    const { id, token } = await asksByTie()
    if (how === 'by link') await says(token, 'offer')
    else await bob.does(makeOffer, { id })
    const row = sql`select note, state, closed_word, asked_at from introduction_offers where request_id = ${id}`
    const [offer] = (await ada.does(getOffers, { id })).offers
    const { title, excerpt, detail } = (await told(ada))[0] ?? {}
    seen.push({
      row: await server.owner.rows(row),
      steps: offer?.steps.map(({ kind, user_name }) => [kind, user_name]),
      told: { title, excerpt, detail },
    })
  }
  expect(seen[0]).toEqual(seen[1])
})

test("'not this time' and opening the link store nothing and change no byte for the requester, as silence does", async () => {
  for (const asks of [asksByTie, asksByName]) {
    const { id, token } = await asks()
    const paths = [
      `/api/introduction-requests/${id}`,
      `/api/introduction-requests/${id}/offers`,
      `/api/introduction-requests/${id}/history`,
      `/api/introduction-requests/${id}/ask`,
      `/api/introduction-comments/${id}`,
      '/api/direct-introduction-requests?mine=true',
      `/api/investors/${investor}/ties`,
      '/api/notifications',
      '/api/notifications/unread',
      '/api/activity',
      `/introduction-requests?request=${id}`,
    ]
    const rows = async () => ({
      request: await server.owner.rows(sql`select r.*, r.xmin from introduction_requests r where id = ${id}`),
      offers: await server.owner.rows(sql`select 1 from introduction_offers where request_id = ${id}`),
      acts: await server.owner.rows(sql`select a.*, a.xmin from notification_acts a order by id`),
      mails: await server.owner.rows(sql`select id from outbox where recipient <> ${bob.email} order by id`),
      jobs: await server.owner.rows(sql`select name, count(*) from jobs.job group by 1 order by 1`),
    })
    const before = await rows()
    const marker = await server.member('Eve')
    const { different, kinds } = await compared({ server, url, member: ada, marker, paths }, async () => {
      await check(token)
      expect((await says(token, 'not_now')).text).toBe(
        'Nobody is told. You can still offer the introduction in the app.',
      )
      await mailJobs(server).mail()
    })
    expect([different, kinds]).toEqual([[], ['posts']])
    expect(await rows()).toEqual(before)
    await isOver(token, 'You have already answered. You can still offer the introduction in the app.')
    await bob.does(makeOffer, { id })
    expect(await offersTo(id)).toHaveLength(1)
  }
})

test('a link that comes too late says what is so', async () => {
  const { id, token } = await asksByTie()
  await ada.does(updateIntroductionRequest, { id, status: 'approved' })
  await isOver(token, 'The request takes no offers any more. Its status is Approved.')
  await ada.does(updateIntroductionRequest, { id, status: 'pending' })
  expect((await check(token)).question).not.toBeNull()
  const offer = await offers(bob, id)
  await isOver(token, 'You have already offered to make this introduction.')
  await bob.does(moveOffer, { id: offer, to: 'withdrawn' })
  expect((await check(token)).question).not.toBeNull()
  for (let n = 0; n < 4; n++) await bob.does(moveOffer, { id: await offers(bob, id), to: 'withdrawn' })
  await isOver(token, 'You have made five offers for this request.')
  await ada.does(deleteIntroductionRequest, { id })
  await isOver(token, 'The request was deleted.')

  const byName = await asksByName()
  const cleo = await server.member('Cleo')
  const target = { target_person: 'Cleo', target_profile_id: cleo.profile_id }
  await ada.does(updateIntroductionRequest, { id: byName.id, ...target })
  await isOver(byName.token, 'You are not asked about this request any more.')

  const other = await asksByTie()
  await server.owner.run(sql`update users set disabled_at = now() where id = ${ada.user_id}`)
  await isOver(other.token, 'The member who asked is no longer here.')
})

test('a request that is kept when its requester leaves', async () => {
  const { id, token } = await asksByTie()
  await bob.asks('POST', `/api/introduction-requests/${id}/comments`, { comment_text: 'I may know somebody' })
  await ada.does(deleteAccount, { password: PASSWORD, content: 'anonymise' })
  await isOver(token, 'The member who asked is no longer here.')
})

test('after another password, a link that was used tells nothing any more', async () => {
  const { token } = await asksByTie()
  await says(token, 'offer')
  await server.owner.run(sql`update users set password_hash = 'another' where id = ${bob.user_id}`)
  expect(await check(token)).toEqual({ question: null, ended: null })
})

test('the link and the app, or the link twice, at the same moment leave one offer; a closed request none', async () => {
  for (let times = 0; times < 3; times++) {
    bob = await server.member('Bob')
    await bob.does(setTie, { id: investor, kind: 'met' })
    const { id, token } = await asksByName()
    const press = () => server.visitor.asks('POST', '/api/answers', { token, answer: 'offer' })
    const app = () => bob.asks('POST', `/api/introduction-requests/${id}/offers`, {})
    const given = await Promise.all([press(), app(), press()])
    expect(given.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(await offersTo(id)).toHaveLength(1)

    const next = await asksByName()
    const [pressed] = await Promise.all([
      server.visitor.asks('POST', '/api/answers', { token: next.token, answer: 'offer' }),
      ada.does(updateIntroductionRequest, { id: next.id, status: 'declined' }),
    ])
    const states = (await offersTo(next.id)).map(([, , state]) => state)
    expect(states).toEqual(pressed.status === 200 ? ['closed'] : [])
  }
})
