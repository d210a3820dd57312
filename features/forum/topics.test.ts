import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { categories, createTopic, DEFAULT_CATEGORY, pinTopic, type Topic, unpinTopic, updateTopic } from './contract.ts'

let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada Osei')
  bob = await server.member('Bob Kowalski')
})
afterAll(() => server.close())

const starts = (who: Member, title: string, more = {}) =>
  who.does(createTopic, { title, content: `${title}, and more about it.`, ...more })
const titles = (topics: Topic[]) => topics.map(topic => topic.title)

test('a new forum has one welcome topic, written by nobody in particular', {
  tags: ['API-37', 'FORUM-102'],
}, async () => {
  const empty = await startTestServer({ adminUrl: inject('adminUrl') })
  const first = await empty.member('First')
  const topics = await first.reads<Topic[]>('/api/posts')
  expect(topics).toHaveLength(1)
  expect(topics[0]).toMatchObject({ tags: ['General'], user_id: null, author: null, is_anonymous: false })
  expect(topics[0]).toMatchObject({ title: 'Welcome to the community!', can_edit: false, can_pin: false })
  await empty.close()
})

test('the categories, in order, and the one a topic has when none was chosen', {
  tags: ['TXT-01', 'TXT-02'],
}, async () => {
  expect(categories).toEqual(['General', 'Fundraising', 'Product', 'Marketing', 'Tech', 'Hiring', 'Legal', 'Growth'])
  expect(DEFAULT_CATEGORY).toBe('General')
  expect(await starts(ada, 'No category')).toMatchObject({ tags: ['General'], category: 'General' })
})

test('Ada starts a topic, and gets it back with herself as author', {
  tags: ['API-39', 'API-40', 'DATA-31'],
}, async () => {
  const topic = await starts(ada, 'Hiring in Pilsen', { tags: ['Hiring'], user_id: ada.profile_id })
  expect(topic).toMatchObject({
    title: 'Hiring in Pilsen',
    content: 'Hiring in Pilsen, and more about it.',
    tags: ['Hiring'],
    category: 'Hiring',
    user_id: ada.profile_id,
    author: { id: ada.profile_id, full_name: 'Ada Osei', profile_picture: null },
    is_edited: false,
    can_edit: true,
    can_pin: true,
  })
  expect(await bob.reads(`/api/posts/${topic.id}`)).toMatchObject({ can_edit: false, can_pin: false })
})

test("a topic started in another member's name is refused", async () => {
  const body = { title: 'Not me', content: 'Really', user_id: ada.profile_id }
  expect(await bob.tries('POST', '/api/posts', body)).toBe(403)
})

test('title and content are required, and the category is one of the list', async () => {
  const blank = await ada.asks('POST', '/api/posts', { title: '  ', content: 'Words' })
  expect(blank).toMatchObject({ status: 400, json: { error: 'Please fill in all required fields.' } })
  const missing = await ada.asks('POST', '/api/posts', { title: 'Words' })
  expect(missing).toMatchObject({ status: 400, json: { fields: { content: 'Please fill in all required fields.' } } })
  expect(await ada.tries('POST', '/api/posts', { title: 'A', content: 'B', tags: ['Gossip'] })).toBe(400)
})

test('the list is newest first, each with its author joined', { tags: ['API-33', 'API-34', 'DATA-32'] }, async () => {
  await starts(ada, 'Older')
  await starts(bob, 'Newer')
  const topics = await ada.reads<Topic[]>('/api/posts?limit=2')
  expect(titles(topics)).toEqual(['Newer', 'Older'])
  expect(topics.map(topic => topic.author?.full_name)).toEqual(['Bob Kowalski', 'Ada Osei'])
  await server.owner.run(sql`update profiles set avatar_url = '/api/files/bob.webp' where id = ${bob.profile_id}`)
  const [newest] = await ada.reads<Topic[]>('/api/posts?limit=1')
  expect(newest?.author?.profile_picture).toBe('/api/files/bob.webp')
})

test('the list is paged, with a next link only if there is more', async () => {
  for (const n of [1, 2, 3, 4, 5]) await starts(ada, `Page ${n}`, { tags: ['Legal'] })
  const first = await bob.asks('GET', '/api/posts?category=Legal&limit=2')
  expect(titles(first.json)).toEqual(['Page 5', 'Page 4'])
  const next = /<(.*)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
  const second = await bob.asks('GET', next)
  expect(titles(second.json)).toEqual(['Page 3', 'Page 2'])
  const last = await bob.asks('GET', /<(.*)>/.exec(String(second.headers.link))?.[1] ?? '')
  expect(titles(last.json)).toEqual(['Page 1'])
  expect(last.headers.link).toBeUndefined()
})

