import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { linksIn, mailJobs, mailsTo } from '../../tests/mail-jobs.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { answerByLink, checkAnswerLink } from '../answers/contract.ts'
import { getIntroductionRequest, saveBlurb, updateIntroductionRequest } from '../introductions/contract.ts'
import { countUnread } from '../notifications/contract.ts'
import { saveProfile } from '../profile/contract.ts'
import { answerOffer, getOffers, moveOffer } from './contract.ts'
import { accepted, offers, requestFor, requestOf, stateIn, stepsOf, threeWeeksPass } from './story.ts'

let server: TestServer
let ada: Member
let bob: Member
let cleo: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.owner.run(sql`delete from throttles`)
  ada = await server.member('Ada')
  bob = await server.member('Bob')
  cleo = await server.member('Cleo')
})

/** The links in the latest mail to a member. */
async function mailed(member: Member) {
  const jobs = mailJobs(server)
  await jobs.mail()
  expect(jobs.failures).toEqual([])
  const mail = (await mailsTo(server, member)).at(-1)
  return { mail, links: linksIn(mail?.body), token: linksIn(mail?.body)[0]?.token ?? '' }
}
const check = async (token: string) => (await server.visitor.does(checkAnswerLink, { token })).question
const says = (token: string, answer: string) => server.visitor.does(answerByLink, { token, answer })
const tries = async (token: string, answer: string) => {
  const { status, json } = await server.visitor.asks('POST', '/api/answers', { token, answer })
  return [status, (json as { error?: string }).error]
}
const ENDED = 'This link has expired, or the question was answered or has ended meanwhile.'
async function isDead(token: string, answer: string) {
  expect([await check(token), await tries(token, answer)]).toEqual([null, [400, ENDED]])
}

test('the requester accepts an offer for a member by link: the page says what follows, and the member is asked', async () => {
  const id = await requestFor(ada, cleo)
  const offer = await offers(bob, id, 'A private note')
  const { links, mail, token } = await mailed(ada)
  expect(links.map(({ label, answer }) => [label, answer])).toEqual([['Accept the offer of Bob', 'accept']])
  expect(mail?.html).toContain(links[0]?.path.replace('&', '&amp;'))
  expect(await check(token)).toEqual({
    heading: 'Accept the offer of Bob?',
    sentences: [
      'Bob offered to make the introduction for “Freight pilots”.',
      `We ask Cleo whether they want to meet you. They will see your blurb. If they say yes, we give them your address ${ada.email}. If others have offered too, they are thanked.`,
    ],
    words: null,
    answers: [{ answer: 'accept', label: 'Accept' }],
    note: null,
    member: { id: ada.profile_id, full_name: 'Ada' },
    path: `/introduction-requests?request=${id}`,
    app_link: null,
  })
  expect(await stateIn(server, offer)).toBe('open')
  expect((await ada.does(countUnread, {})).threads).toEqual([`request/${id}`])
  expect(await says(token, 'accept')).toEqual({
    text: 'Cleo is asked now. If they say yes, we will tell you.',
    path: `/introduction-requests?request=${id}`,
  })
  expect(await stateIn(server, offer)).toBe('asked')
  expect(await stepsOf(ada, id, offer)).toEqual(['offered by Bob', 'accepted by Ada', 'asked'])
  expect((await ada.does(countUnread, {})).threads).toEqual([])
  await isDead(token, 'accept')
})

test('an offer for somebody outside: the introducer writes, and sees the address after a yes', async () => {
  const id = await requestFor(ada, null)
  await ada.does(saveProfile, { email: 'ada@work.example' })
  const offer = await offers(bob, id)
  const { token } = await mailed(ada)
  expect((await check(token))?.sentences[1]).toBe(
    'Bob writes to Jane Broker and tells you what they answer. If they say yes, Bob will see your address ada@work.example to connect you, and Jane Broker gets it too. If others have offered too, they are thanked.',
  )
  expect((await says(token, 'accept')).text).toBe('Bob is told now, and writes to Jane Broker.')
  expect(await stateIn(server, offer)).toBe('accepted')
})

