import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { sql } from '../../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../../tests/test-server.ts'
import { getIntroductionRequest, listStatusChanges } from '../../introductions/contract.ts'
import { getOffers, moveOffer, reportAnswer, writeToTarget } from '../contract.ts'
import { accepted, requestFor, requestOf, stateIn, stepsOf, threeWeeksPass, told, toldKinds } from '../story.ts'
import { answers, check, JANE, lastMailTo, mailsTo, never, startMailingServer, tokenOf } from './outside-story.ts'

/** Ada asks to meet Jane Broker, who is not a member. Bob offers, Ada accepts, and Bob has us write to Jane. */
let server: TestServer
let ada: Member
let bob: Member
let id: number
let offer: string
beforeAll(async () => {
  server = await startMailingServer(inject('adminUrl'))
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.owner.run(sql`delete from outbox`)
  await server.owner.run(sql`delete from blocked_addresses`)
  ada = await server.member('Ada Osei')
  bob = await server.member('Bob Kowalski')
  id = await requestFor(ada, null)
  offer = await accepted(ada, bob, id)
})

const writes = (email = JANE, by = bob, to = offer) => by.asks('POST', `/api/offers/${to}/mail`, { email })
const refusal = ({ status, json }: { status: number; json: never }) => {
  const { error, fields } = json as { error: string; fields?: { email?: string } }
  return [status, fields?.email ?? error]
}
const linkTo = async (address = JANE) => tokenOf(await lastMailTo(server, address))
const rows = async () =>
  server.owner.one<{ addresses: string[]; mails: number }>(sql`
    select array(select address from outside_addresses where offer_id = ${offer}) as addresses,
      (select count(*)::int from outside_mails where request_id = ${id}) as mails`)

test('the mail names both, quotes the blurb, and an answer to it goes to the introducer', async () => {
  const { outside } = await bob.does(writeToTarget, { id: offer, email: ` ${JANE} ` })
  expect(outside?.written).toHaveLength(1)
  const mail = await lastMailTo(server, JANE)
  expect(mail).toMatchObject({
    subject: 'Bob Kowalski would like to introduce you to Ada Osei',
    other_recipients: [],
    reply_to: [bob.email],
    offer_id: offer,
    headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click', 'Auto-Submitted': 'auto-generated' },
  })
  expect(mail.body).toContain(
    'Ada Osei of Lakeline would like to meet you and asked Bob Kowalski for an introduction. This is what they wrote:\n\n> We run trucks between rail ramps.',
  )
  expect(mail.headers['List-Unsubscribe']).toBe(`<http://localhost:3000/introduction?token=${tokenOf(mail)}>`)
  for (const part of [mail.body, mail.html]) expect(part).toContain(`/introduction?token=${tokenOf(mail)}`)
  expect(await check(server, tokenOf(mail))).toEqual({
    question: {
      requester: 'Ada Osei',
      company: 'Lakeline',
      introducer: 'Bob Kowalski',
      words: 'We run trucks between rail ramps.',
      address: JANE,
    },
    can_block: true,
    answered: null,
  })
})

test('without a blurb, the mail quotes what the request is about', async () => {
  await server.owner.run(sql`delete from introduction_blurbs where request_id = ${id}`)
  await writes()
  expect((await lastMailTo(server, JANE)).body).toContain('> We look for two pilots.')
})

test('yes: both are told, the requester sees the address that was shared, and the link ends', async () => {
  await writes()
  const token = await linkTo()
  const page = await server.app.inject({ url: `/introduction?token=${token}` })
  expect([page.statusCode, await stateIn(server, offer)]).toEqual([200, 'accepted'])
  expect(await answers(server, token, 'yes')).toBe(200)
  expect(await stateIn(server, offer)).toBe('agreed')
  expect((await ada.does(getIntroductionRequest, { id })).status).toBe('approved')
  expect((await bob.does(listStatusChanges, { id })).at(-1)).toMatchObject({ user_name: '', to_status: 'approved' })
  expect(await stepsOf(ada, id, offer)).toEqual([
    'offered by Bob Kowalski',
    'accepted by Ada Osei',
    'agreed by Jane Broker',
  ])
  for (const member of [ada, bob]) {
    expect((await member.does(getOffers, { id })).offers[0]).toMatchObject({
      state: 'agreed',
      contacts: { requester: { email: ada.email }, target: { id: null, full_name: 'Jane Broker', email: JANE } },
    })
    expect((await told(member))[0]).toMatchObject({ kind: 'introduction_agreed', detail: 'answered', actors: [] })
  }
  expect(await answers(server, token, 'no')).toBe(400)
  expect(await check(server, token)).toEqual({ question: null, can_block: true, answered: 'yes' })
})

