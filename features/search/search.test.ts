import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createEvent } from '../events/contract.ts'
import { createReply, createTopic, deleteTopic } from '../forum/contract.ts'
import { createIntroductionRequest } from '../introductions/contract.ts'
import { addInvestor } from '../investors/contract.ts'
import { listMembers } from '../members/contract.ts'
import { saveProfile } from '../profile/contract.ts'
import { shareLink } from '../resources/contract.ts'
import { type Hit, type Kind, kinds, readRecent, searchCommunity } from './contract.ts'

let server: TestServer
let ada: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada Osei')
})
afterAll(() => server.close())

const search = (q: string, kind?: Kind) => ada.does(searchCommunity, { q, kind })
const finds = async (q: string, kind?: Kind) => (await search(q, kind)).map(hit => `${hit.kind} ${hit.title}`)

/** One row of each kind with this word in its name or title. */
async function fill(word: string) {
  const bob = await server.member(`${word} Kowalski`)
  const investor = await ada.does(addInvestor, { name: `${word} Vale`, firm: 'Prairie Capital' })
  const place = { event_date: '2090-05-04', location: 'Fulton Market', description: 'Eggs' }
  const event = await ada.does(createEvent, { title: `${word} breakfast`, ...place })
  const topic = await ada.does(createTopic, { title: `${word} leases`, content: 'Who has one?' })
  const asked = { context: 'Because trucks wait at the gate for hours.', your_company: 'Lakeline' }
  const request = await ada.does(createIntroductionRequest, { request_title: `${word} dispatcher`, ...asked })
  const resource = await ada.does(shareLink, { title: `${word} checklist`, url: 'https://example.com/list' })
  const other = await ada.does(createTopic, { title: 'Something else', content: 'Words' })
  const reply = await bob.does(createReply, { id: other.id, content: `About the ${word} and its price` })
  return { bob, investor, event, topic, request, resource, reply, other }
}

test('members are found by what they look for, can help with, their stage and where they are, and typing errors in their company are forgiven', async () => {
  const maya = await server.member('Maya Ibarra')
  await maya.does(saveProfile, {
    ...{ company_name: 'Brickyard Robotics', title: 'Cooper', needs: ['Legal Help'] },
    ...{ can_help_with: ['Mentorship'], location: 'River North', stage: 'Bootstrapped' },
  })
  const details = async (q: string) => (await search(q, 'member')).map(hit => [hit.title, ...hit.details].join(' · '))
  const known = 'Maya Ibarra · Cooper · Brickyard Robotics'
  expect(await details('legal help')).toEqual([`${known} · Looks for Legal Help`])
  expect(await details('mentor')).toEqual([`${known} · Can help with Mentorship`])
  expect(await details('river north')).toEqual([`${known} · River North`])
  expect(await details('bootstrapped')).toEqual([`${known} · Bootstrapped`])
  expect(await details('maya bootstrap')).toEqual([`${known} · Bootstrapped`])
  expect(await details('legal river')).toEqual([`${known} · Looks for Legal Help · River North`])
  for (const q of ['cooper', 'Brickyard', 'Brickyrad', 'brickyard robtics', 'Maya Ibara', 'maya robotics'])
    expect(await details(q), q).toEqual([known])
  // The directory's own search is specified without them.
  expect(await ada.does(listMembers, { q: 'mentorship' })).toEqual([])
  await maya.does(saveProfile, { needs: [], location: '' })
  expect(await details('legal help')).toEqual([])
})

test('resources are found by type and category, events by type and place, which their hits show', async () => {
  const about = { url: 'https://example.com/payroll', resource_type: 'video', category: 'operations' } as const
  await ada.does(shareLink, { title: 'Payroll in an afternoon', ...about })
  const day = { event_date: '2090-05-04', description: 'Bring the numbers' }
  const online = { is_online: true, meeting_link: 'https://example.com' }
  await ada.does(createEvent, { title: 'Payroll hour', ...day, ...online, event_type: 'online' })
  await ada.does(createEvent, { title: 'Payroll lunch', ...day, location: 'Fulton Market' })
  await ada.does(createEvent, { title: 'Payroll dinner', ...day, ...online, event_type: 'hybrid', location: 'Pilsen' })
  const found = async (q: string) => (await search(q)).map(({ title, details }) => [title, ...details].join(' · '))
  for (const q of ['payroll video', 'operations payroll', 'payroll operations video'])
    expect(await found(q), q).toEqual(['Payroll in an afternoon · Video · Operations'])
  await ada.does(createEvent, { title: 'Payroll call', ...day, ...online })
  // The link of a hybrid event is online too.
  expect((await found('payroll online')).sort()).toEqual([
    'Payroll call · In Person · Online',
    'Payroll dinner · Hybrid · Pilsen',
    'Payroll hour · Online',
  ])
  expect(await found('payroll hybrid')).toEqual(['Payroll dinner · Hybrid · Pilsen'])
  expect(await found('payroll lunch in person')).toEqual(['Payroll lunch · In Person · Fulton Market'])
  expect(await found('payroll fulton')).toEqual(['Payroll lunch · In Person · Fulton Market'])
})