test('Ada edits her topic: title, content and tags change, and it says that it was edited', {
  tags: ['API-41'],
}, async () => {
  const topic = await starts(ada, 'Seed round')
  const change = { title: 'Seed round, closed', content: 'We did it.', tags: ['Fundraising' as const] }
  const updated_at = new Date(0).toISOString()
  const edited = await ada.does(updateTopic, { id: topic.id, ...change, updated_at })
  expect(edited).toMatchObject({ ...change, category: 'Fundraising', is_edited: true, created_at: topic.created_at })
  expect(edited.updated_at > topic.updated_at).toBe(true)
  expect(await ada.reads(`/api/posts/${topic.id}`)).toEqual(edited)
})

test('a change of the tags alone is an edit too', async () => {
  const topic = await starts(ada, 'Wrong shelf')
  const edited = await ada.does(updateTopic, { id: topic.id, tags: ['Legal'] })
  expect(edited).toMatchObject({ is_edited: true, tags: ['Legal'], title: 'Wrong shelf' })
})

test('without a limit the list has at most 500 topics and a next link', async () => {
  const many = await startTestServer({ adminUrl: inject('adminUrl') })
  const eve = await many.member('Eve')
  await many.owner.run(sql`
    insert into posts (title, content, user_id) select 'Topic ' || n, 'Text', ${eve.profile_id} from generate_series(1, 501) n`)
  const answer = await eve.asks('GET', '/api/posts')
  expect(answer.json).toHaveLength(500)
  const next = /<(.*)>; rel="next"/.exec(String(answer.headers.link))?.[1] ?? ''
  expect((await eve.reads<Topic[]>(next)).length).toBeGreaterThan(0)
  await many.close()
})

test('an id in the body must match the path', async () => {
  const topic = await starts(ada, 'Two ids')
  expect(await ada.tries('PATCH', `/api/posts/${topic.id}`, { id: topic.id + 1, title: 'Other' })).toBe(400)
})

test('only Ada deletes her topic', { tags: ['API-42', 'DATA-43'] }, async () => {
  const topic = await starts(ada, 'To be gone')
  expect(await bob.tries('DELETE', `/api/posts/${topic.id}`)).toBe(403)
  expect(await ada.tries('DELETE', `/api/posts/${topic.id}`)).toBe(204)
  expect(await ada.tries('GET', `/api/posts/${topic.id}`)).toBe(404)
  expect(await ada.tries('DELETE', `/api/posts/${topic.id}`)).toBe(404)
})

test('Ada pins her topic, the pinned list has it, and a pin is no edit', { tags: ['API-48'] }, async () => {
  const [older] = [await starts(ada, 'Older pin'), await starts(ada, 'Newer, not pinned')]
  expect(await ada.does(pinTopic, { id: older.id })).toMatchObject({ is_pinned: true, is_edited: false })
  expect(titles(await bob.reads('/api/posts?pinned=true'))).toContain('Older pin')
  expect(titles(await bob.reads('/api/posts?pinned=true'))).not.toContain('Newer, not pinned')
  expect(await ada.does(unpinTopic, { id: older.id })).toMatchObject({ is_pinned: false })
  expect(titles(await bob.reads('/api/posts?pinned=true'))).not.toContain('Older pin')
})

test("Bob sees Ada's topic and cannot pin it", { tags: ['DATA-43'] }, async () => {
  const topic = await starts(ada, 'Hers')
  expect(await bob.tries('PUT', `/api/posts/${topic.id}/pin`)).toBe(403)
  expect(await ada.reads(`/api/posts/${topic.id}`)).toMatchObject({ is_pinned: false })
})

test('a topic sent several times with one idempotency key is created once', async () => {
  const body = { title: 'Once', content: 'Only once' }
  const answers = await Promise.all(
    [1, 2, 3].map(() => ada.asks('POST', '/api/posts', body, { 'idempotency-key': 'once' })),
  )
  expect(new Set(answers.map(answer => answer.text)).size).toBe(1)
  expect(titles(await ada.reads('/api/posts')).filter(title => title === 'Once')).toHaveLength(1)
})
