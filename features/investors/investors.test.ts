import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { addInvestor, deleteInvestor, type Investor, postComment, updateInvestor } from './contract.ts'

let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  bob = await server.member('Bob')
})
afterAll(() => server.close())

const names = (list: Investor[]) => list.map(row => row.name)
const found = async (query: string) => names(await ada.reads<Investor[]>(`/api/investors?${query}`))

const whole = {
  name: 'Ruth Abernathy',
  title: 'Managing Partner',
  firm: 'Bluestem Ventures',
  email: 'ruth@bluestem.example',
  website: 'https://bluestem.example',
  linkedin: 'ruth-abernathy',
  twitter: '@ruthab',
  focus: ['Fintech', 'Climate'] as const,
  stage: ['Seed', 'Series A'] as const,
  check_size: '$250k-$500k' as const,
  description: 'Backs logistics founders.',
  notes: 'Prefers a memo to a deck.',
}
const investor = (more: object) => ({ ...whole, focus: [...whole.focus], stage: [...whole.stage], ...more })

test('Ada adds an investor with every field and reads the row back', {
  tags: ['API-58', 'API-59', 'DATA-61', 'DATA-62', 'DATA-67', 'INV-102'],
}, async () => {
  const added = await ada.does(addInvestor, { ...investor({}), user_id: ada.user_id })
  expect(added).toMatchObject({ ...whole, user_id: ada.user_id, is_creator: true, avg_rating: null, rating_count: 0 })
  expect(Number.isInteger(added.id)).toBe(true)
  expect(await ada.reads(`/api/investors/${added.id}`)).toEqual(added)

  const changed = await ada.does(updateInvestor, { id: added.id, title: 'Founder', user_id: ada.user_id })
  expect(changed).toMatchObject({ ...whole, title: 'Founder', id: added.id, created_at: added.created_at })
  expect(await bob.reads(`/api/investors/${added.id}`)).toEqual({ ...changed, is_creator: false })
})

test('a call that speaks for somebody else, or about another investor, is refused', { tags: ['API-58'] }, async () => {
  const { id } = await ada.does(addInvestor, investor({}))
  expect(await ada.tries('POST', '/api/investors', { ...investor({}), user_id: bob.user_id })).toBe(403)
  expect(await ada.tries('PATCH', `/api/investors/${id}`, { title: 'x', user_id: bob.user_id })).toBe(403)
  expect(await ada.tries('PATCH', `/api/investors/${id}`, { title: 'x', id: id + 1 })).toBe(400)
  expect(await ada.tries('PATCH', `/api/investors/${id}`, { title: 'x', id })).toBe(200)
})

test('an investor is deleted by its id, and its comments go with it', { tags: ['API-60', 'DATA-97'] }, async () => {
  const [deleted, kept] = [await ada.does(addInvestor, investor({})), await ada.does(addInvestor, investor({}))]
  for (const { id } of [deleted, kept]) await bob.does(postComment, { id, content: 'Met them twice.' })
  await ada.does(deleteInvestor, { id: deleted.id })
  expect(await ada.tries('GET', `/api/investors/${deleted.id}`)).toBe(404)
  expect(await ada.tries('GET', `/api/investors/${kept.id}`)).toBe(200)
  const remaining = await server.owner.rows(
    sql`select investor_id from investor_comments where investor_id in (${deleted.id}, ${kept.id})`,
  )
  expect(remaining).toEqual([{ investor_id: kept.id }])
})

