import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createTopic, pinTopic, type Topic, updateTopic } from './contract.ts'

let server: TestServer
let ada: Member
let zoe: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada Osei')
  zoe = await server.member('Zoë Nakamura')
  await ada.does(createTopic, { title: 'Pre-seed terms', content: 'What discount is usual?', tags: ['Fundraising'] })
  await zoe.does(createTopic, { title: 'Payroll for five', content: 'Which provider, and why?', tags: ['Hiring'] })
})
afterAll(() => server.close())

const finds = async (typed: string, more = '') =>
  (await ada.reads<Topic[]>(`/api/posts?q=${encodeURIComponent(typed)}${more}`)).map(topic => topic.title)

test('search matches the title', { tags: ['FORUM-30'] }, async () => {
  expect(await finds('payroll')).toEqual(['Payroll for five'])
})

test('search matches the content', { tags: ['FORUM-31'] }, async () => {
  expect(await finds('discount')).toEqual(['Pre-seed terms'])
})

test('search matches the category', { tags: ['FORUM-32'] }, async () => {
  expect(await finds('fundraising')).toEqual(['Pre-seed terms'])
})

test('search matches the author name, also after it has changed', { tags: ['FORUM-33'] }, async () => {
  expect(await finds('nakamura')).toEqual(['Payroll for five'])
  await server.owner.run(sql`update profiles set full_name = 'Zoë Ferrante' where id = ${zoe.profile_id}`)
  expect(await finds('ferrante')).toEqual(['Payroll for five'])
  expect(await finds('nakamura')).toEqual([])
})

test('search ignores case and accents', { tags: ['FORUM-34'] }, async () => {
  expect(await finds('PAYROLL')).toEqual(['Payroll for five'])
  expect(await finds('zoe')).toEqual(['Payroll for five'])
  expect(await finds('ZOË')).toEqual(['Payroll for five'])
})

test('search matches word prefixes, requires every word, and ignores their order', async () => {
  expect(await finds('pay')).toEqual(['Payroll for five'])
  expect(await finds('provid five')).toEqual(['Payroll for five'])
  expect(await finds('terms pre-seed')).toEqual(['Pre-seed terms'])
  expect(await finds('payroll discount')).toEqual([])
})

test('punctuation alone finds nothing, and is ignored between words', async () => {
  expect(await finds('???')).toEqual([])
  expect(await finds(`'payroll & | ! :* \\`)).toEqual(['Payroll for five'])
  expect((await finds('   ')).length).toBeGreaterThan(2)
})

test('search, category and pinned combine', async () => {
  const topic = await ada.does(createTopic, { title: 'Payroll taxes', content: 'Cook County', tags: ['Legal'] })
  expect(await finds('payroll')).toEqual(['Payroll taxes', 'Payroll for five'])
  expect(await finds('payroll', '&category=Legal')).toEqual(['Payroll taxes'])
  expect(await finds('payroll', '&pinned=true')).toEqual([])
  await ada.does(pinTopic, { id: topic.id })
  expect(await finds('payroll', '&pinned=true')).toEqual(['Payroll taxes'])
  await ada.does(updateTopic, { id: topic.id, title: 'Wage taxes', tags: ['Growth'] })
  expect(await finds('payroll', '&category=Legal')).toEqual([])
  expect(await finds('wage', '&category=Growth&pinned=true')).toEqual(['Wage taxes'])
})

test('matches are sorted newest first over all pages', async () => {
  // Ids as in a forum of 200,000 topics, with scattered matches.
  const old = [1, 70, 4096, 65_536, 66_000, 130_000, 131_072, 190_000, 195_000, 198_999, 199_500, 200_000].map(
    n => 10 + n,
  )
  await server.owner.run(sql`
    insert into posts (id, user_id, title, content) overriding system value
    select id, ${ada.profile_id}, 'Quantum ' || id, 'Sensors' from unnest(${old}::integer[]) id`)
  const newestFirst = old.toReversed().map(id => `Quantum ${id}`)
  expect(await finds('quantum')).toEqual(newestFirst)
  const paged = await ada.pages<Topic>('/api/posts?q=quantum&limit=5')
  expect(paged.map(topic => topic.title)).toEqual(newestFirst)
})

test('all of many words must match, also after the tenth; a repeated word counts once', async () => {
  const words = 'alder birch cedar dogwood elm fir ginkgo hazel ironwood juniper katsura larch'.split(' ')
  await server.owner.run(sql`
    insert into posts (id, user_id, title, content) overriding system value
    select id, ${ada.profile_id}, 'Trees ' || id, ${words.join(' ')} from unnest(array[150000, 200011]) id`)
  expect(await finds(words.join(' '))).toEqual(['Trees 200011', 'Trees 150000'])
  expect(await finds('elm '.repeat(40))).toEqual(['Trees 200011', 'Trees 150000'])
  expect(await finds(words.join(' '), '&category=General')).toEqual(['Trees 200011', 'Trees 150000'])
  expect(await finds(words.join(' '), '&category=Legal')).toEqual([])
  for (const missing of ['maple', 'aspen'])
    for (const typed of [
      [...words, missing],
      [missing, ...words],
    ])
      expect(await finds(typed.join(' ')), missing).toEqual([])
})
