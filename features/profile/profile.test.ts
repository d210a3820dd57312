import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { completionOf } from '../../contract/completion.ts'
import { helpTopics } from '../../contract/options.ts'
import { sql } from '../../database/connection/sql.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createProfile, getProfile, type Profile, saveProfile } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())

const stored = (profile: number | null) =>
  server.owner.one<Record<string, unknown>>(sql`select * from profiles where id = ${profile}`)

test('the columns of profiles, by name and kind', {
  tags: ['DATA-01', 'DATA-03', 'DATA-04', 'DATA-05', 'DATA-07'],
}, async () => {
  const columns = await server.owner.rows<{ column_name: string; data_type: string; is_nullable: string }>(sql`
    select column_name, data_type, is_nullable from information_schema.columns where table_name = 'profiles'`)
  const names = columns.map(column => column.column_name)
  for (const name of `id user_id full_name title company_name company_description company_website industry stage
      fundraising_status needs contact_method location twitter_handle linkedin_url website bio can_help_with
      completion_percentage created_at updated_at avatar_url`.split(/\s+/))
    expect(names).toContain(name)
  const columnOf = (name: string) => columns.find(column => column.column_name === name)
  expect(columnOf('needs')).toMatchObject({ data_type: 'ARRAY', is_nullable: 'NO' })
  expect(columnOf('can_help_with')).toMatchObject({ data_type: 'ARRAY', is_nullable: 'YES' })
  expect(columnOf('completion_percentage')).toMatchObject({ data_type: 'integer' })
})

test('a user has one profile at most', { tags: ['DATA-02'] }, async () => {
  const ada = await server.member('Ada')
  await expect(server.owner.run(sql`insert into profiles (user_id) values (${ada.user_id})`)).rejects.toThrow(/unique/)
})

test('my profile is mine, with everything I wrote', { tags: ['API-10', 'API-19'] }, async () => {
  const [ada] = [await server.member('Ada'), await server.member('Bob')]
  expect(await ada.does(getProfile, {})).toMatchObject({
    id: ada.profile_id,
    user_id: ada.user_id,
    full_name: 'Ada',
    email: ada.email,
    email_visibility: 'members',
    phone: '',
    phone_visibility: 'only me',
  })
})

test('a new profile has its user and name, and is empty otherwise', {
  tags: ['API-11', 'API-12', 'API-13', 'API-14', 'DATA-12', 'DATA-13', 'DATA-14'],
}, async () => {
  const ada = await server.member('Ada')
  await server.owner.run(sql`delete from profiles where user_id = ${ada.user_id}`)
  expect(await ada.tries('GET', '/api/profile')).toBe(404)
  expect(await ada.does(createProfile, {})).toMatchObject({
    user_id: ada.user_id,
    full_name: 'Ada',
    company_name: '',
    company_description: '',
    industry: '',
    stage: '',
    fundraising_status: '',
    contact_method: '',
    needs: [],
    completion_percentage: 0,
    email: ada.email,
    email_visibility: 'members',
  })
})

test('creating a profile is idempotent', async () => {
  const ada = await server.member('Ada')
  const [first, second] = [await ada.does(createProfile, {}), await ada.does(createProfile, {})]
  expect(first).toEqual(second)
})

test('the name is the registration name, else the part of the email before the at-sign', {
  tags: ['DATA-15', 'DATA-16', 'DATA-17'],
}, async () => {
  const email = 'no.name@example.com'
  await server.owner.run(
    sql`insert into users (email, password_hash) select ${email}, password_hash from users where password_hash is not null limit 1`,
  )
  const answer = await server.visitor.asks('POST', '/api/auth/sign-in', { email, password: PASSWORD })
  const nameless = await server.known(answer.cookies, email)
  expect(await nameless.does(createProfile, {})).toMatchObject({ full_name: 'no.name' })
  expect(await (await server.member('Grace Hopper')).does(getProfile, {})).toMatchObject({ full_name: 'Grace Hopper' })
})

test('saving changes my row and computes its completion, whatever the payload claims', {
  tags: ['API-15', 'API-21', 'API-22'],
}, async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const answer = await ada.asks('PUT', '/api/profile', {
    id: ada.profile_id,
    user_id: ada.user_id,
    company_name: 'Lakeline',
    industry: 'SaaS',
    needs: ['Hiring'],
    completion_percentage: 100,
  })
  expect(answer.status).toBe(200)
  const row = await stored(ada.profile_id)
  expect(row).toMatchObject({ full_name: 'Ada', company_name: 'Lakeline', industry: 'SaaS', completion_percentage: 34 })
  expect(row.completion_percentage).toBe(completionOf(row))
  expect(await stored(bob.profile_id)).toMatchObject({ full_name: 'Bob', company_name: '', completion_percentage: 0 })
})