test('every kind is found by its name, title or text, with what its link needs', async () => {
  const { bob, event, reply, other, ...made } = await fill('Quillon')
  const found = await search('quillon')
  expect(found.map(hit => hit.kind)).toEqual([...kinds])
  const hit = (kind: Kind) => found.find(one => one.kind === kind) as Hit
  expect(hit('member')).toMatchObject({ id: bob.profile_id, title: 'Quillon Kowalski' })
  expect(hit('investor')).toMatchObject({ id: made.investor.id, title: 'Quillon Vale', details: ['Prairie Capital'] })
  expect(hit('event')).toMatchObject({
    id: event.id,
    details: ['In Person', 'Fulton Market'],
    date: '2090-05-04',
    excerpt: 'Eggs',
  })
  expect(hit('topic')).toMatchObject({ id: made.topic.id, author: 'Ada Osei', excerpt: 'Who has one?' })
  expect(hit('request')).toMatchObject({ id: made.request.id, author: 'Ada Osei', details: ['Lakeline'] })
  expect(hit('resource')).toMatchObject({ id: made.resource.id, title: 'Quillon checklist' })
  expect(hit('reply')).toMatchObject({
    id: reply.id,
    topic_id: other.id,
    title: 'Something else',
    author: 'Quillon Kowalski',
    excerpt: 'About the Quillon and its price',
  })
  for (const kind of kinds)
    expect(
      (await search('quillon', kind)).every(one => one.kind === kind),
      kind,
    ).toBe(true)
})

test('a title that equals or begins with the query comes before words in titles, and those before texts', async () => {
  await ada.does(createTopic, { title: 'Unrelated title', content: 'The word brindle is only in this text' })
  await ada.does(shareLink, { title: 'All about abrindled things', url: 'https://example.com/1' })
  await ada.does(shareLink, { title: 'Guide to brindle', url: 'https://example.com/2' })
  await ada.does(createTopic, { title: 'Brindle prices', content: 'How much?' })
  await ada.does(addInvestor, { name: 'Zed Brindle', firm: 'A firm' })
  await server.member('Brindle')
  expect(await finds('brindle')).toEqual([
    'member Brindle',
    'topic Brindle prices',
    'investor Zed Brindle',
    'resource Guide to brindle',
    'resource All about abrindled things',
    'topic Unrelated title',
  ])
})

test('many hits of one kind do not crowd out the others', async () => {
  for (let n = 1; n <= 9; n += 1) await server.member(`Tamsin Number ${n}`)
  await ada.does(createTopic, { title: 'A word with Tamsin', content: 'Words' })
  expect((await finds('tamsin')).indexOf('topic A word with Tamsin')).toBeLessThan(7)
})

test('words may be in any order, without accents, and punctuation is part of none', async () => {
  await ada.does(createEvent, { title: 'Café Zürich: pre-seed (AI)', description: 'Talks', ...where })
  const event = ['event Café Zürich: pre-seed (AI)']
  for (const q of ['zurich cafe', 'CAFÉ', 'pre-seed zürich', 'cafe, "zurich"', 'zurich ai', 'seed zürich'])
    expect(await finds(q), q).toEqual(event)
  expect(await finds('zurich paris')).toEqual([])
})
const where = { event_date: '2090-05-04', location: 'Here' }

test('a word with two errors must begin with the same letter', async () => {
  await ada.does(createTopic, { title: 'Blending oats', content: 'Who does?' })
  expect(await finds('blendign', 'topic')).toEqual(['topic Blending oats'])
  expect(await finds('plending', 'topic')).toEqual(['topic Blending oats'])
  expect(await finds('tlendign', 'topic')).toEqual([])
  expect(await finds('spending', 'topic')).toEqual([])
})