describe('what is typed into the form', () => {
  test('optional fields left out are stored empty, not null', { tags: ['INV-96'] }, async () => {
    const { id } = await ada.does(addInvestor, { name: '  Sol Brandt ', firm: ' Kiln Street ' })
    const [row] = await server.owner.rows(sql`
      select name, firm, title, email, website, linkedin, twitter, focus, stage, check_size, description, notes
      from investors where id = ${id}`)
    const empty = { title: '', email: '', website: '', linkedin: '', twitter: '', focus: [], stage: [], check_size: '' }
    expect(row).toEqual({ name: 'Sol Brandt', firm: 'Kiln Street', ...empty, description: '', notes: '' })
  })

  test('name and firm are required, by the server and by the table', { tags: ['DATA-63', 'DATA-64'] }, async () => {
    for (const missing of ['name', 'firm'])
      for (const value of ['', '   ', undefined]) {
        const answer = await ada.asks('POST', '/api/investors', investor({ [missing]: value }))
        expect(answer.status).toBe(400)
        expect(answer.json).toHaveProperty(['fields', missing])
      }
    await expect(
      ada.sql(sql`insert into investors (name, firm, user_id) values ('x', ' ', ${ada.user_id})`),
    ).rejects.toThrow()
    await expect(ada.sql(sql`insert into investors (firm, user_id) values ('x', ${ada.user_id})`)).rejects.toThrow()
  })

  test('focus and stage are lists from the fixed options, kept in their order', {
    tags: ['DATA-65', 'DATA-66'],
  }, async () => {
    const added = await ada.does(
      addInvestor,
      investor({ focus: ['PropTech', 'SaaS', 'SaaS'], stage: ['Growth', 'Seed'] }),
    )
    expect(added).toMatchObject({ focus: ['SaaS', 'PropTech'], stage: ['Seed', 'Growth'] })
    for (const wrong of [{ focus: ['Astrology'] }, { stage: ['Series Z'] }, { check_size: 'A lot' }, { focus: 'SaaS' }])
      expect(await ada.tries('POST', '/api/investors', investor(wrong))).toBe(400)
  })

  test.each([
    ['website', 'javascript:alert(1)'],
    ['website', 'data:text/html,x'],
    ['website', 'https://user@evil.example'],
    ['website', 'https://@evil.example'],
    ['website', 'https:///evil.example'],
    ['website', 'https://x.example/\u202efdp.exe'],
    ['linkedin', 'https://a\tb.example'],
    ['linkedin', 'JavaScript:alert(1)'],
    ['twitter', 'vbscript:x'],
    ['email', 'not an address'],
    ['description', 'x'.repeat(5001)],
  ])('%s is not accepted as %s', async (field, value) => {
    const answer = await ada.asks('POST', '/api/investors', investor({ [field]: value }))
    expect(answer.status).toBe(400)
    expect(answer.json).toHaveProperty(['fields', field])
  })
})

describe('search and filters', () => {
  beforeAll(async () => {
    await server.owner.run(sql`delete from investors`)
    const tagged = (name: string, more: object) =>
      ada.does(addInvestor, { name, firm: 'Firm', focus: [], stage: [], ...more })
    await tagged('Amos Reed', { firm: 'Quartz Capital', stage: ['Seed'], focus: ['Fintech'] })
    await tagged('Bea Lund', { title: 'Quartermaster', stage: ['Growth'], focus: ['Fintech'] })
    await tagged('Cyd Marsh', { description: 'Loves 100% remote_teams.', stage: ['Seed'], focus: ['Media'] })
    await tagged('Dov Élan', { notes: 'Ask about grain elevators.', stage: ['All stages'], focus: ['Climate'] })
    await tagged('Eli Quan', {})
  })

  test('search finds any part of the name, whatever the case', { tags: ['INV-32', 'INV-33'] }, async () => {
    expect(await found('q=mos')).toEqual(['Amos Reed'])
    expect(await found('q=MOS%20r')).toEqual(['Amos Reed'])
    expect(await found('q=%C3%A9LAN')).toEqual(['Dov Élan'])
    expect(await found('q=qu')).toEqual(['Amos Reed', 'Bea Lund', 'Eli Quan'])
    expect(await found('q=nobody')).toEqual([])
  })
  test('search finds the firm', { tags: ['INV-34'] }, async () =>
    expect(await found('q=tz%20cap')).toEqual(['Amos Reed']),
  )
  test('search finds the title', { tags: ['INV-35'] }, async () =>
    expect(await found('q=quarterM')).toEqual(['Bea Lund']),
  )
  test('search finds the description', { tags: ['INV-36'] }, async () =>
    expect(await found('q=REMOTE')).toEqual(['Cyd Marsh']),
  )
  test('search finds the notes', { tags: ['INV-37'] }, async () => expect(await found('q=grain')).toEqual(['Dov Élan']))
  test('search finds focus areas', { tags: ['INV-38'] }, async () =>
    expect(await found('q=fintec')).toEqual(['Amos Reed', 'Bea Lund']),
  )
  test('search finds stages', { tags: ['INV-39'] }, async () => expect(await found('q=growth')).toEqual(['Bea Lund']))
  test('signs that mean something to the database are searched for as they are', { tags: ['INV-32'] }, async () => {
    expect(await found('q=100%25')).toEqual(['Cyd Marsh'])
    expect(await found('q=e_t')).toEqual(['Cyd Marsh'])
    expect(await found('q=_')).toEqual(['Cyd Marsh'])
    expect(await found('q=%5C')).toEqual([])
  })

  test('two stages combine by OR', { tags: ['INV-40'] }, async () =>
    expect(await found('stage=Growth&stage=Seed')).toEqual(['Amos Reed', 'Bea Lund', 'Cyd Marsh', 'Dov Élan']),
  )
  test('two focus areas combine by OR', { tags: ['INV-41'] }, async () =>
    expect(await found('focus=Media&focus=Climate')).toEqual(['Cyd Marsh', 'Dov Élan']),
  )
  test('a stage and a focus area combine by AND, and so does the search', { tags: ['INV-42'] }, async () => {
    expect(await found('stage=Seed&focus=Fintech')).toEqual(['Amos Reed'])
    expect(await found('stage=Seed&focus=Fintech&focus=Media&q=marsh')).toEqual(['Cyd Marsh'])
    expect(await found('stage=Growth&focus=Media')).toEqual([])
  })
  test("'All stages' answers to every stage filter, and as a filter means its own tag", {
    tags: ['INV-43'],
  }, async () => {
    expect(await found('stage=Series%20B')).toEqual(['Dov Élan'])
    expect(await found('stage=All%20stages')).toEqual(['Dov Élan'])
  })
  test('unknown tags, orders, limits and cursors are refused', async () => {
    for (const query of ['stage=Later', 'focus=Gold', 'sort=luck', 'limit=0', 'limit=501', 'after=x', 'after=[1]'])
      expect(await ada.tries('GET', `/api/investors?${query}`)).toBe(400)
  })

  test('counts: matching and total', async () => {
    expect(await ada.reads('/api/investors/counts')).toEqual({ matching: 5, total: 5 })
    expect(await ada.reads('/api/investors/counts?q=reed')).toEqual({ matching: 1, total: 5 })
    expect(await ada.reads('/api/investors/counts?stage=Seed&focus=Media')).toEqual({ matching: 1, total: 5 })
    expect(await ada.reads('/api/investors/counts?top_rated=true')).toEqual({ matching: 0, total: 5 })
  })
})

