import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { fetched } from '../../tests/compare-fetched.ts'
import { nextDay } from '../../tests/next-day.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { muteMember } from '../notifications/contract.ts'
import { saveProfile } from '../profile/contract.ts'
import { listPeopleForMe, listPeopleToMeet, refuseMember, saveMatchSettings } from './contract.ts'

/** Ada tries to find out who does not want to be suggested. She knows the reasons and points of all, from 'Best for me'. */
let server: TestServer
let ada: Member
beforeEach(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  await ada.does(saveProfile, { needs: ['Hiring'] })
})
afterEach(() => server.close())

const PATHS = ['/api/people-for-me', '/api/people-to-meet', '/']
const idOf = ({ profile_id }: Member) => profile_id ?? 0
const helper = async (name: string, more: 'Funding'[] = []) => {
  const member = await server.member(name)
  await member.does(saveProfile, { can_help_with: ['Hiring', ...more] })
  return member
}
const helpers = async (count: number) => {
  const all = []
  for (let n = 0; n < count; n++) all.push(await helper(`Helper ${n}`))
  return all
}
const changeSecret = () => server.owner.run(sql`update match_draws set secret = ${randomBytes(32)}`)
const today = sql`today_in(${'America/Chicago'})`
/** To another member, on this day or later. */
const isSuggested = async (member: Member, to = ada, ahead = 0) => {
  const [row] = await to.sql<{ is: boolean }>(
    sql`select is_suggested_to_me(${member.user_id}, ${today} + ${ahead}::integer) as is`,
  )
  return row?.is
}
const seen = async () => {
  const lists = [await ada.does(listPeopleForMe, {}), await ada.does(listPeopleToMeet, {})]
  return [...new Set(lists.flat().map(({ id }) => id))]
}

test('the draw follows from the secret: who does not know it cannot compute who was to be drawn', async () => {
  await helpers(12)
  const drawn = (order: 'drawn' | 'hash') =>
    ada.sql<{ day: number; ids: number[] }>(sql`
      select day, array(
        select id from people_for_me(date '2030-01-01' + day, 'UTC', 3) where ${order} = 'drawn'
        union all (select id from unnest(my_matches()) id where ${order} = 'hash'
          order by md5(concat_ws(' ', me(), date '2030-01-01' + day, id)) limit 3) order by 1) as ids
      from generate_series(1, 20) day`)
  const first = await drawn('drawn')
  expect(first.every(({ ids }) => ids.length === 3)).toBe(true)
  expect(first).not.toEqual(await drawn('hash'))
  expect(await drawn('drawn')).toEqual(first)
  await changeSecret()
  expect(await drawn('drawn')).not.toEqual(first)
})

test('whoever refuses or mutes everybody shown sees nobody else on that day, and on the next day none of them again', async () => {
  await helpers(12)
  const first = await seen()
  for (const id of first) {
    await ada.does(id === first[0] ? muteMember : refuseMember, { id })
    expect(first).toEqual(expect.arrayContaining(await seen()))
  }
  expect(await seen()).toEqual([])
  await nextDay(server)
  const others = await seen()
  expect(others.length).toBeGreaterThanOrEqual(3)
  expect(others.filter(id => first.includes(id))).toEqual([])
})

/** Whatever Ada is shown while she refuses everybody, day by day, until nobody is left; then with a profile that only one member fits. */
async function walk() {
  await ada.does(saveProfile, { needs: ['Hiring'] })
  await server.owner.run(sql`delete from match_refusals`)
  const bytes = []
  const met = new Set<number>()
  for (let isOver = false; !isOver; await nextDay(server)) {
    bytes.push(await fetched(ada, PATHS))
    const found = await seen()
    for (const id of found) {
      met.add(id)
      await ada.does(refuseMember, { id })
      bytes.push(await fetched(ada, PATHS))
    }
    isOver = found.length === 0
  }
  await ada.does(saveProfile, { needs: ['Funding'] })
  bytes.push(await fetched(ada, PATHS))
  for (const id of await seen()) met.add(id)
  // The version and the time of her own profile are in the page.
  return { bytes: JSON.stringify(bytes).replace(/\\"(version|updated_at)\\\\*":[^,}]*/g, ''), met }
}