test('saving makes the profile where there is none', { tags: ['API-21'] }, async () => {
  const ada = await server.member('Ada')
  await server.owner.run(sql`delete from profiles where user_id = ${ada.user_id}`)
  expect(await ada.does(saveProfile, { full_name: 'Ada Lovelace', phone: '+1 312 555 0100' })).toMatchObject({
    full_name: 'Ada Lovelace',
    email: ada.email,
    phone: '+1 312 555 0100',
    completion_percentage: 10,
  })
})

test('emptied optional fields are saved as null', {
  tags: ['PROF-45', 'PROF-46', 'PROF-47', 'PROF-48', 'PROF-49', 'PROF-50', 'PROF-51'],
}, async () => {
  const ada = await server.member('Ada')
  const filled = {
    title: 'CEO',
    company_website: 'https://lakeline.example',
    location: 'Loop',
    twitter_handle: '@ada',
    linkedin_url: 'ada',
    website: 'ada.example',
    bio: 'Builds things.',
  }
  await ada.does(saveProfile, filled)
  expect(await stored(ada.profile_id)).toMatchObject(filled)
  await ada.does(saveProfile, Object.fromEntries(Object.keys(filled).map(field => [field, '  '])))
  expect(await stored(ada.profile_id)).toMatchObject(
    Object.fromEntries(Object.keys(filled).map(field => [field, null])),
  )
})

test('a profile with empty required fields can be saved', async () => {
  const ada = await server.member('Ada')
  const empty = { full_name: '', company_name: '', company_description: '', industry: '', stage: '' } as const
  expect(await ada.does(saveProfile, empty)).toMatchObject({ ...empty, completion_percentage: 0 })
})

test('a write to the profile of another is refused and changes nothing', { tags: ['PROF-65'] }, async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  expect(await ada.tries('PUT', '/api/profile', { user_id: bob.user_id, full_name: 'Hacked' })).toBe(403)
  expect(await ada.tries('PUT', '/api/profile', { id: bob.profile_id, full_name: 'Hacked' })).toBe(403)
  expect(await stored(bob.profile_id)).toMatchObject({ full_name: 'Bob' })
  expect(await stored(ada.profile_id)).toMatchObject({ full_name: 'Ada' })
})

test('invalid values are refused with the name of their field', async () => {
  const ada = await server.member('Ada')
  for (const [field, value] of [
    ['website', 'https://a\tb.example'],
    ['website', 'https:///evil.example'],
    ['company_website', 'https://@x.example'],
    ['company_website', 'https://x.example/\u202efdp.exe'],
    ['linkedin_url', 'https://x.example/\n\rfoo'],
    ...Object.entries({
      website: 'javascript:alert(1)',
      company_website: 'data:text/html,hello',
      linkedin_url: 'javascript:alert(1)',
      twitter_handle: 'two words',
      github: 'ftp://example.com',
      industry: 'Alchemy',
      stage: 'Later',
      fundraising_status: 'Rich',
      contact_method: 'Pigeon',
      needs: ['World peace'],
      can_help_with: ['World peace'],
      email: 'not an address',
      phone: 'call me',
      email_visibility: 'everybody',
      full_name: 'x'.repeat(201),
      bio: 'x'.repeat(2001),
    }),
  ] as [string, unknown][]) {
    const answer = await ada.asks('PUT', '/api/profile', { [field]: value })
    expect(answer.status, `${field}: ${value}`).toBe(400)
    const [named = ''] = Object.keys((answer.json as { fields: Record<string, string> }).fields)
    expect(named.split('.')[0]).toBe(field)
  }
})

test('what members can help with is chosen from the same list as what they need', { tags: ['TXT-07'] }, async () => {
  const ada = await server.member('Ada')
  const all = [...helpTopics]
  expect(await ada.does(saveProfile, { needs: all, can_help_with: [...all, 'Hiring'] })).toMatchObject({
    needs: all,
    can_help_with: all,
  })
})

test('concurrent saves are merged, and the completion matches the result', async () => {
  const ada = await server.member('Ada')
  await Promise.all([
    ada.does(saveProfile, { company_name: 'Lakeline' }),
    ada.does(saveProfile, { industry: 'SaaS' }),
    ada.does(saveProfile, { stage: 'Seed' }),
  ])
  const row = await stored(ada.profile_id)
  expect(row).toMatchObject({ company_name: 'Lakeline', industry: 'SaaS', stage: 'Seed', completion_percentage: 40 })
})

test('what is missing in the table is missing in no form: text, lists and the number are there', {
  tags: ['DATA-09', 'DATA-10', 'DATA-11'],
}, async () => {
  const ada = await server.member('Ada')
  const profile: Profile = await ada.does(getProfile, {})
  expect([profile.company_name, profile.needs, profile.completion_percentage]).toEqual(['', [], 0])
})
