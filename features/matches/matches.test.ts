import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { nextDay } from '../../tests/next-day.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createEvent } from '../events/contract.ts'
import { createReply, createTopic } from '../forum/contract.ts'
import { listMembers } from '../members/contract.ts'
import { muteMember } from '../notifications/contract.ts'
import { commands } from '../operator/commands.ts'
import { saveProfile } from '../profile/contract.ts'
import {
  getReasons,
  listPeopleForMe,
  listPeopleToMeet,
  listRefused,
  reasonTexts,
  refuseMember,
  saveMatchSettings,
  takeBackRefusal,
} from './contract.ts'
import { keepMatches } from './keeping.ts'

/** One community per test: who comes first depends on all members. */
let server: TestServer
let ada: Member
beforeEach(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  await ada.does(saveProfile, {
    needs: ['Legal Help', 'Hiring'],
    can_help_with: ['Funding'],
    industry: 'Fintech',
    stage: 'Seed',
    location: 'West Loop',
  })
})
afterEach(() => server.close())

type Said = Parameters<typeof ada.does<typeof saveProfile>>[1]
const joins = async (name: string, said: Said = {}) => {
  const member = await server.member(name)
  await member.does(saveProfile, said)
  return member
}
const idOf = ({ profile_id }: Member) => profile_id ?? 0
const people = async (member = ada) => (await member.does(listPeopleForMe, {})).map(({ full_name }) => full_name)
const reasonsOf = async (other: Member, me = ada) =>
  reasonTexts(await me.does(getReasons, { id: idOf(other) })).map(({ text }) => text)
const best = async (query: object = {}, member = ada) =>
  (await member.does(listMembers, { sort: 'best', ...query })).map(({ full_name }) => full_name)

test('every reason is what both said of themselves, and goes when they no longer say it', async () => {
  const bob = await joins('Bob', {
    needs: ['Funding', 'Customers'],
    can_help_with: ['Mentorship', 'Hiring', 'Legal Help'],
    industry: 'Fintech',
    stage: 'Seed',
    location: 'west loop',
  })
  const topic = await ada.does(createTopic, { title: 'Payroll for two', content: 'How?' })
  await bob.does(createReply, { id: topic.id, content: 'By hand.' })
  expect(await reasonsOf(bob)).toEqual([
    'Can help with Legal Help and Hiring, which you look for',
    'Looks for Funding, which you can help with',
    'Also in Fintech',
    'Wrote in “Payroll for two”, as you did',
    'Both at Seed',
    'Both in west loop',
  ])
  expect(await reasonsOf(ada, bob)).toContain('Can help with Funding, which you look for')
  await bob.does(saveProfile, { can_help_with: [], needs: [], industry: 'Other', stage: '', location: '' })
  expect(await reasonsOf(bob)).toEqual(['Wrote in “Payroll for two”, as you did'])
  await commands.hide?.run(server.owner, 'post', String(topic.id))
  expect(await reasonsOf(bob)).toEqual([])
})

test('both add events to the calendar: those of the other that are upcoming or of the last 90 days', async () => {
  const bob = await joins('Bob', { can_help_with: ['Hiring'] })
  const adds = (member: Member, title: string, daysFromNow: number) =>
    member.does(createEvent, {
      title,
      description: 'Coffee',
      location: 'Fulton Market',
      event_date: new Date(Date.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10),
    })
  await adds(bob, 'Old', -92)
  await adds(ada, 'Mine', -80)
  expect(await reasonsOf(bob)).toEqual(['Can help with Hiring, which you look for'])
  for (const [n, days] of [-80, 5, 20, 10].entries()) await adds(bob, `Breakfast ${n}`, days)
  const both = 'Adds events, as you do: “Breakfast 2”, “Breakfast 3”, and “Breakfast 1”'
  expect(await reasonsOf(bob)).toEqual(['Can help with Hiring, which you look for', both])
  expect(await reasonsOf(ada, bob)).toEqual([
    'Looks for Hiring, which you can help with',
    'Adds events, as you do: “Mine”',
  ])
  await joins('Cem', { can_help_with: ['Hiring'], location: 'West Loop' })
  await joins('Dora', { can_help_with: ['Hiring'], stage: 'Seed', location: 'West Loop' })
  expect(await best()).toEqual(['Dora', 'Bob', 'Cem', 'Ada'])
  // Events alone are too little to suggest somebody.
  await bob.does(saveProfile, { can_help_with: [] })
  expect(await reasonsOf(bob)).toEqual([both])
  expect(await people()).toEqual(expect.not.arrayContaining(['Bob']))
  await ada.sql(sql`delete from events where title = 'Mine'`)
  expect(await reasonsOf(bob)).toEqual([])
})