test("no: the offer ends with 'It did not work out this time', and the address is forgotten", async () => {
  await writes()
  const token = await linkTo()
  expect(await answers(server, token, 'no')).toBe(200)
  expect(await stateIn(server, offer)).toBe('closed: reported_no')
  for (const member of [ada, bob])
    expect((await told(member))[0]).toMatchObject({ kind: 'offer_ended', detail: 'reported_no', actors: [] })
  expect(await rows()).toEqual({ addresses: [], mails: 1 })
  expect(await answers(server, token, 'yes')).toBe(400)
  expect((await ada.does(getIntroductionRequest, { id })).status).toBe('pending')
})

test('who answered by the link reads the answer there until it expires; members and other links do not tell it', async () => {
  await writes()
  await writes('jane@work.example')
  const [token, other] = [await linkTo(), await linkTo('jane@work.example')]
  await answers(server, token, 'no')
  expect(await check(server, token)).toEqual({ question: null, can_block: true, answered: 'no' })
  expect((await check(server, other)).answered).toBeNull()
  expect((await check(server, 'unknown')).answered).toBeNull()
  for (const member of [ada, bob])
    await expect(member.sql(sql`select answer from outside_mails`)).rejects.toThrow(/permission denied/)
  await server.owner.run(sql`update outside_mails set sent_at = now() - interval '21 days'`)
  expect(await check(server, token)).toEqual({ question: null, can_block: true, answered: null })
})

test('never again: not written to any more for any request, and everything looks as before', async () => {
  await writes()
  const token = await linkTo()
  const before = (await bob.asks('GET', `/api/introduction-requests/${id}/offers`)).text
  expect(await never(server, token)).toBe(204)
  expect(await never(server, token)).toBe(204)
  expect((await bob.asks('GET', `/api/introduction-requests/${id}/offers`)).text).toBe(before)
  expect(await stateIn(server, offer)).toBe('accepted')
  expect(await rows()).toEqual({ addresses: [], mails: 1 })
  expect(await answers(server, token, 'yes')).toBe(400)
  expect(await check(server, token)).toEqual({ question: null, can_block: true, answered: null })
  expect(await toldKinds(bob)).toEqual(['offer_accepted'])

  // Another member, another request: the answer is as if it was sent.
  const [cleo, dora] = [await server.member('Cleo'), await server.member('Dora')]
  const other = await requestFor(cleo, null)
  const second = await accepted(cleo, dora, other)
  await server.owner.run(sql`delete from outbox`)
  const counted = async () =>
    (await server.owner.one<{ last: number }>(sql`select last_value::int as last from outbox_id_seq`)).last
  const lastMail = await counted()
  const blocked = await writes(JANE.toUpperCase(), dora, second)
  // The mail was written and taken back, which takes the same time.
  expect(await counted()).toBe(lastMail + 1)
  const sent = await writes('new@example.com', dora, second)
  expect([blocked.status, sent.status]).toEqual([200, 200])
  expect((blocked.json as { outside: { written: string[] } }).outside.written).toHaveLength(1)
  expect(await server.owner.rows(sql`select recipient from outbox`)).toEqual([{ recipient: 'new@example.com' }])
  expect(refusal(await writes(JANE, dora, second))).toEqual([
    409,
    'We have already written to this address about this request.',
  ])
})

