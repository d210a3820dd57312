import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member as Asker, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { saveProfile } from '../profile/contract.ts'
import { countMembers, type MemberCard, type MemberCounts } from './contract.ts'

let server: TestServer
let ada: Asker
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada Osei')
  const people = [
    ['Łukasz Wiśniewski', 'Kontur', 'Real Estate', 'Seed', 'Floor plans from a phone walk-through'],
    ['Priya Raman', 'Cobalt Ledger', 'Fintech', 'Seed', 'Audit trails that accountants enjoy reading'],
    ['Marcus Bell', 'Southside Solar', 'Climate/Clean Tech', 'MVP', 'Community-owned rooftops, 100% local'],
    ['Elena Vasquez', 'Pilsen Health', 'Healthcare', 'Series A', 'Bilingual care navigation'],
    ['Yuki Tanaka', 'Kumo', 'AI/ML', 'Seed', 'Forecasts for supply rooms'],
    ['Quinn Park', 'Cobalt Robotics', 'Hardware', 'MVP', 'Arms that lift'],
  ] as const
  for (const [name, company_name, industry, stage, company_description] of people)
    await (await server.member(name)).does(saveProfile, { company_name, industry, stage, company_description })
})
afterAll(() => server.close())

const find = async (query: Record<string, string>) =>
  (await ada.reads<MemberCard[]>(`/api/members?${new URLSearchParams(query)}`)).map(card => card.full_name)
const search = (q: string) => find({ q })
const count = (query: Parameters<typeof ada.does<typeof countMembers>>[1]): Promise<MemberCounts> =>
  ada.does(countMembers, query)

test('the search finds a part of the name', { tags: ['MEM-53'] }, async () => {
  expect(await search('asque')).toEqual(['Elena Vasquez'])
})
test('the search finds a part of the company', { tags: ['MEM-54'] }, async () => {
  expect(await search('obalt')).toEqual(['Priya Raman', 'Quinn Park'])
})
test('the search finds a part of the description', { tags: ['MEM-55'] }, async () => {
  expect(await search('ooftop')).toEqual(['Marcus Bell'])
})
test('the search finds a part of the industry', { tags: ['MEM-56'] }, async () => {
  expect(await search('intec')).toEqual(['Priya Raman'])
})
test('the search ignores case, and accents too', { tags: ['MEM-57'] }, async () => {
  expect(await search('PRIYA')).toEqual(['Priya Raman'])
  expect(await search('lukasz')).toEqual(['Łukasz Wiśniewski'])
  expect(await search('WIŚNIEW')).toEqual(['Łukasz Wiśniewski'])
})

test('every word must match, in any order and field', async () => {
  expect(await search('robotics cobalt')).toEqual(['Quinn Park'])
  expect(await search('cobalt fintech')).toEqual(['Priya Raman'])
  expect(await search('cobalt health')).toEqual([])
})

test('one or two letters match the beginnings of words', async () => {
  expect(await search('q')).toEqual(['Quinn Park'])
  expect(await search('ra')).toEqual(['Priya Raman'])
  expect(await search('ui')).toEqual([])
  expect(await search('ml')).toEqual(['Yuki Tanaka'])
  expect(await search('priya r')).toEqual(['Priya Raman'])
})

test('punctuation is matched literally; wildcards are escaped', async () => {
  expect(await search('100%')).toEqual(['Marcus Bell'])
  expect(await search('%')).toEqual(['Marcus Bell'])
  expect(await search('LOCAL 100%')).toEqual(['Marcus Bell'])
  expect(await search('/')).toEqual(['Marcus Bell', 'Yuki Tanaka'])
  for (const q of ['_', '\\', '% _', '%%', 'solar%', 'local_', 'l_cal', 'Bell %%', 'r_ftop', 'cobalt\\'])
    expect(await search(q), q).toEqual([])
  expect(await count({ q: '%' })).toMatchObject({ matching: 1, is_close: false })
  expect(await count({ q: '_' })).toMatchObject({ matching: 0, is_close: false })
  expect(await find({ q: '%', stage: 'Seed' })).toEqual([])
  expect(await search('AI/ML')).toEqual(['Yuki Tanaka'])
  expect(await search('a_u')).toEqual([])
  expect(await search("'; drop table profiles; --")).toEqual([])
  expect(await ada.tries('GET', `/api/members?q=${'x'.repeat(201)}`)).toBe(400)
})