test('slips are forgiven in names and titles, if nothing of any kind is found without them, and say where', async () => {
  const dagna = await server.member('Dagna Whitlock')
  await dagna.does(saveProfile, { company_name: 'Thistle Works', title: 'Founder', industry: 'Marketplace' })
  await ada.does(createTopic, { title: 'Rates', content: 'Something about dagma in the text' })
  const close = async (q: string, kind?: Kind) => (await search(q, kind)).map(hit => [hit.title, hit.close])
  expect(await close('dagma')).toEqual([['Rates', []]])
  expect(await close('dagma', 'topic')).toEqual([['Rates', []]])
  expect(await close('dagma', 'member')).toEqual([['Dagna Whitlock', ['Dagna Whitlock', 'Thistle Works']]])
  expect(await close('thistel')).toEqual([['Dagna Whitlock', ['Dagna Whitlock', 'Thistle Works']]])
  expect(await close('whitlokc')).toEqual([['Dagna Whitlock', ['Dagna Whitlock', 'Thistle Works']]])
  expect(await close('dagna')).toEqual([['Dagna Whitlock', []]])
})

test('slips are forgiven in names and titles of each kind', async () => {
  await server.member('Marisol Etxeberria')
  await ada.does(addInvestor, { name: 'Ottoline Frasier', firm: 'Granite Ventures' })
  await ada.does(createEvent, { title: 'Harbourfront supper', description: 'Food', ...where })
  await ada.does(shareLink, { title: 'Pipeline worksheet', url: 'https://example.com/3' })
  await ada.does(createTopic, { title: 'Cooperative insurance', content: 'Rates' })
  expect(await finds('etxeberia')).toEqual(['member Marisol Etxeberria'])
  expect(await finds('marisol etxebeirra')).toEqual(['member Marisol Etxeberria'])
  expect(await finds('otoline')).toEqual(['investor Ottoline Frasier'])
  expect(await finds('harborfront')).toEqual(['event Harbourfront supper'])
  expect(await finds('worksheat')).toEqual(['resource Pipeline worksheet'])
  expect(await finds('cooprative', 'topic')).toEqual(['topic Cooperative insurance'])
  expect(await finds('xqzvkw')).toEqual([])
  // A short word is not taken for a longer one.
  await ada.does(createEvent, { title: 'Offsite in the dunes', description: 'Sand', ...where })
  expect(await finds('offsiet')).toEqual(['event Offsite in the dunes'])
  expect(await finds('theme', 'event')).toEqual([])
})

test('swapped neighbouring letters are forgiven, at each place and also in short words', async () => {
  const names = ['Noah Lindqvist', 'Tove Mansour', 'Jarl Freight', 'Ines Wrobel']
  for (const name of names) await server.member(name)
  await ada.does(createTopic, { title: 'Railroad timetables', content: 'Where?' })
  const words = [...names.flatMap(name => name.split(' ').map(word => [word, `member ${name}`] as const))]
  for (const [word, found] of [...words, ['Railroad', 'topic Railroad timetables'] as const])
    for (let at = 0; at < word.length - 1; at += 1) {
      const swapped = word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
      expect(await finds(swapped), swapped).toContain(found)
    }
  // While the word is still being typed, and beside a word without an error.
  expect(await finds('rfeig')).toContain('member Jarl Freight')
  expect(await finds('lindqvist noha')).toEqual(['member Noah Lindqvist'])
  expect(await finds('frieghtxyz')).toEqual([])
})

test('pages of a kind skip and repeat nothing, in the same order as one large page', async () => {
  await server.owner.run(sql`
    insert into posts (user_id, title, content)
    select ${ada.profile_id}, case n % 3 when 0 then 'Vermilion ' || n % 4 when 1 then 'On vermilion ' || n else 'Other ' || n end, 'Vermilion text'
    from generate_series(1, 40) n`)
  await server.owner.run(
    sql`insert into resources (title, url) select 'Ceruleann ' || n, 'https://example.com' from generate_series(1, 9) n`,
  )
  for (const [path, count] of [
    ['/api/search?q=vermilion&kind=topic', 40],
    ['/api/search?q=cerulaenn&kind=resource', 9],
  ] as const) {
    const all = await ada.reads<Hit[]>(`${path}&limit=100`)
    expect(all).toHaveLength(count)
    expect(new Set(all.map(({ id }) => id)).size).toBe(count)
    for (const limit of [1, 7]) expect(await ada.pages<Hit>(`${path}&limit=${limit}`)).toEqual(all)
  }
  const titles = (await search('vermilion', 'topic')).map(({ title }) => title)
  expect(titles.slice(0, 13).every(title => title.startsWith('Vermilion'))).toBe(true)
  expect(titles[13]).toMatch(/^On vermilion 40/)
})