test('never again by the button of a mail program, while the mail waits, and after the end', async () => {
  await writes()
  const mail = await lastMailTo(server, JANE)
  const url = /^<http:\/\/localhost:3000(.*)>$/.exec(mail.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' }
  const post = () => server.app.inject({ method: 'POST', url, headers: form, payload: 'List-Unsubscribe=One-Click' })
  expect((await post()).statusCode).toBe(204)
  expect(await mailsTo(server, JANE)).toEqual([])
  await bob.does(moveOffer, { id: offer, to: 'withdrawn' })
  expect((await post()).statusCode).toBe(204)
  expect(await never(server, 'invented')).toBe(400)
})

test('once per address and request, in any spelling, also for another introducer', async () => {
  await writes()
  const again = [409, 'We have already written to this address about this request.']
  expect(refusal(await writes('JANE@Example.com'))).toEqual(again)
  expect(refusal(await writes(JANE.replace('@', '+freight@')))).toEqual(again)
  await bob.does(moveOffer, { id: offer, to: 'withdrawn' })
  const dora = await server.member('Dora')
  const hers = await accepted(ada, dora, id)
  expect(refusal(await writes(JANE, dora, hers))).toEqual(again)
  expect((await writes('jane.broker@example.com', dora, hers)).status).toBe(200)
})

test('five a day per member, however they are sent; deleted requests count', async () => {
  // On several requests: those on one wait for each other anyway.
  const mine = [offer]
  for (let i = 0; i < 6; i++) mine.push(await accepted(ada, bob, await requestFor(ada, null)))
  const all = await Promise.all(mine.map(each => writes(JANE, bob, each)))
  expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409, 409])
  const limit =
    'We send five of these mails a day for a member. Please use your own mail program, or try again tomorrow.'
  expect(refusal(await writes('more@example.com'))).toEqual([409, limit])
  await ada.asks('DELETE', `/api/introduction-requests/${id}`)
  const next = await accepted(ada, bob, await requestFor(ada, null))
  expect(refusal(await writes('more@example.com', bob, next))).toEqual([409, limit])
  await server.owner.run(sql`update outside_mails set sent_at = sent_at - interval '25 hours'`)
  expect((await writes('more@example.com', bob, next)).status).toBe(200)
})

test('only the introducer of an accepted offer for a target outside writes, and not to themselves', async () => {
  const eve = await server.member('Eve')
  expect((await writes(JANE, ada)).status).toBe(403)
  expect((await writes(JANE, eve)).status).toBe(404)
  expect(refusal(await writes(bob.email.toUpperCase()))).toEqual([409, 'This is your own address.'])
  expect(refusal(await writes(bob.email.replace('@', '+me@')))).toEqual([409, 'This is your own address.'])
  for (const email of [
    '',
    'jane',
    'a@example.com, b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    '<a@example.com>',
  ])
    expect(refusal(await writes(email))).toEqual([400, 'Please enter a valid email address.'])
  expect((await writes(`${'a'.repeat(300)}@example.com`)).status).toBe(400)
  const inside = await requestOf(ada, { target_person: 'Eve', target_profile_id: eve.profile_id })
  expect(refusal(await writes(JANE, bob, await accepted(ada, bob, inside)))).toEqual([
    409,
    'This is not possible any more.',
  ])
  await bob.does(moveOffer, { id: offer, to: 'withdrawn' })
  expect(refusal(await writes())).toEqual([409, 'This offer has ended.'])
  expect(await mailsTo(server, JANE)).toEqual([])
})