test('a location is the same without case and accents, in the reasons and in the order', async () => {
  await ada.does(saveProfile, { industry: '', stage: '', location: 'evanston' })
  const near = await joins('Zoe', { location: 'Évanston' })
  await joins('Abe', { location: 'Evanston North' })
  await joins('Bea', { location: '' })
  expect(await reasonsOf(near)).toEqual(['Both in Évanston'])
  expect(await best()).toEqual(['Zoe', 'Abe', 'Ada', 'Bea'])
  await ada.does(saveProfile, { location: '' })
  expect(await best()).toEqual(['Abe', 'Ada', 'Bea', 'Zoe'])
})

test('nothing in common is no reason: neither empty fields, nor Other, nor oneself', async () => {
  const bob = await joins('Bob', { industry: 'Other' })
  await ada.does(saveProfile, { industry: 'Other', stage: '', location: '', needs: [], can_help_with: [] })
  expect(await reasonsOf(bob)).toEqual([])
  expect(await reasonsOf(ada)).toEqual([])
  expect(await people()).toEqual([])
  expect(await ada.tries('GET', '/api/members/99999999/reasons')).toBe(404)
})

test('Best for me: by the weight of the reasons, then everybody else by name; filters, search and pages keep the order', async () => {
  await joins('Zoe', { can_help_with: ['Legal Help', 'Hiring'], industry: 'Fintech' })
  await joins('Yan', { can_help_with: ['Hiring'], stage: 'Seed' })
  await joins('Xia', { can_help_with: ['Hiring'], location: 'West Loop' })
  await joins('Wim', { needs: ['Funding'], industry: 'Fintech' })
  await joins('Abe')
  const all = ['Zoe', 'Yan', 'Xia', 'Wim', 'Abe', 'Ada']
  expect(await best()).toEqual(all)
  expect(await best({ sort: 'name' })).toEqual([...all].sort())
  const paged = (await ada.pages('/api/members?sort=best&limit=1')) as { full_name: string }[]
  expect(paged.map(({ full_name }) => full_name)).toEqual(all)
  expect(await best({ industry: 'Fintech' })).toEqual(['Zoe', 'Wim', 'Ada'])
  expect(await best({ q: 'yan' })).toEqual(['Yan'])
  expect(await best({ q: 'fintech' })).toEqual(['Zoe', 'Wim', 'Ada'])
  const [first, ...rest] = await ada.does(listMembers, { sort: 'best' })
  expect(rest.at(-1)).toMatchObject({ full_name: 'Ada', reasons: null })
  expect(first?.reasons && reasonTexts(first.reasons).map(({ text }) => text)).toEqual([
    'Can help with Legal Help and Hiring, which you look for',
    'Also in Fintech',
  ])
})

