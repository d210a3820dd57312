import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { addInvestor, deleteInvestor, listInvestors } from '../investors/contract.ts'
import { commands } from '../operator/commands.ts'
import { getTies, MAX_NAMED, removeTie, setTie } from './contract.ts'
import { refreshNightlyTies } from './nightly.ts'

let server: TestServer
let ada: Member
let bob: Member
let cleo: Member
let id: number
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  bob = await server.member('Bob')
  cleo = await server.member('Cleo')
})
afterAll(() => server.close())
beforeEach(async () => {
  id = (await cleo.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })).id
})

const nobody = { mine: null, named: [], has_more_named: false, several_more: false }
const entry = ({ profile_id }: Member, full_name: string, kind: string) => ({
  id: profile_id,
  full_name,
  profile_picture: null,
  kind,
})
const night = () => refreshNightlyTies(server.db)
const severalFor = async (member: Member) => (await member.does(getTies, { id })).several_more
/** Quiet ties of this many other members. */
async function quietOthers(count: number): Promise<Member[]> {
  const others: Member[] = []
  for (let i = 0; i < count; i++) {
    const member = await server.member(`Quiet ${i}`)
    await member.does(setTie, { id, kind: 'met' })
    others.push(member)
  }
  return others
}

test('a tie is quiet unless its member shows it, can be changed and taken back, and others see what is shown', async () => {
  expect(await ada.does(getTies, { id })).toEqual(nobody)
  expect(await ada.does(setTie, { id, kind: 'met' })).toEqual({ ...nobody, mine: { kind: 'met', shown: 'quiet' } })
  expect(await bob.does(getTies, { id })).toEqual(nobody)
  const shown = await ada.does(setTie, { id, kind: 'met', shown: 'named' })
  expect(shown).toEqual({ ...nobody, mine: { kind: 'met', shown: 'named' } })
  expect(await bob.does(getTies, { id })).toEqual({ ...nobody, named: [entry(ada, 'Ada', 'met')] })
  // Another kind does not change who sees it.
  expect(await ada.does(setTie, { id, kind: 'well' })).toMatchObject({ mine: { kind: 'well', shown: 'named' } })
  await bob.does(setTie, { id, kind: 'pitched', shown: 'named' })
  expect((await cleo.does(getTies, { id })).named).toEqual([entry(ada, 'Ada', 'well'), entry(bob, 'Bob', 'pitched')])
  await ada.does(setTie, { id, kind: 'well', shown: 'quiet' })
  expect((await cleo.does(getTies, { id })).named).toEqual([entry(bob, 'Bob', 'pitched')])
  expect(await bob.does(removeTie, { id })).toEqual(nobody)
  expect(await cleo.does(getTies, { id })).toEqual(nobody)
  // Nothing to take back.
  expect(await bob.does(removeTie, { id })).toEqual(nobody)
})

test('unknown investors and invalid choices are refused', async () => {
  expect(await ada.tries('GET', '/api/investors/99999999/ties')).toBe(404)
  expect(await ada.tries('PUT', '/api/investors/99999999/tie', { kind: 'met' })).toBe(404)
  expect(await ada.tries('DELETE', '/api/investors/99999999/tie')).toBe(404)
  for (const body of [{}, { kind: 'cousin' }, { kind: 'met', shown: 'everybody' }])
    expect(await ada.tries('PUT', `/api/investors/${id}/tie`, body)).toBe(400)
})

test('at most fifty members are listed by name', async () => {
  await server.owner.run(sql`
    with new as (insert into users (email, username) select 'tie' || n || '@example.com', 'tie' || n from generate_series(1, ${MAX_NAMED + 1}) n returning id),
      made as (insert into profiles (user_id, full_name) select id, 'Tied' from new)
    insert into investor_ties (investor_id, user_id, kind, shown) select ${id}, id, 'met', 'named' from new`)
  const { named, has_more_named } = await ada.does(getTies, { id })
  expect([named.length, has_more_named]).toEqual([MAX_NAMED, true])
})

describe('with SQL as a member', () => {
  test('only own ties are written, and of others only those shown by name are read', async () => {
    await ada.does(setTie, { id, kind: 'met' })
    const seen = async () => (await bob.sql(sql`select 1 from investor_ties where investor_id = ${id}`)).length
    expect(await seen()).toBe(0)
    const forge = sql`insert into investor_ties (investor_id, user_id, kind) values (${id}, ${ada.user_id}, 'well')`
    await expect(bob.sql(forge)).rejects.toThrow(/row-level security/)
    await ada.does(setTie, { id, kind: 'met', shown: 'named' })
    expect(await seen()).toBe(1)
    expect(await bob.sql(sql`update investor_ties set kind = 'well' where investor_id = ${id} returning id`)).toEqual(
      [],
    )
    expect(await bob.sql(sql`delete from investor_ties where investor_id = ${id} returning id`)).toEqual([])
    await expect(ada.sql(sql`update investor_ties set user_id = ${bob.user_id}`)).rejects.toThrow(/permission denied/)
  })

  test('nobody reads the ties of the night, and a visitor reads nothing', async () => {
    await expect(ada.sql(sql`select 1 from nightly_ties`)).rejects.toThrow(/permission denied/)
    for (const table of [sql`investor_ties`, sql`nightly_ties`, sql`tie_asks`])
      await expect(server.visitor.sql(sql`select 1 from ${table}`)).rejects.toThrow(/permission denied/)
  })
})