test('two offers in one mail have a button each; the accepted one ends the other link, and others stay unsaid', async () => {
  const dora = await server.member('Dora')
  const id = await requestFor(ada, cleo)
  const first = await offers(bob, id)
  const second = await offers(dora, id)
  const { links } = await mailed(ada)
  expect(links.map(({ label }) => label)).toEqual(['Accept the offer of Dora', 'Accept the offer of Bob'])
  const [ofDora = '', ofBob = ''] = links.map(({ token }) => token)
  expect(JSON.stringify(await check(ofDora))).not.toContain('Bob')
  await says(ofDora, 'accept')
  expect([await stateIn(server, second), await stateIn(server, first)]).toEqual(['asked', 'passed'])
  await isDead(ofBob, 'accept')
})

test('a link to accept ends when the offer is withdrawn, accepted in the app, or of a member who is disabled', async () => {
  const ends = [
    (offer: string) => bob.does(moveOffer, { id: offer, to: 'withdrawn' }),
    (offer: string) => ada.does(moveOffer, { id: offer, to: 'accepted' }),
    () => server.owner.run(sql`update users set disabled_at = now() where id = ${bob.user_id}`),
  ]
  for (const end of ends) {
    bob = await server.member('Bob')
    const offer = await offers(bob, await requestOf(ada, { target_person: 'Jane Broker' }))
    const { token } = await mailed(ada)
    expect(await check(token)).not.toBeNull()
    await end(offer)
    await isDead(token, 'accept')
  }
})

test('an offer that was accepted before its mail is written has no button', async () => {
  const id = await requestFor(ada, null)
  await accepted(ada, bob, id)
  const { mail, links } = await mailed(ada)
  expect([mail?.subject, links]).toEqual(['Bob offered to make the introduction for “Freight pilots”', []])
})

/** Cleo is asked by mail whether she wants to meet Ada. */
async function asksCleo() {
  const id = await requestFor(ada, cleo)
  const offer = await accepted(ada, bob, id)
  return { id, offer, ...(await mailed(cleo)) }
}

test('the target says yes by link: the button names the address that is shared, and both see the addresses', async () => {
  await cleo.does(saveProfile, { email: 'cleo@work.example' })
  const { id, offer, links, mail, token } = await asksCleo()
  expect(links.map(({ label, answer }) => [label, answer])).toEqual([
    ['Yes, introduce us', 'yes'],
    ['Not now', 'not_now'],
  ])
  expect(mail?.body).toContain('Nobody is told of a “not now”, and you can say yes later.')
  expect(mail?.body).not.toContain('cleo@work.example')
  expect(await check(token)).toEqual({
    heading: 'Would you like to meet Ada?',
    sentences: ['Ada asks to meet you: “Freight pilots”.', 'Bob supports this and offers to introduce you.'],
    words: 'We run trucks between rail ramps.',
    answers: [
      { answer: 'yes', label: 'Yes, share cleo@work.example with Ada' },
      { answer: 'not_now', label: 'Not now' },
    ],
    note: 'Nobody is told of a “not now”, and you can say yes later.',
    member: { id: cleo.profile_id, full_name: 'Cleo' },
    path: `/introduction-requests?request=${id}`,
    app_link: null,
  })
  expect(await stateIn(server, offer)).toBe('asked')
  expect((await says(token, 'yes')).text).toBe('Ada sees your address now, and you see theirs in the app.')
  expect(await stateIn(server, offer)).toBe('agreed')
  expect((await ada.does(getIntroductionRequest, { id })).status).toBe('approved')
  const [seen] = (await ada.does(getOffers, { id })).offers
  expect(seen?.contacts?.target?.email).toBe('cleo@work.example')
  expect((await cleo.does(getOffers, { id })).asked?.contacts?.requester.email).toBe(ada.email)
  await isDead(token, 'not_now')
})

test("'not now' by link uses the link up; the page does not tell of one that was given in the app, and yes stays possible", async () => {
  const { id, offer, token } = await asksCleo()
  const before = await check(token)
  await cleo.does(answerOffer, { id: offer, answer: 'not_now' })
  expect(await check(token)).toEqual(before)
  expect((await says(token, 'not_now')).text).toBe('Nobody is told. You can still say yes in the app.')
  await isDead(token, 'yes')
  expect((await cleo.does(getOffers, { id })).asked).toMatchObject({ state: 'asked', answer: 'not_now' })
  await cleo.does(answerOffer, { id: offer, answer: 'yes' })
  expect(await stateIn(server, offer)).toBe('agreed')
})