test('People for you: three of the best twelve, the same all day and others on another day', async () => {
  for (let n = 0; n < 14; n++)
    await joins(`Helper ${n}`, { can_help_with: n < 12 ? ['Hiring', 'Legal Help'] : ['Hiring'] })
  const shown = await people()
  expect(shown).toHaveLength(3)
  expect(await people()).toEqual(shown)
  const onDay = async (day: number) =>
    (
      await ada.sql<{ full_name: string }>(
        sql`select full_name from people_for_me(date '2030-01-01' + ${day}::integer, 'UTC', 3) join profiles using (id)`,
      )
    ).map(({ full_name }) => full_name)
  const days = []
  for (let day = 0; day < 20; day++) days.push(await onDay(day))
  const seen = new Set(days.flat())
  expect(seen.size).toBeGreaterThan(6)
  expect([...seen]).not.toContain('Helper 12')
  expect([...seen]).not.toContain('Helper 13')
})

test('to meet: five of the best twelve with their reasons, the same every day, without those whom I refuse', async () => {
  expect(await ada.does(listPeopleToMeet, {})).toEqual([])
  for (let n = 0; n < 13; n++)
    await joins(`Helper ${n}`, { can_help_with: n < 12 ? ['Hiring', 'Legal Help'] : ['Hiring'] })
  const five = await ada.does(listPeopleToMeet, {})
  expect(five).toHaveLength(5)
  expect(await ada.does(listPeopleToMeet, {})).toEqual(five)
  for (const { full_name, reasons } of five) {
    expect(full_name).not.toBe('Helper 12')
    expect(reasonTexts(reasons)[0]?.text).toBe('Can help with Legal Help and Hiring, which you look for')
  }
  const [first, ...others] = five.map(({ id }) => id)
  await ada.does(refuseMember, { id: first ?? 0 })
  const now = async () => (await ada.does(listPeopleToMeet, {})).map(({ id }) => id)
  expect(await now()).toEqual(others)
  await nextDay(server)
  expect(await now()).toHaveLength(5)
  expect(await now()).toEqual(expect.arrayContaining(others))
  expect(await now()).not.toContain(first)
  // No call gets more, which would show who of the best is left out.
  expect(await ada.sql(sql`select from people_for_me(null, 'UTC', 100)`)).toHaveLength(5)
})

test('Not for me: never shown again, the other two stay, the place is empty until the next day, and it can be taken back', async () => {
  for (let n = 0; n < 6; n++) await joins(`Helper ${n}`, { can_help_with: ['Hiring'] })
  const all = await ada.does(listPeopleForMe, {})
  const [first, ...others] = all
  const refused = first?.id ?? 0
  expect(await ada.does(refuseMember, { id: refused })).toEqual({ is_refused: true })
  expect(await ada.does(listPeopleForMe, {})).toEqual(others)
  expect(await ada.does(takeBackRefusal, { id: refused })).toEqual({ is_refused: false })
  expect(await ada.does(listPeopleForMe, {})).toEqual(all)
  await ada.does(refuseMember, { id: refused })
  await nextDay(server)
  const later = (await ada.does(listPeopleForMe, {})).map(({ id }) => id)
  expect(later).toHaveLength(3)
  expect(later).not.toContain(refused)
  expect(await ada.does(listRefused, {})).toMatchObject([{ id: refused }])
  expect(await ada.does(takeBackRefusal, { id: refused })).toEqual({ is_refused: false })
  expect(await ada.does(listRefused, {})).toEqual([])
  expect((await ada.does(listPeopleForMe, {})).map(({ id }) => id)).toContain(refused)
})

test('never suggested: who does not want it, is muted, disabled, has left, or shares only stage or place', async () => {
  const said: Said = { can_help_with: ['Hiring'] }
  const [off, muted, disabled, left] = [
    await joins('Off', said),
    await joins('Muted', said),
    await joins('Disabled', said),
    await joins('Left', said),
  ]
  await joins('Near', { stage: 'Seed', location: 'West Loop' })
  await joins('Open', said)
  await off.does(saveMatchSettings, { is_suggested: false })
  await nextDay(server)
  await ada.does(muteMember, { id: idOf(muted) })
  await commands.disable?.run(server.owner, disabled.email)
  expect(await left.tries('POST', '/api/account/delete', { password: PASSWORD, content: 'anonymise' })).toBe(204)
  expect(await people()).toEqual(['Open'])
  await off.does(saveMatchSettings, { is_suggested: true })
  await nextDay(server)
  expect((await people()).sort()).toEqual(['Off', 'Open'])
})

