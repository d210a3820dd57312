import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { compared as compareFetched } from '../../tests/compare-fetched.ts'
import { notifyAsked } from '../../tests/notify-followers.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createIntroductionRequest } from '../introductions/contract.ts'
import { addInvestor } from '../investors/contract.ts'
import { askThoseWhoKnow, removeTie, setTie } from './contract.ts'
import { refreshNightlyTies } from './nightly.ts'

/** Every byte that another member can fetch, before and after a change of quiet ties. */

let server: TestServer
let url: string
let ada: Member
let bob: Member
let investor: number
let request: number
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  url = await server.listen()
  ada = await server.member('Ada')
  bob = await server.member('Bob')
  investor = (await bob.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })).id
  await bob.does(addInvestor, { name: 'Otto Brandt', firm: 'Lakefront' })
  const words = { request_title: 'Seed round', context: 'We raise our first round.', your_company: 'Lakeline' }
  request = (await bob.does(createIntroductionRequest, { ...words, target_investor_id: investor })).id
})
afterAll(() => server.close())

const paths = () => [
  ...['name', 'rating', 'newest', 'commented'].map(sort => `/api/investors?sort=${sort}`),
  '/api/investors?q=ines',
  '/api/investors/counts?q=ines',
  '/api/investors/similar?name=Ines%20Vela&firm=Prairie%20Seed',
  `/api/investors/${investor}`,
  `/api/investors/${investor}/ties`,
  `/api/investors/${investor}/comments`,
  `/api/investors/${investor}/neighbours`,
  ...['newest', 'oldest', 'urgent', 'title', 'company'].map(sort => `/api/direct-introduction-requests?sort=${sort}`),
  '/api/direct-introduction-requests?q=ines',
  `/api/introduction-requests/${request}`,
  `/api/introduction-requests/${request}/ask`,
  `/api/introduction-requests/${request}/history`,
  `/api/introduction-comments/${request}`,
  '/api/members',
  '/api/members/counts',
  `/api/members/${ada.profile_id}`,
  '/api/activity',
  '/api/home',
  '/api/notifications',
  '/api/notifications/unread',
  '/api/notification-settings',
  `/investors?investor=${investor}`,
  `/introduction-requests?request=${request}`,
]

/** What Bob can fetch, and the kinds of changes in his stream, before and after. */
const compared = (act: () => Promise<unknown>) =>
  compareFetched({ server, url, member: bob, marker: ada, paths: paths() }, act)

test('a quiet tie that is set, changed and taken back changes no byte for another member', async () => {
  for (const act of [
    () => ada.does(setTie, { id: investor, kind: 'met' }),
    () => ada.does(setTie, { id: investor, kind: 'well' }),
    () => ada.does(removeTie, { id: investor }),
  ]) {
    const { before, after, kinds } = await compared(act)
    expect(after).toEqual(before)
    expect(kinds).toEqual(['posts'])
  }
})

test('the same comparison notices a tie that is shown by name, and only where it is shown', async () => {
  const { before, after, kinds } = await compared(() => ada.does(setTie, { id: investor, kind: 'met', shown: 'named' }))
  const different = Object.keys(before).filter(path => before[path] !== after[path])
  expect(different).toEqual([`/api/investors/${investor}/ties`, `/investors?investor=${investor}`])
  expect(kinds).toEqual(['posts'])
  await ada.does(removeTie, { id: investor })
})

test('quiet ties of a few members change no byte, not even after the night; those of several change one answer, after it', async () => {
  const tie = async (name: string) => {
    const member = await server.member(name)
    await member.does(setTie, { id: investor, kind: 'met' })
  }
  const few = await compared(async () => {
    await ada.does(setTie, { id: investor, kind: 'met' })
    const { user_id } = ada
    await server.owner.run(sql`
      with new as (insert into users (email, username) values ('quiet@example.com', 'quiet') returning id)
      insert into investor_ties (investor_id, user_id, kind) select ${investor}, id, 'met' from new where id <> ${user_id}`)
    await refreshNightlyTies(server.db)
  })
  expect(few.after).toEqual(few.before)
  await tie('Cleo')
  await tie('Eve')
  const night = await compared(() => refreshNightlyTies(server.db))
  const different = Object.keys(night.before).filter(path => night.before[path] !== night.after[path])
  expect(different).toEqual([`/api/investors/${investor}/ties`, `/investors?investor=${investor}`])
})

test('what the requester gets does not depend on who was told: no answer, list or stream contains it', async () => {
  const { id } = await bob.does(addInvestor, { name: 'Nobody Knows', firm: 'Nowhere' })
  const words = { request_title: 'Nobody', context: 'We raise our first round.', your_company: 'Lakeline' }
  const lonely = await bob.does(createIntroductionRequest, { ...words, target_investor_id: id })
  const texts: string[] = []
  for (const asked of [request, lonely.id]) {
    await bob.does(askThoseWhoKnow, { id: asked })
    const { before, after, kinds } = await compared(() => notifyAsked(server))
    expect(after).toEqual(before)
    expect(kinds).toEqual(['posts'])
    const { text } = await bob.asks('GET', `/api/introduction-requests/${asked}/ask`)
    texts.push(text.replace(/\d/g, '0'))
  }
  expect(texts[0]).toBe(texts[1])
  const told = await server.owner.rows(sql`select 1 from notifications where kind = 'asked_to_introduce'`)
  expect(told.length).toBeGreaterThan(2)
})

test('an export contains the own ties and asks, and none of others', async () => {
  const exportOf = async ({ cookies }: Member) => {
    const { rawPayload } = await server.app.inject({ url: '/api/account/export', headers: { cookie: cookies } })
    return JSON.parse(strFromU8(unzipSync(rawPayload)['data.json'] ?? new Uint8Array()))
  }
  await ada.does(setTie, { id: investor, kind: 'well', shown: 'named' })
  expect(await exportOf(ada)).toMatchObject({
    investor_ties: [{ investor_id: investor, kind: 'well', shown: 'named' }],
    tie_asks: [],
  })
  const { investor_ties, tie_asks } = await exportOf(bob)
  expect([investor_ties, tie_asks.length]).toEqual([[], 2])
})
