import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member as Asker, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { saveProfile } from '../profile/contract.ts'
import { getMember, type Member, type MemberCard } from './contract.ts'

let server: TestServer
let ada: Asker
let bob: Asker
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada Osei')
  bob = await server.member('Bob Kowalski')
})
afterAll(() => server.close())

const namesOf = (cards: MemberCard[]) => cards.map(card => card.full_name)
const list = (query = '') => ada.reads<MemberCard[]>(`/api/members${query}`)

test('members come by name, as a reader sorts names', { tags: ['API-17'] }, async () => {
  for (const name of ['zoë abrams', 'Ádám Nagy', 'adele stone', 'Łukasz Zak', 'Lucia Romano']) await server.member(name)
  const names = namesOf(await list())
  expect(names).toEqual([...names].sort(new Intl.Collator('en').compare))
  expect(names.indexOf('Ádám Nagy')).toBeLessThan(names.indexOf('adele stone'))
})

test('profiles without a name are not listed; all others are, even if otherwise empty', async () => {
  const nobody = await server.member('Soon Nameless')
  await nobody.does(saveProfile, { full_name: ' ' })
  const names = namesOf(await list())
  expect(names).not.toContain('')
  expect(names).not.toContain('Soon Nameless')
  expect(names).toContain('Bob Kowalski')
})

test('one member by id, with every name its fields are read by', { tags: ['API-18'] }, async () => {
  await bob.does(saveProfile, {
    can_help_with: ['Hiring', 'Legal Help'],
    linkedin_url: 'bob-kowalski',
    github: 'bobk',
    company_name: 'Brickyard Bio',
  })
  const member = await ada.does(getMember, { id: bob.profile_id ?? 0 })
  expect(member).toMatchObject({
    id: bob.profile_id,
    full_name: 'Bob Kowalski',
    can_help_with: ['Hiring', 'Legal Help'],
    expertise: ['Hiring', 'Legal Help'],
    linkedin_url: 'bob-kowalski',
    linkedin: 'bob-kowalski',
    github: 'bobk',
    email: bob.email,
  })
})

test('an unknown member is not found, whatever the id looks like', { tags: ['MEM-90'] }, async () => {
  const answer = await ada.asks('GET', '/api/members/2000000000')
  expect([answer.status, (answer.json as { error: string }).error]).toEqual([404, 'Member not found'])
  for (const id of ['0', '-1', 'abc', '1.5', '99999999999'])
    expect(await ada.tries('GET', `/api/members/${id}`)).toBe(404)
})

test('the view of members has expertise, linkedin, github, email, phone and profile_picture', {
  tags: ['DATA-06'],
}, async () => {
  const [row] = await ada.sql<Member>(sql`
    select expertise, linkedin, github, email, phone, profile_picture from members where id = ${bob.profile_id}`)
  expect(row).toEqual({
    expertise: ['Hiring', 'Legal Help'],
    linkedin: 'bob-kowalski',
    github: 'bobk',
    email: bob.email,
    phone: null,
    profile_picture: null,
  })
})

test('a hidden contact is in no reply and in no row that another member can read', async () => {
  const cleo = await server.member('Cleo Hidden')
  const about = () => ada.does(getMember, { id: cleo.profile_id ?? 0 })
  const rows = () =>
    ada.sql<{ kind: string }>(
      sql`select kind from profile_contacts where profile_id = ${cleo.profile_id} order by kind`,
    )

  await cleo.does(saveProfile, { phone: '(312) 555-0100' })
  expect(await about()).toMatchObject({ email: cleo.email })
  expect(await about()).not.toHaveProperty('phone')
  expect(await rows()).toEqual([{ kind: 'email' }])

  await cleo.does(saveProfile, { email_visibility: 'only me', phone_visibility: 'members' })
  expect(await about()).toMatchObject({ phone: '(312) 555-0100' })
  expect(await about()).not.toHaveProperty('email')
  expect(await rows()).toEqual([{ kind: 'phone' }])

  await cleo.does(saveProfile, { phone_visibility: 'only me' })
  expect(JSON.stringify(await about())).not.toContain('555-0100')
  expect(await rows()).toEqual([])
  // Cleo's member page shows what others see; her profile shows everything.
  expect(await cleo.does(getMember, { id: cleo.profile_id ?? 0 })).not.toHaveProperty('phone')
  expect(await cleo.reads('/api/profile')).toMatchObject({ phone: '(312) 555-0100', email: cleo.email })
})