test('an email that a member hides is not in the suggestion', async () => {
  await joins('Bob', { can_help_with: ['Hiring'], email: 'bob@kowalski.example', email_visibility: 'members' })
  expect(await ada.does(listPeopleForMe, {})).toMatchObject([{ email: 'bob@kowalski.example' }])
  await joins('Cleo', { can_help_with: ['Hiring'], email: 'cleo@ortiz.example', email_visibility: 'only me' })
  const { text } = await ada.asks('GET', '/api/people-for-me')
  expect(text).toContain('Cleo')
  expect(text).not.toContain('cleo@ortiz')
})

const growLarge = () =>
  server.owner.run(sql`
    with new as (insert into users (email, username) select 'm' || n || '@example.com', 'm' || n from generate_series(1, 1000) n returning id)
    insert into profiles (user_id, full_name, industry) select id, 'Member', 'SaaS' from new`)

test('in a large community the order is computed once at a time for each member; a kept one is read meanwhile', async () => {
  const bob = await joins('Bob', { can_help_with: ['Hiring'] })
  const whileAdaComputes = (work: () => Promise<void>) =>
    server.db.asMember(ada, async tx => {
      await tx.rows(sql`select my_matches()`)
      await work()
    })
  const reads = ['/api/people-for-me', '/api/people-to-meet', '/api/members?sort=best']
  const answers = async (member: Member) => {
    const statuses = []
    for (const path of reads) statuses.push(await member.tries('GET', path))
    return statuses
  }
  await whileAdaComputes(async () => expect(await answers(ada)).toEqual([200, 200, 200]))
  await growLarge()
  await whileAdaComputes(async () => {
    expect(await answers(ada)).toEqual([503, 503, 503])
    expect(await ada.tries('GET', '/api/members')).toBe(200)
    expect(await answers(bob)).toEqual([200, 200, 200])
    await ada.asks('POST', '/api/visits', {})
    await keepMatches(server.db)
    expect(await answers(ada)).toEqual([200, 200, 200])
  })
  await ada.does(saveProfile, { needs: ['Hiring'] })
  expect(await answers(ada)).toEqual([200, 200, 200])
})

test('in a large community the order is kept, and is new at once when I change my profile', async () => {
  await growLarge()
  const zoe = await joins('Zoe', { can_help_with: ['Hiring'] })
  await joins('Yan', { can_help_with: ['Customers'] })
  const kept = () =>
    server.owner.rows<{ best: number[] }>(sql`select best from match_orders where user_id = ${ada.user_id}`)
  await keepMatches(server.db)
  expect(await kept()).toEqual([])
  await ada.asks('POST', '/api/visits', {})
  await keepMatches(server.db)
  expect(await kept()).toEqual([{ best: [idOf(zoe)] }])
  // Kept: a new member is not in it yet, and a reason that is gone is not shown.
  await joins('Xia', { can_help_with: ['Hiring', 'Legal Help'] })
  expect((await best({ limit: 1 }))[0]).toBe('Zoe')
  await zoe.does(saveProfile, { can_help_with: [] })
  expect(await people()).toEqual([])
  await ada.does(saveProfile, { needs: ['Customers'] })
  expect(await kept()).toEqual([])
  expect((await best({ limit: 1 }))[0]).toBe('Yan')
  expect(await people()).toEqual(['Yan'])
  // An order of the day before does not count.
  await keepMatches(server.db)
  await server.owner.run(sql`update match_orders set made_at = now() - interval '25 hours', best = '{}'`)
  expect(await people()).toEqual(['Yan'])
  await keepMatches(server.db)
  expect(await kept()).toMatchObject([{ best: [expect.anything()] }])
})
