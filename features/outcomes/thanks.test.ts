import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { deleteIntroductionRequest, updateIntroductionRequest } from '../introductions/contract.ts'
import { commands } from '../operator/commands.ts'
import { getIntroductionsOf, getOutcome, listMyIntroductions, saveThanks, showIntroductions } from './contract.ts'
import { allAreCounted, aWeekPasses, introduced, told, toldKinds } from './story.ts'

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

const thank = (id: string, text = 'She was of great help.', is_public = false) =>
  ada.does(saveThanks, { id, text, is_public })
const thanksSeenBy = async (member: Member, id: number) => (await member.does(getOutcome, { id })).thanks
const remove = (member: Member, id: string) => member.tries('DELETE', `/api/offers/${id}/thanks`)
const shownOn = (viewer: Member, member: Member) => viewer.does(getIntroductionsOf, { id: member.profile_id ?? 0 })

test('a private thanks is read by the two, and tells the introducer once, with its text', async () => {
  const { id, request } = await introduced(ada, bob, cleo)
  expect((await ada.does(getOutcome, { id: request })).to_thank).toMatchObject({
    offer_id: id,
    introducer: { full_name: 'Bob' },
  })
  const { thanks, to_thank } = await thank(id)
  expect(to_thank).toBeNull()
  expect(thanks).toMatchObject({
    offer_id: id,
    request_id: request,
    text: 'She was of great help.',
    is_public: false,
    from: { full_name: 'Ada' },
    to: { full_name: 'Bob' },
    can_edit: true,
    can_remove: true,
  })
  expect(await thanksSeenBy(bob, request)).toMatchObject({ ...thanks, can_edit: false, can_remove: true })
  for (const member of [cleo, eve]) expect(await thanksSeenBy(member, request)).toBeNull()
  expect(await told(bob)).toMatchObject([
    { kind: 'introduction_thanked', excerpt: 'She was of great help.', actors: [{ full_name: 'Ada' }] },
  ])
  await thank(id, 'She was of great help, and so were you.')
  await remove(ada, id)
  expect(await toldKinds(bob)).toEqual([])
  await thank(id)
  expect(await toldKinds(bob)).toEqual([])
})

test('a public thanks is read by all members on the request; the requester takes it back', async () => {
  const { id, request } = await introduced(ada, bob, cleo)
  await thank(id, 'Thank you, Bob.', true)
  for (const member of [cleo, eve])
    expect(await thanksSeenBy(member, request)).toMatchObject({
      text: 'Thank you, Bob.',
      can_edit: false,
      can_remove: false,
    })
  await thank(id, 'Thank you, Bob.', false)
  for (const member of [cleo, eve]) expect(await thanksSeenBy(member, request)).toBeNull()
})

test('the requester and the introducer remove a thanks, and nobody else', async () => {
  const { id, request } = await introduced(ada, bob, cleo)
  for (const by of [ada, bob]) {
    await thank(id, 'Thank you.', true)
    for (const member of [cleo, eve]) expect(await remove(member, id)).toBe(403)
    expect(await remove(by, id)).toBe(204)
    expect(await thanksSeenBy(ada, request)).toBeNull()
  }
  expect(await remove(ada, id)).toBe(404)
  await thank(id)
  for (const member of [cleo, eve]) expect(await remove(member, id)).toBe(404)
})

test('the words are checked at their field', async () => {
  const { id } = await introduced(ada, bob)
  const put = (body: unknown) => ada.asks('PUT', `/api/offers/${id}/thanks`, body)
  expect(await put({ text: '  ', is_public: true })).toMatchObject({
    status: 400,
    json: { fields: { text: 'Please write a few words.' } },
  })
  expect(await put({ text: 'x'.repeat(501), is_public: true })).toMatchObject({
    status: 400,
    json: { fields: { text: 'At most 500 characters; this is 501.' } },
  })
  expect(await put({ text: 'Thank you' })).toMatchObject({
    status: 400,
    json: { fields: { is_public: expect.any(String) } },
  })
  expect((await thank(id, '👋'.repeat(250))).thanks?.text).toHaveLength(500)
})

test('there is no thanks before the yes, nor to somebody who is not there any more', async () => {
  const { id, request } = await introduced(ada, bob)
  await ada.does(updateIntroductionRequest, { id: request, status: 'declined' })
  const put = (offer: string) => ada.asks('PUT', `/api/offers/${offer}/thanks`, { text: 'Thank you', is_public: false })
  expect(await put(id)).toMatchObject({
    status: 409,
    json: { error: 'You can say thank you once the introduction is agreed.' },
  })
  const other = await introduced(ada, bob)
  await commands.disable?.run(server.owner, bob.email)
  expect((await ada.does(getOutcome, { id: other.request })).to_thank).toBeNull()
  expect(await put(other.id)).toMatchObject({
    status: 409,
    json: { error: 'The member who introduced you is no longer available.' },
  })
})

test('a thanks stays when the introduction ends later, and can still be changed', async () => {
  const { id, request } = await introduced(ada, bob)
  await thank(id, 'Thank you.', true)
  await ada.does(updateIntroductionRequest, { id: request, status: 'declined' })
  expect((await thank(id, 'Thank you all the same.', true)).thanks?.text).toBe('Thank you all the same.')
  expect((await thanksSeenBy(eve, request))?.text).toBe('Thank you all the same.')
  await ada.does(deleteIntroductionRequest, { id: request })
  expect(await toldKinds(bob)).toEqual([])
})