test('the link of the target ends when the offer ends, the request has another target, or the requester is disabled', async () => {
  const dora = await server.member('Dora')
  const ends: (({ id, offer }: { id: number; offer: string }) => Promise<unknown>)[] = [
    ({ offer }) => ada.does(moveOffer, { id: offer, to: 'closed' }),
    ({ offer }) => bob.does(moveOffer, { id: offer, to: 'withdrawn' }),
    ({ id }) => ada.does(updateIntroductionRequest, { id, target_person: 'Dora', target_profile_id: dora.profile_id }),
    () => threeWeeksPass(server),
    ({ id }) => server.owner.run(sql`delete from introduction_requests where id = ${id}`),
    () => server.owner.run(sql`update users set disabled_at = now() where id = ${ada.user_id}`),
  ]
  for (const end of ends) {
    ada = await server.member('Ada')
    const asked = await asksCleo()
    expect(await check(asked.token)).not.toBeNull()
    await end(asked)
    await isDead(asked.token, 'yes')
    await server.owner.run(sql`delete from member_mails`)
  }
})

test('a yes and a withdrawal, two answers, or two acceptances at the same moment leave one outcome', async () => {
  for (let times = 0; times < 3; times++) {
    ada = await server.member('Ada')
    const { offer, token } = await asksCleo()
    const [yes, withdrawal] = await Promise.all([
      tries(token, 'yes'),
      bob.asks('POST', `/api/offers/${offer}/move`, { to: 'withdrawn' }),
    ])
    const isYes = yes[0] === 200
    expect([withdrawal.status, await stateIn(server, offer)]).toEqual(isYes ? [409, 'agreed'] : [200, 'withdrawn'])
    if (!isYes) expect([400, 409]).toContain(yes[0])
  }
  ada = await server.member('Ada')
  const { offer, token } = await asksCleo()
  const both = await Promise.all([tries(token, 'yes'), tries(token, 'not_now'), tries(token, 'yes')])
  expect(both.filter(([status]) => status === 200)).toHaveLength(1)

  const dora = await server.member('Dora')
  const id = await requestFor(ada, dora)
  const [first, second] = [await offers(bob, id), await offers(cleo, id)]
  const { links } = await mailed(ada)
  const given = await Promise.all(links.map(link => tries(link.token, 'accept')))
  expect(given.filter(([status]) => status === 200)).toHaveLength(1)
  expect([await stateIn(server, first), await stateIn(server, second)].sort()).toEqual(['asked', 'passed'])
  expect(await stateIn(server, offer)).not.toBe('withdrawn')
})

test('the target reads the blurb in full in the mail and behind its link, instead of the request', async () => {
  const id = await requestFor(ada, cleo)
  const blurb = `We move freight by night.\n\n${'Long roads, short nights. '.repeat(20).trim()} The end.`
  await ada.does(saveBlurb, { id, text: blurb })
  await offers(bob, id)
  await says((await mailed(ada)).token, 'accept')
  const { token, mail } = await mailed(cleo)
  expect(await check(token)).toMatchObject({ words: blurb })
  expect(mail?.body.replace(/[>\s]+/g, ' ')).toContain(blurb.replace(/\s+/g, ' '))
  expect(mail?.html).toContain('We move freight by night.')
})

test('a link can be opened often, also by many from one network', async () => {
  const strict = await startTestServer({ adminUrl: inject('adminUrl'), env: { LIMIT_RESET_PER_HOUR: '10' } })
  for (let n = 0; n < 12; n++)
    for (const path of ['/api/answers/check', '/api/outside-question/check', '/api/unsubscribe/check'])
      expect((await strict.visitor.asks('POST', path, { token: 'unknown' })).status, path).toBe(200)
  await strict.close()
})

test('what the pages show is in the mail, or is what an answer shares', async () => {
  const id = await requestOf(ada, {
    target_person: 'Cleo',
    target_profile_id: cleo.profile_id,
    target_email: 'secret@example.com',
    context: 'The context',
  })
  await offers(bob, id, 'The private note')
  const { token } = await mailed(ada)
  const page = JSON.stringify(await check(token))
  for (const hidden of [
    'secret@example.com',
    'The private note',
    'The context',
    'We run trucks',
    bob.email,
    cleo.email,
  ])
    expect(page).not.toContain(hidden)
  await says(token, 'accept')
  const asked = await mailed(cleo)
  const question = JSON.stringify(await check(asked.token))
  for (const text of [question, asked.mail?.body ?? ''])
    for (const hidden of ['secret@example.com', 'The private note', 'The context', ada.email, bob.email])
      expect(text).not.toContain(hidden)
})