describe('several more', () => {
  test('is told from three others on, never counting the reader, and only after the night', async () => {
    const [first] = await quietOthers(2)
    await ada.does(setTie, { id, kind: 'well' })
    expect(await severalFor(bob)).toBe(false)
    await night()
    expect(await severalFor(bob)).toBe(true)
    expect(await severalFor(ada)).toBe(false)
    expect(await severalFor(first as Member)).toBe(false)
    await quietOthers(1)
    expect(await severalFor(ada)).toBe(false)
    await night()
    expect(await severalFor(ada)).toBe(true)
  })

  test('does not change before the night, whatever those counted do', async () => {
    const [first, second, third] = (await quietOthers(3)) as [Member, Member, Member]
    await night()
    expect(await severalFor(bob)).toBe(true)
    const steps: (() => Promise<unknown>)[] = [
      () => first.does(setTie, { id, kind: 'well', shown: 'named' }),
      () => first.does(setTie, { id, kind: 'well', shown: 'quiet' }),
      () => first.does(removeTie, { id }),
      () => commands.disable?.run(server.owner, second.email) ?? Promise.reject(),
      () => server.owner.run(sql`select delete_account(${third.user_id}, 'remove')`),
    ]
    for (const step of steps) {
      await step()
      expect(await severalFor(bob)).toBe(true)
    }
    // The one who took it back is still not counted for themselves.
    expect(await severalFor(first)).toBe(false)
    await night()
    expect(await severalFor(bob)).toBe(false)
    expect(await server.owner.rows(sql`select 1 from nightly_ties where investor_id = ${id}`)).toEqual([])
  })

  test('does not count disabled members and those shown by name', async () => {
    const [first, second] = (await quietOthers(4)) as [Member, Member]
    await first.does(setTie, { id, kind: 'met', shown: 'named' })
    await night()
    expect(await severalFor(bob)).toBe(true)
    await commands.disable?.run(server.owner, second.email)
    await night()
    expect(await severalFor(bob)).toBe(false)
    await commands.enable?.run(server.owner, second.email)
    await night()
    expect(await severalFor(bob)).toBe(true)
  })

  test('is refreshed in batches, and rows of deleted investors go', async () => {
    await quietOthers(3)
    const other = await cleo.does(addInvestor, { name: 'Otto Brandt', firm: 'Lakefront' })
    await ada.does(setTie, { id: other.id, kind: 'met' })
    await refreshNightlyTies(server.db, 1)
    expect(await severalFor(bob)).toBe(true)
    await cleo.does(deleteInvestor, { id: other.id })
    await refreshNightlyTies(server.db, 1)
    expect(await server.owner.rows(sql`select 1 from nightly_ties where investor_id = ${other.id}`)).toEqual([])
  })
})

test('a disabled member is not named, and cannot read or write ties', async () => {
  const eve = await server.member('Eve')
  await eve.does(setTie, { id, kind: 'well', shown: 'named' })
  expect((await bob.does(getTies, { id })).named).toHaveLength(1)
  await commands.disable?.run(server.owner, eve.email)
  expect(await bob.does(getTies, { id })).toEqual(nobody)
  expect(await eve.tries('GET', `/api/investors/${id}/ties`)).toBe(401)
  expect(await eve.tries('PUT', `/api/investors/${id}/tie`, { kind: 'met' })).toBe(401)
})

test('ties go with their investor and with their member, and come back when the operator shows the investor again', async () => {
  const eve = await server.member('Eve')
  await eve.does(setTie, { id, kind: 'well', shown: 'named' })
  await ada.does(setTie, { id, kind: 'met' })
  await commands.hide?.run(server.owner, 'investor', String(id))
  expect(await bob.tries('GET', `/api/investors/${id}/ties`)).toBe(404)
  await commands.show?.run(server.owner, 'investor', String(id))
  expect(await ada.does(getTies, { id })).toMatchObject({
    mine: { kind: 'met', shown: 'quiet' },
    named: [entry(eve, 'Eve', 'well')],
  })
  await server.owner.run(sql`select delete_account(${eve.user_id}, 'anonymise')`)
  expect((await bob.does(getTies, { id })).named).toEqual([])
  await cleo.does(deleteInvestor, { id })
  expect(await server.owner.rows(sql`select 1 from investor_ties where investor_id = ${id}`)).toEqual([])
})

test('a tie, named or quiet, changes neither its investor nor the order of the list', async () => {
  const list = () => bob.does(listInvestors, { sort: 'newest' })
  const before = await list()
  await ada.does(setTie, { id, kind: 'met', shown: 'named' })
  expect(await list()).toEqual(before)
})