test('every member reads all investors by name; letters with accents stand with their like', {
  tags: ['API-57', 'INV-101'],
}, async () => {
  await server.owner.run(sql`delete from investors`)
  for (const name of ['zoe', 'Émile', 'Frank', 'adam', 'Edith', 'Ben'])
    await ada.does(addInvestor, { name, firm: 'Firm' })
  const listed = await bob.reads<Investor[]>('/api/investors')
  expect(names(listed)).toEqual(['adam', 'Ben', 'Edith', 'Émile', 'Frank', 'zoe'])
})

test('a similar investor is found by fuzzy match; a colleague or a person with the same name is not', async () => {
  await server.owner.run(sql`delete from investors`)
  const { id } = await ada.does(addInvestor, { name: 'Priya Venkataraman', firm: 'Lakefront Ventures' })
  await ada.does(addInvestor, { name: 'Tom Ostrowski', firm: 'Lakefront Ventures' })
  await ada.does(addInvestor, { name: 'Priya Venkataraman', firm: 'Copperline' })
  const similar = async (name: string, firm: string) =>
    (await ada.reads<{ id: number }[]>(`/api/investors/similar?${new URLSearchParams({ name, firm })}`)).map(
      match => match.id,
    )
  expect(await similar('Priya Venkataraman', 'Lakefront Ventures')).toEqual([id])
  expect(await similar('pirya venkatraman', 'Lakefront Venture')).toEqual([id])
  expect(await similar('Venkataraman, Priya', 'LAKEFRONT')).toEqual([id])
  expect(await similar('Greta Moss', 'Lakefront Ventures')).toEqual([])
  expect(await similar('', '')).toEqual([])
})

test('investors are found by name or firm to pick one, not by words of their description', async () => {
  const add = (name: string, firm: string, description = '') => ada.does(addInvestor, { name, firm, description })
  const [zora] = [await add('Zora Quist', 'Ninth Street'), await add('Abe Okafor', 'Quist & Partners')]
  await add('Ida Brandt', 'Harbor Row', 'Knows Zora Quist')
  const named = async (q: string) =>
    (await ada.reads<{ name: string }[]>(`/api/investors/named?q=${q}`)).map(({ name }) => name)
  expect(await named('quist')).toEqual(['Abe Okafor', 'Zora Quist'])
  expect(await named('zora')).toEqual(['Zora Quist'])
  expect(await named('ninth+zora')).toEqual(['Zora Quist'])
  expect(await ada.reads('/api/investors/named?q=zora')).toEqual([
    { id: zora?.id, name: 'Zora Quist', firm: 'Ninth Street', title: '' },
  ])
  expect([await named(''), await named('%25')]).toEqual([[], []])
})