test.each<[string, () => Promise<unknown>]>([
  ['withdrawn', () => bob.does(moveOffer, { id: offer, to: 'withdrawn' })],
  ['ended by the requester', () => ada.does(moveOffer, { id: offer, to: 'closed' })],
  ['reported as yes', () => bob.does(reportAnswer, { id: offer, answer: 'yes' })],
  ['reported as no', () => bob.does(reportAnswer, { id: offer, answer: 'no' })],
  ['expired', () => threeWeeksPass(server)],
  ['of a deleted request', () => ada.asks('DELETE', `/api/introduction-requests/${id}`)],
  ['of a requester who left', () => server.owner.run(sql`select delete_account(${ada.user_id}, 'anonymise')`)],
  ['of an introducer who left', () => server.owner.run(sql`select delete_account(${bob.user_id}, 'anonymise')`)],
])('an offer that is %s ends the link and forgets the address; an unsent mail is not sent', async (_, ends) => {
  await writes()
  const token = await linkTo()
  await ends()
  expect(await check(server, token)).toEqual({ question: null, can_block: true, answered: null })
  expect([await answers(server, token, 'yes'), await answers(server, token, 'no')]).toEqual([400, 400])
  expect((await rows()).addresses).toEqual([])
  expect(await mailsTo(server, JANE)).toEqual([])
  expect(await never(server, token)).toBe(204)
})

test('a disabled requester or introducer, and a link older than 21 days, cannot be answered', async () => {
  await writes()
  const token = await linkTo()
  const dead = async () => {
    expect((await check(server, token)).question).toBeNull()
    expect(await answers(server, token, 'yes')).toBe(400)
  }
  await server.owner.run(sql`update users set disabled_at = now() where id = ${ada.user_id}`)
  await dead()
  await server.owner.run(sql`update users set disabled_at = null where id = ${ada.user_id}`)
  expect((await check(server, token)).question).not.toBeNull()
  await server.owner.run(sql`update outside_mails set sent_at = sent_at - interval '22 days'`)
  await dead()
})

test('of two answers at the same moment one counts; so with a report and a withdrawal', async () => {
  const others: ((otherToken: string) => Promise<number>)[] = [
    otherToken => answers(server, otherToken, 'no'),
    () => bob.tries('POST', `/api/offers/${offer}/report`, { answer: 'no' }),
    () => bob.tries('POST', `/api/offers/${offer}/move`, { to: 'withdrawn' }),
    () => ada.tries('POST', `/api/offers/${offer}/move`, { to: 'closed' }),
  ]
  for (const other of others) {
    id = await requestFor(ada, null)
    offer = await accepted(ada, bob, id)
    await server.owner.run(sql`update outside_mails set sent_at = sent_at - interval '2 days'`)
    await writes('jane.a@example.com')
    await writes('jane.b@example.com')
    const token = await linkTo('jane.a@example.com')
    // Before the answers: a yes removes the other mail if it waits.
    const otherToken = await linkTo('jane.b@example.com')
    const statuses = await Promise.all([answers(server, token, 'yes'), other(otherToken)])
    expect(statuses.filter(status => status < 300)).toHaveLength(1)
    const isAgreed = statuses[0] === 200
    expect(await stateIn(server, offer)).toMatch(isAgreed ? /^agreed$/ : /^(closed|withdrawn)/)
    expect((await rows()).addresses).toEqual(isAgreed ? ['jane.a@example.com'] : [])
    await server.owner.run(sql`delete from outbox`)
  }
})

test('if addresses are confirmed here, the introducer confirms theirs first: answers go to it', async () => {
  const strict = await startTestServer({
    adminUrl: inject('adminUrl'),
    databaseUrl: server.config.databaseUrl,
    env: { SMTP_URL: 'smtp://localhost:1', EMAIL_CONFIRMATION: 'on' },
  })
  onTestFinished(() => strict.close())
  const bobThere = await strict.known(bob.cookies, bob.email)
  const writesThere = () => writes(JANE, bobThere)
  expect(refusal(await writesThere())).toEqual([
    409,
    'Please confirm your email address first: the answer to this mail goes to it.',
  ])
  await server.owner.run(sql`update users set email_confirmed_at = now() where id = ${bob.user_id}`)
  expect((await writesThere()).status).toBe(200)
})

test('nobody can try tokens without limit', async () => {
  const check = () => server.visitor.tries('POST', '/api/outside-question/check', { token: 'invented' })
  expect(await check()).toBe(200)
  await server.owner.run(sql`update throttles set hits = 3000 where key like 'check-mail-link:%'`)
  expect(await check()).toBe(429)
  await server.owner.run(sql`delete from throttles`)
})