test('without an exact match, the search is fuzzy, and is_close is true', async () => {
  for (const [typed, meant] of [
    ['prisa', 'Priya Raman'],
    ['vasqeuz', 'Elena Vasquez'],
    ['fintehc', 'Priya Raman'],
    ['rooftpos', 'Marcus Bell'],
    ['wisnewski', 'Łukasz Wiśniewski'],
    ['pirya', 'Priya Raman'],
    ['ykui', 'Yuki Tanaka'],
    ['kumo ykui', 'Yuki Tanaka'],
  ] as const) {
    expect(await search(typed), typed).toEqual([meant])
    expect(await count({ q: typed }), typed).toMatchObject({ matching: 1, is_close: true })
  }
  expect(await search('cobalt robitics')).toEqual(['Quinn Park'])
  expect(await count({ q: 'cobalt' })).toMatchObject({ matching: 2, is_close: false })
  // No fuzzy match for words with extra letters at the end.
  for (const q of ['zzzzzz', 'wisnewskixyz']) expect(await count({ q })).toMatchObject({ matching: 0, is_close: false })
})

test('close matches are paged like any others', async () => {
  const first = await ada.asks('GET', '/api/members?q=cobbalt&limit=1')
  expect((first.json as MemberCard[]).map(card => card.full_name)).toEqual(['Priya Raman'])
  const next = /<(.*)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
  expect((await ada.reads<MemberCard[]>(next)).map(card => card.full_name)).toEqual(['Quinn Park'])
  // After the last exact match, no fuzzy matches follow.
  const end = Buffer.from(JSON.stringify(['Ada Osei', 999_999])).toString('base64url')
  expect(await find({ q: 'ada', after: end })).toEqual([])
})

test('industry, stage and search combine', async () => {
  expect(await find({ stage: 'Seed' })).toEqual(['Łukasz Wiśniewski', 'Priya Raman', 'Yuki Tanaka'])
  expect(await find({ stage: 'Seed', industry: 'Fintech' })).toEqual(['Priya Raman'])
  expect(await find({ stage: 'MVP', q: 'cobalt' })).toEqual(['Quinn Park'])
  expect(await find({ stage: 'Series A', q: 'cobalt' })).toEqual([])
})

test('counts: matching, listed, and results per option', async () => {
  expect(await count({})).toMatchObject({ matching: 7, listed: 7, is_close: false })
  const counts = await count({ q: 'cobalt', stage: 'MVP' })
  expect(counts).toMatchObject({ matching: 1, listed: 7 })
  const countsByValue = (choices: { value: string; count: number }[]) =>
    Object.fromEntries(choices.map(({ value, count: members }) => [value, members]))
  // Industries are counted with the chosen stage, stages without an industry.
  expect(countsByValue(counts.industries)).toEqual({
    'AI/ML': 0,
    'Climate/Clean Tech': 0,
    Fintech: 0,
    Hardware: 1,
    Healthcare: 0,
    'Real Estate': 0,
  })
  expect(countsByValue(counts.stages)).toEqual({ MVP: 1, Seed: 1, 'Series A': 0 })
})

test('common and rare words, which use different query plans, give the same order', async () => {
  await server.owner.run(sql`
    with made as (insert into users (email) select 'common' || i || '@example.com' from generate_series(10, 39) i returning id, email)
    insert into profiles (user_id, full_name, company_name)
      select id, 'Member ' || substr(email, 7, 2), case when email like '%0@%' then 'Common Rare' else 'Common Ground' end from made`)
  expect(await find({ q: 'common', limit: '5' })).toEqual([10, 11, 12, 13, 14].map(i => `Member ${i}`))
  expect(await find({ q: 'common' })).toHaveLength(30)
  expect(await find({ q: 'common rare', limit: '2' })).toEqual(['Member 10', 'Member 20'])
})