test('who does not want to be suggested leaves the same bytes as who is hidden at random, whatever the other tries', async () => {
  const others = await helpers(6)
  const bob = await helper('Bob', ['Funding'])
  const all = [...others, bob].map(idOf)
  // Nobody is hidden at random: the walk finds everybody, so that who is never found does not want to be suggested.
  expect([...(await walk()).met].sort()).toEqual(all.sort())

  await server.owner.run(sql`update match_draws set rest_days = 35, pair_rest_days = 364`)
  const carl = others[0] as Member
  const isOnlyBobResting = async () => !(await isSuggested(bob)) && (await isSuggested(carl))
  for (let tries = 0; tries < 200 && !(await isOnlyBobResting()); tries++) await changeSecret()
  expect(await isOnlyBobResting()).toBe(true)
  const hidden = await walk()
  await bob.does(saveMatchSettings, { is_suggested: false })
  const off = await walk()
  expect(hidden.met).toContain(idOf(carl))
  expect(hidden.met).not.toContain(idOf(bob))
  expect(off).toEqual(hidden)
  // The comparison notices another member who is left out.
  await carl.does(saveMatchSettings, { is_suggested: false })
  await nextDay(server)
  expect(await walk()).not.toEqual(hidden)
})

test('a choice holds from the next day on, however often it changes on one', async () => {
  const bob = await helper('Bob')
  const chooses = (is_suggested: boolean) => bob.does(saveMatchSettings, { is_suggested })
  const days = async () => [await isSuggested(bob), await isSuggested(bob, ada, 1)]
  expect(await days()).toEqual([true, true])
  await chooses(false)
  expect(await days()).toEqual([true, false])
  await chooses(true)
  expect(await days()).toEqual([true, true])
  await chooses(false)
  await nextDay(server)
  expect(await days()).toEqual([false, false])
  await chooses(true)
  expect(await days()).toEqual([false, true])
  await chooses(false)
  await chooses(false)
  expect(await days()).toEqual([false, false])
})

test.each([
  ['an eighth of the members is hidden at any time, for five weeks on average', 35, 35, 40, 600, [0.08, 0.18]],
  ['of the pairs a fifth, for a year on average', 364, 57, 20, 2500, [0.12, 0.28]],
] as const)(
  '%s, from any day on, for few days or many, and none for ever',
  async (_, average, share, members, days, [least, most]) => {
    // With these names and this secret, the result is always the same.
    const rows = await server.owner.rows<{ days: boolean[] }>(sql`
    select array_agg(is_randomly_hidden('Member ' || n, date '2030-01-01' + day, ${average}, ${share}, 'secret'::bytea) order by day) as days
    from generate_series(1, ${members}::integer) n, generate_series(1, ${days}::integer) day group by n`)
    const all = rows.flatMap(({ days }) => days)
    expect(all.filter(Boolean).length / all.length).toBeGreaterThan(least)
    expect(all.filter(Boolean).length / all.length).toBeLessThan(most)
    const begins = new Set<number>()
    const lengths: number[] = []
    for (const { days } of rows) {
      expect(days).toContain(false)
      // Of a hidden time at either end of these days, only a part is seen.
      for (const hidden of days
        .map(is => (is ? 'r' : '-'))
        .join('')
        .matchAll(/(?<=-)r+(?=-)/g)) {
        lengths.push(hidden[0].length)
        begins.add(hidden.index % average)
      }
    }
    // The day says nothing: random hiding begins on any day, and may be short.
    expect(begins.size).toBeGreaterThan(5)
    for (const [from, to] of [
      [0, 0.5],
      [0.5, 1],
      [1, 2],
    ] as const)
      expect(lengths.filter(length => length > from * average && length <= to * average)).not.toEqual([])
    expect(Math.min(...lengths)).toBeLessThan(average / 5)
  },
)

test('who is hidden at random is so for all, so that several see no more than one; and each pair is hidden on its own days', async () => {
  const bob = await server.member('Bob')
  const suggestedTo = (member: Member) =>
    member.sql(sql`
      select n from generate_series(1, 100) n where is_suggested_to_me(md5(n::text)::uuid, date '2030-01-01') order by n`)
  await server.owner.run(sql`update match_draws set rest_days = 35`)
  const suggested = await suggestedTo(ada)
  expect(suggested.length).toBeLessThan(100)
  expect(await suggestedTo(bob)).toEqual(suggested)
  await server.owner.run(sql`update match_draws set rest_days = 0, pair_rest_days = 364`)
  expect(await suggestedTo(bob)).not.toEqual(await suggestedTo(ada))
})