test('a disabled requester’s thanks are hidden from all, those to a disabled introducer from others', async () => {
  const { id, request } = await introduced(ada, bob)
  await thank(id, 'Thank you.', true)
  await commands.disable?.run(server.owner, ada.email)
  for (const member of [bob, eve]) expect(await thanksSeenBy(member, request)).toBeNull()
  await commands.enable?.run(server.owner, ada.email)
  await commands.disable?.run(server.owner, bob.email)
  expect(await thanksSeenBy(eve, request)).toBeNull()
})

test('a member’s own list has the introductions given and received, the newest first', async () => {
  const first = await introduced(ada, bob, cleo)
  const second = await introduced(ada, bob)
  await thank(second.id)
  const list = (member: Member) => member.does(listMyIntroductions, {})
  const about = { request_title: 'Freight pilots' }
  expect(await list(bob)).toMatchObject({
    given: [
      {
        ...about,
        offer_id: second.id,
        requester: { full_name: 'Ada' },
        target: { id: null, full_name: 'Jane Broker' },
        thanks: { text: 'She was of great help.' },
      },
      { ...about, offer_id: first.id, target: { full_name: 'Cleo' }, thanks: null },
    ],
    received: [],
    is_shown: false,
  })
  expect(await list(ada)).toMatchObject({
    given: [],
    received: [
      { ...about, introducer: { full_name: 'Bob' }, other: { id: null, full_name: 'Jane Broker' } },
      { ...about, introducer: { full_name: 'Bob' }, other: { id: cleo.profile_id, full_name: 'Cleo' } },
    ],
  })
  expect(await list(cleo)).toMatchObject({ given: [], received: [{ offer_id: first.id, other: { full_name: 'Ada' } }] })
  expect(await list(eve)).toEqual({ given: [], received: [], is_shown: false })
})

test('others see how many a member made, from three on, and the public thanks, only if the member shows them', async () => {
  const { id } = await introduced(ada, bob, cleo)
  await thank(id, 'Thank you, Bob.', true)
  const other = await introduced(ada, bob)
  await thank(other.id, 'Between us.', false)
  const nothing = { made: null, thanks: [] }
  expect([await shownOn(eve, bob), await shownOn(bob, bob)]).toEqual([nothing, nothing])
  expect(await bob.does(showIntroductions, { is_shown: true })).toEqual({ is_shown: true })
  expect((await bob.does(listMyIntroductions, {})).is_shown).toBe(true)
  const shown = { made: null, thanks: [{ text: 'Thank you, Bob.', from: { full_name: 'Ada' } }] }
  for (const member of [eve, ada]) expect(await shownOn(member, bob)).toMatchObject(shown)
  expect(await shownOn(bob, bob)).toMatchObject({ ...shown, made: 0 })
  await aWeekPasses(server)
  await allAreCounted(server)
  for (const member of [eve, ada]) expect(await shownOn(member, bob)).toMatchObject(shown)
  expect(await shownOn(bob, bob)).toMatchObject({ ...shown, made: 2 })
  await introduced(ada, bob)
  await aWeekPasses(server)
  await allAreCounted(server)
  for (const member of [eve, ada, bob]) expect(await shownOn(member, bob)).toMatchObject({ ...shown, made: 3 })
  expect(await shownOn(eve, ada)).toEqual(nothing)
  await bob.does(showIntroductions, { is_shown: false })
  expect(await shownOn(eve, bob)).toEqual(nothing)
  await bob.does(showIntroductions, { is_shown: true })
  await commands.disable?.run(server.owner, bob.email)
  expect(await shownOn(eve, bob)).toEqual(nothing)
})

test('the number rises on a day between one and three weeks after the yes, drawn once for each introduction', async () => {
  await bob.does(showIntroductions, { is_shown: true })
  for (let i = 0; i < 8; i++) await introduced(ada, bob)
  const drawn = () =>
    server.owner.rows<{ days: number }>(sql`
      select extract(epoch from counted_at - now())::float8 / 86400 as days from counted_introductions
      where user_id = ${bob.user_id} order by 1`)
  await aWeekPasses(server)
  expect(await shownOn(bob, bob)).toMatchObject({ made: 8 })
  const days = (await drawn()).map(row => row.days)
  expect(days).toHaveLength(8)
  expect(days.filter(day => day < -0.01 || day > 14)).toEqual([])
  // All eight within an hour would be no accident.
  expect((days.at(-1) ?? 0) - (days[0] ?? 0)).toBeGreaterThan(1 / 24)
  await aWeekPasses(server)
  expect((await drawn()).length).toBe(8)
})

test('a change of an outdated thanks is refused, also when it was removed meanwhile; without a version it is saved', async () => {
  const { request, id } = await introduced(ada, bob, cleo)
  const put = (version: number, text: string) =>
    ada.tries('PUT', `/api/offers/${id}/thanks`, { text, is_public: false, version })
  expect((await ada.does(getOutcome, { id: request })).version).toBe(0)
  const { version } = await thank(id)
  expect(await put(0, 'From a tab without it')).toBe(409)
  expect(await put(version, 'Changed')).toBe(200)
  expect(await put(version, 'From another tab')).toBe(409)
  expect(await thanksSeenBy(ada, request)).toMatchObject({ text: 'Changed' })
  expect(await remove(bob, id)).toBe(204)
  expect(await put(version + 1, 'Again')).toBe(409)
  expect(await thanksSeenBy(ada, request)).toBeNull()
  // Said again, it has another version than the one that was removed.
  expect((await thank(id, 'Once more')).thanks?.text).toBe('Once more')
  for (const seen of [version, version + 1])
    expect(await put(seen, 'From the tab that shows the removed one')).toBe(409)
  expect((await bob.does(getOutcome, { id: request })).version).toBe(0)
})