test('all of three or more words must match, exactly or fuzzily', async () => {
  expect(await search('quinn cobalt robotics arms')).toEqual(['Quinn Park'])
  expect(await search('quinn cobalt robotics audit')).toEqual([])
  expect(await count({ q: 'quinn cobalt robotics arms' })).toMatchObject({ matching: 1, is_close: false })
  expect(await search('quinn park cobalt robitics')).toEqual(['Quinn Park'])
  // Misspelt long words, which the index finds, and then a word that this member does not have.
  expect(await search('robitics cobbalt quinn')).toEqual(['Quinn Park'])
  expect(await search('robitics cobbalt yuki')).toEqual([])
  expect(await count({ q: 'robitics cobbalt quinn' })).toMatchObject({ matching: 1, is_close: true })
  expect(await count({ q: 'robitics cobbalt yuki' })).toMatchObject({ matching: 0 })
})

test('needs, offers and location narrow the list, alone and with all other filters', async () => {
  const tagged = async (name: string, more: object) => {
    const member = await server.member(name)
    await member.does(saveProfile, more)
  }
  await tagged('Tag One', {
    needs: ['Hiring', 'Legal Help'],
    can_help_with: ['Funding'],
    location: 'West Loop',
    industry: 'Gaming',
    stage: 'Seed',
  })
  await tagged('Tag Two', { needs: ['Hiring'], can_help_with: ['Legal Help'], location: 'west loop' })
  await tagged('Tag Three', { needs: [], can_help_with: null, location: 'Pilsen', industry: 'Gaming', stage: 'Seed' })

  expect(await find({ needs: 'Hiring' })).toEqual(['Tag One', 'Tag Two'])
  expect(await find({ needs: 'Legal Help' })).toEqual(['Tag One'])
  expect(await find({ can_help_with: 'Legal Help' })).toEqual(['Tag Two'])
  expect(await find({ needs: 'Hiring', can_help_with: 'Legal Help' })).toEqual(['Tag Two'])
  // Members type it, so case and accents do not matter. A part of it does not match.
  expect(await find({ location: 'WEST LOOP' })).toEqual(['Tag One', 'Tag Two'])
  expect(await find({ location: 'Loop' })).toEqual([])
  expect(await find({ location: 'Pilsen', industry: 'Gaming', stage: 'Seed' })).toEqual(['Tag Three'])
  expect(await find({ location: 'West Loop', industry: 'Gaming', stage: 'MVP' })).toEqual([])
  expect(await find({ q: 'tag', needs: 'Hiring', industry: 'Gaming' })).toEqual(['Tag One'])
  expect(await find({ q: 'pag', needs: 'Hiring' })).toEqual([])
  for (const nobody of ['hiring', 'Hir', '%', '{}', "'", '']) {
    const expected = nobody === '' ? (await find({})).length : 0
    expect(await find({ needs: nobody }), nobody).toHaveLength(expected)
  }
  expect(await find({ needs: 'Hiring', limit: '1' })).toEqual(['Tag One'])
  expect(await ada.pages<MemberCard>('/api/members?needs=Hiring&limit=1')).toHaveLength(2)
})

test('the options of needs, offers and location are counted with the other filters', async () => {
  const countOf = (choices: { value: string; count: number }[], value: string) =>
    choices.find(choice => choice.value === value)?.count
  const all = await count({})
  expect([countOf(all.needs, 'Hiring'), countOf(all.can_help_with, 'Legal Help')]).toEqual([2, 1])
  // One entry for both spellings.
  expect(all.locations.map(({ value, count: members }) => [value.toLowerCase(), members])).toEqual([
    ['west loop', 2],
    ['pilsen', 1],
  ])
  const some = await count({ can_help_with: 'Legal Help' })
  expect(some.matching).toBe(1)
  expect([countOf(some.needs, 'Hiring'), countOf(some.needs, 'Legal Help')]).toEqual([1, 0])
  // Its own options are counted without it.
  expect([countOf(some.can_help_with, 'Legal Help'), countOf(some.can_help_with, 'Funding')]).toEqual([1, 1])
  expect(some.locations).toMatchObject([{ count: 1 }])
  expect(countOf(some.industries, 'Gaming')).toBe(0)
  expect(await count({ q: 'tag', location: 'West Loop' })).toMatchObject({ matching: 2, is_close: false })
  expect(countOf((await count({ q: 'cobalt' })).needs, 'Hiring')).toBe(0)
})