test('lists of members contain no contacts', async () => {
  const text = JSON.stringify([await list(), await ada.reads('/api/profiles?limit=10')])
  expect(text).not.toContain('@example.com')
})

test('the test page gets all columns of at most ten profiles', { tags: ['API-23', 'TEST-08'] }, async () => {
  await server.owner.run(sql`
    with made as (insert into users (email) select 'more' || i || '@example.com' from generate_series(1, 12) i returning id)
    insert into profiles (user_id, full_name) select id, 'One More' from made`)
  const rows = await ada.reads<Record<string, unknown>[]>('/api/profiles')
  expect(rows).toHaveLength(10)
  expect(await ada.reads<unknown[]>('/api/profiles?limit=500')).toHaveLength(10)
  expect(await ada.reads<unknown[]>('/api/profiles?limit=3')).toHaveLength(3)
  const columns = await server.owner.rows<{ column_name: string }>(sql`
    select column_name from information_schema.columns where table_name = 'profiles' and column_name not in ('search_text', 'word_text', 'card', 'version')`)
  expect(Object.keys(rows[0] ?? {}).sort()).toEqual(columns.map(column => column.column_name).sort())
})

test('paging skips and repeats nothing, also among equal names', async () => {
  expect(await ada.pages('/api/members?limit=4')).toEqual(await list())
})

test('the next page starts after the cursor, even if the last member is no longer listed', async () => {
  const [, second, third] = await list()
  const { headers } = await ada.asks('GET', '/api/members?limit=2')
  const next = /<.*?(\?.*)>/.exec(String(headers.link))?.[1] ?? ''
  await server.owner.run(sql`update profiles set full_name = '' where id = ${second?.id}`)
  expect(namesOf(await list(next))[0]).toBe(third?.full_name)
  await server.owner.run(sql`update profiles set full_name = ${second?.full_name} where id = ${second?.id}`)
})

test('members read every profile and change only their own', { tags: ['DATA-18'] }, async () => {
  const touched = await ada.sql(sql`update profiles set title = 'Hacked' where id = ${bob.profile_id} returning id`)
  expect(touched).toEqual([])
  const own = await ada.sql(sql`update profiles set title = 'CEO' where id = ${ada.profile_id} returning id`)
  expect(own).toEqual([{ id: ada.profile_id }])
  await expect(
    ada.sql(sql`update profiles set user_id = ${bob.user_id} where id = ${ada.profile_id}`),
  ).rejects.toThrow()
  await expect(
    ada.sql(sql`insert into profile_contacts (profile_id, kind, value) values (${bob.profile_id}, 'phone', '1')`),
  ).rejects.toThrow()
  await expect(server.visitor.sql(sql`select 1 from profiles`)).rejects.toThrow()
})

test('the size of the page does not grow with the number of members', async () => {
  const grow = (from: number, to: number) =>
    server.owner.run(sql`
      with made as (insert into users (email) select 'weigh' || i || '@example.com' from generate_series(${from}::integer, ${to}::integer) i returning id)
      insert into profiles (user_id, full_name, company_name) select id, 'Aaa Weighing', 'Company' from made`)
  const weight = async () => (await ada.asks('GET', '/members')).text.length
  await grow(1, 100)
  const before = await weight()
  await grow(101, 3000)
  // Only the ids are one digit longer.
  expect(await weight()).toBeLessThan(before + 100)
  expect(before).toBeGreaterThan(5000)
})
