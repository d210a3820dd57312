import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { compared } from '../../tests/compare-fetched.ts'
import { nextDay } from '../../tests/next-day.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createReply, createTopic } from '../forum/contract.ts'
import { addInvestor, postComment } from '../investors/contract.ts'
import { saveProfile } from '../profile/contract.ts'
import { setTie } from '../ties/contract.ts'
import { refuseMember, saveMatchSettings, takeBackRefusal } from './contract.ts'

/** Every byte that others can fetch, around each act that they may not know of. */

let server: TestServer
let url: string
let ada: Member
let bob: Member
let marker: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  url = await server.listen()
  ada = await server.member('Ada')
  bob = await server.member('Bob')
  marker = await server.member('Marker')
  await ada.does(saveProfile, { needs: ['Hiring'], can_help_with: ['Funding'], industry: 'Fintech' })
  await bob.does(saveProfile, { needs: ['Funding'], can_help_with: ['Hiring'], industry: 'Fintech' })
})
afterAll(() => server.close())

const idOf = ({ profile_id }: Member) => profile_id ?? 0
const paths = () => [
  '/api/members',
  '/api/members?sort=best',
  '/api/people-for-me',
  '/api/people-to-meet',
  '/api/match-settings',
  '/api/not-for-me',
  ...[ada, bob].flatMap(member => [`/api/members/${idOf(member)}`, `/api/members/${idOf(member)}/reasons`]),
  '/api/activity',
  '/api/notifications',
  '/api/notifications/unread',
  `/members/${idOf(bob)}`,
  '/members?sort=best',
  '/',
]
const around = async (member: Member, act: () => Promise<unknown>, left: string[] = []) => {
  const all = paths().filter(path => !left.includes(path))
  const { different, kinds } = await compared({ server, url, member, marker, paths: all }, act)
  return { different, kinds }
}
const silent = { different: [], kinds: ['posts'] }

test('who is refused, or takes part in it no more, learns nothing', async () => {
  expect(await around(bob, () => ada.does(refuseMember, { id: idOf(bob) }))).toEqual(silent)
  expect(await around(bob, () => ada.does(takeBackRefusal, { id: idOf(bob) }))).toEqual(silent)
  expect(await bob.sql(sql`select 1 from match_refusals`)).toEqual([])
})

test('who switches suggestions off is missing under People for you from the next day on, and nowhere else', async () => {
  const home = ['/', '/api/people-for-me', '/api/people-to-meet']
  for (const is_suggested of [false, true]) {
    // Nobody sees the moment.
    expect(await around(ada, () => bob.does(saveMatchSettings, { is_suggested }))).toEqual(silent)
    expect(await around(ada, () => nextDay(server), home)).toEqual(silent)
    expect((await ada.asks('GET', '/api/people-for-me')).text.includes('Bob')).toBe(is_suggested)
    expect(await ada.sql(sql`select 1 from match_settings`)).toEqual([])
  }
  // Nobody can read or write the choices of others.
  const write = sql`insert into match_settings (user_id, is_suggested) values (${ada.user_id}, false)`
  await expect(bob.sql(write)).rejects.toThrow(/row-level security/)
  const refuse = sql`insert into match_refusals (user_id, refused_id) values (${ada.user_id}, ${idOf(bob)})`
  await expect(bob.sql(refuse)).rejects.toThrow(/row-level security/)
})

/** Only what the forum itself shows changes, which is not among these paths. */
test.each([
  ['an anonymous reply of the other', () => bob, () => ada, { is_anonymous: true }, {}],
  ['an anonymous reply of mine', () => ada, () => bob, {}, { is_anonymous: true }],
] as const)('%s in a shared topic is no reason, for either of us', async (_, first, second, anonymous, other) => {
  const topic = await marker.does(createTopic, { title: 'Payroll', content: 'How?' })
  for (const member of [ada, bob]) {
    const reasons = async () =>
      (await member.asks('GET', `/api/members/${idOf(member === ada ? bob : ada)}/reasons`)).text
    const before = await reasons()
    await first().does(createReply, { id: topic.id, content: 'One', ...anonymous })
    await second().does(createReply, { id: topic.id, content: 'Two', ...other })
    expect(await reasons()).toBe(before)
    expect(before).toContain('"topics": []')
  }
  // The comparison notices what is said in the open.
  await first().does(createReply, { id: topic.id, content: 'Three' })
  await second().does(createReply, { id: topic.id, content: 'Four' })
  const { text } = await ada.asks('GET', `/api/members/${idOf(bob)}/reasons`)
  expect(text).toContain('Payroll')
  await server.owner.run(sql`delete from posts where id = ${topic.id}`)
})

test('an anonymous topic of the other, in which I wrote, is no reason', async () => {
  const topic = await bob.does(createTopic, { title: 'Hush', content: 'How?', is_anonymous: true })
  await ada.does(createReply, { id: topic.id, content: 'So.' })
  for (const [member, other] of [
    [ada, bob],
    [bob, ada],
  ] as const)
    expect((await member.asks('GET', `/api/members/${idOf(other)}/reasons`)).text).not.toContain('Hush')
})

test('private comments and quiet ties change neither reasons nor order', async () => {
  const { id } = await marker.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  await ada.does(postComment, { id, content: 'In private.', is_private: true })
  await ada.does(setTie, { id, kind: 'well' })
  const left = [
    '/',
    '/api/activity',
    '/api/notifications',
    '/api/notifications/unread',
    '/members?sort=best',
    `/members/${idOf(bob)}`,
  ]
  const { different } = await around(
    ada,
    async () => {
      await bob.does(postComment, { id, content: 'In private.', is_private: true })
      await bob.does(setTie, { id, kind: 'well' })
    },
    left,
  )
  expect(different).toEqual([])
})