test('without a kind there is one page; a cursor of another list is refused', async () => {
  const { headers } = await ada.asks('GET', '/api/search?q=vermilion&limit=2')
  expect(headers.link).toBeUndefined()
  expect(await ada.tries('GET', '/api/search?q=vermilion&kind=topic&after=nonsense')).toBe(400)
  expect(await ada.tries('GET', '/api/search?q=x&kind=secret')).toBe(400)
})

test('an excerpt shows the text around the match', async () => {
  const content = `${'Before this. '.repeat(40)} The periwinkle is here. ${'After that. '.repeat(40)}`
  await ada.does(createTopic, { title: 'A long one', content })
  const [hit] = await search('periwinkle')
  expect(hit?.excerpt).toMatch(/^….*The periwinkle is here\..*…$/)
  expect(hit?.excerpt.length).toBeLessThan(190)
  // Also with other marks on the letters, there in the first 1000 letters only: long signs make a text many times as long.
  const marked = (before: string) => `${before.repeat(40)} La périwinklë est là. ${'Après. '.repeat(600)}`
  const [near, far] = [marked('Avant. '), marked('Avant ceci et cela, ﷺ. ')]
  const excerpt = async (text: string) =>
    (await server.owner.one<{ part: string }>(sql`select excerpt_of(${text}, '{periwinkle}') as part`)).part
  expect(await excerpt(near)).toMatch(/^….*La périwinklë est là\..*…$/)
  expect(await excerpt(far)).toMatch(/^….*La périwinklë est là\..*…$/)
  expect(await excerpt('Avant. '.repeat(200) + near)).toMatch(/^Avant\..*…$/)
})

test('strange queries are answered: signs of patterns, quotes, emoji, right-to-left, only spaces, hundreds of words', async () => {
  await ada.does(createTopic, { title: '100% of a_b \\ "quoted" 🚀 שלום', content: 'Signs' })
  const topic = ['topic 100% of a_b \\ "quoted" 🚀 שלום']
  expect((await finds('a_b'))[0]).toEqual(topic[0])
  for (const q of ['100%', '"quoted"', "quoted'", '🚀', 'שלום', '100% of a_b']) expect(await finds(q), q).toEqual(topic)
  for (const q of ['%', '_', '\\', "'", '"', '()', ':*', '&|!', '\u0301', '\u202e', '--', "'; drop table posts; --"])
    expect((await ada.asks('GET', `/api/search?q=${encodeURIComponent(q)}`)).status, q).toBe(200)
  expect(await finds('a%b', 'member')).toEqual([])
  for (const q of ['', '   ', '\t\n']) expect(await search(q), JSON.stringify(q)).toEqual([])
  expect(await search(Array.from({ length: 50 }, (_, i) => `q${i}`).join(' '))).toEqual([])
  expect(await ada.tries('GET', `/api/search?q=${'x'.repeat(400)}`)).toBe(400)
  // A character that PostgreSQL cannot store.
  expect(await ada.tries('GET', '/api/search?q=a%00b')).toBe(400)
})

test('opened hits are read as they are now, without those that are gone', async () => {
  const bob = await server.member('Bob Recent')
  const kept = await bob.does(createTopic, { title: 'Kept', content: 'Who does it?', is_anonymous: true })
  const gone = await bob.does(createTopic, { title: 'Gone', content: 'Who does it?' })
  const hits = `topic-${gone.id},member-${bob.profile_id},topic-${kept.id},investor-999999999`
  const read = async () => (await ada.does(readRecent, { hits })).map(({ title, author }) => [title, author])
  expect(await read()).toEqual([
    ['Gone', 'Bob Recent'],
    ['Bob Recent', null],
    ['Kept', 'Anonymous'],
  ])
  await bob.does(deleteTopic, { id: gone.id })
  await bob.does(saveProfile, { full_name: 'Bob Present' })
  expect(await read()).toEqual([
    ['Bob Present', null],
    ['Kept', 'Anonymous'],
  ])
  for (const hits of ['', 'topic-1,', 'secret-1', 'topic-99999999999', `${'topic-1,'.repeat(6)}topic-1`])
    expect(await ada.tries('GET', `/api/search/recent?hits=${hits}`)).toBe(400)
})
