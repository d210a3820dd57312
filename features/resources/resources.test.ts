import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { listKinds, listResources, type Resource, removeResource, shareLink, updateResource } from './contract.ts'

let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  bob = await server.member('Bob')
})
afterAll(() => server.close())
beforeEach(() => server.owner.run(sql`delete from resources`))

const guide = { title: 'Pricing guide', description: 'How to charge more.', url: 'https://example.com/pricing' }
const titles = (resources: Resource[]) => resources.map(resource => resource.title)

test('members read the library, visitors do not', { tags: ['RES-25'] }, async () => {
  await ada.does(shareLink, guide)
  expect(titles(await bob.reads('/api/resources'))).toEqual(['Pricing guide'])
  expect(await server.visitor.tries('GET', '/api/resources')).toBe(401)
  expect(await server.visitor.tries('GET', '/api/resources/kinds')).toBe(401)
  await expect(server.visitor.sql(sql`select * from resources`)).rejects.toThrow('permission denied')
})

test('Ada shares a link, changes it and takes it back; Bob can do neither', { tags: ['RES-26'] }, async () => {
  const shared = await ada.does(shareLink, { ...guide, user_id: ada.user_id })
  expect(shared).toMatchObject({
    ...guide,
    resource_type: 'template',
    category: 'other',
    user_id: ada.user_id,
    shared_by: { id: ada.profile_id, full_name: 'Ada' },
    file_size: null,
    can_edit: true,
  })
  expect(await bob.does(listResources, {})).toMatchObject([{ can_edit: false }])
  const path = `/api/resources/${shared.id}`
  expect(await bob.tries('PATCH', path, { title: 'Mine' })).toBe(403)
  expect(await bob.tries('DELETE', path)).toBe(403)
  expect(await bob.sql(sql`update resources set title = 'Mine' returning id`)).toEqual([])
  expect(await bob.sql(sql`delete from resources returning id`)).toEqual([])
  const changed = await ada.does(updateResource, { id: shared.id, title: 'Pricing book', category: 'finance' })
  expect(changed).toMatchObject({ title: 'Pricing book', description: guide.description, category: 'finance' })
  await ada.does(removeResource, { id: shared.id })
  expect(await ada.reads('/api/resources')).toEqual([])
  expect(await ada.tries('DELETE', path)).toBe(404)
})

test('a foreign id in the body is refused', async () => {
  const { id } = await ada.does(shareLink, guide)
  expect(await ada.tries('POST', '/api/resources', { ...guide, user_id: bob.user_id })).toBe(403)
  expect(await ada.tries('PATCH', `/api/resources/${id}`, { user_id: bob.user_id })).toBe(403)
  expect(await ada.tries('PATCH', `/api/resources/${id}`, { id: id + 1 })).toBe(400)
  await expect(
    ada.sql(sql`insert into resources (title, url, user_id) values ('T', 'https://x.example', ${bob.user_id})`),
  ).rejects.toThrow('row-level security')
  await expect(ada.sql(sql`insert into resources (title, url) values ('T', 'https://x.example')`)).rejects.toThrow(
    'row-level security',
  )
})

test('a link is stored with its scheme in lower case, also when it is changed', async () => {
  const shared = await ada.does(shareLink, { ...guide, url: 'HTTPS://Files.example/Deck.pdf' })
  expect(shared.url).toBe('https://Files.example/Deck.pdf')
  const changed = await ada.does(updateResource, { id: shared.id, url: 'Http://Files.example/Deck.pdf' })
  expect(changed.url).toBe('http://Files.example/Deck.pdf')
})

test('invalid resources are refused with a message', async () => {
  const wrong: [object, string][] = [
    [{ title: ' ' }, 'Please enter a title'],
    [{ title: 'x'.repeat(121) }, 'At most 120 characters; this is 121.'],
    [{ description: 'x'.repeat(501) }, 'At most 500 characters; this is 501.'],
    [{ url: 'javascript:alert(1)' }, 'The link is not a web address, such as https://example.com.'],
    [{ url: 'https://docs.example@evil.example/' }, 'The link must not contain a username or password.'],
    [{ url: 'https://@evil.example/' }, 'The link must not contain a username or password.'],
    [{ url: 'https://x.example/\n\rfoo' }, 'The link must not contain blanks, backslashes or invisible characters.'],
    [
      { url: 'https://x.example/\u202efdp.exe' },
      'The link must not contain blanks, backslashes or invisible characters.',
    ],
    [{ url: 'https:///evil.example' }, 'The link is not a web address, such as https://example.com.'],
    [{ url: 'data:text/html,x' }, 'The link is not a web address, such as https://example.com.'],
    [
      { url: '/api/resource-files/starter/cap-table.xlsx' },
      'The link is not a web address, such as https://example.com.',
    ],
    [{ category: 'gardening' }, 'Please choose a category'],
    [{ resource_type: 'song' }, 'Please choose a type'],
  ]
  for (const [change, error] of wrong)
    expect(await ada.asks('POST', '/api/resources', { ...guide, ...change })).toMatchObject({
      status: 400,
      json: { error },
    })
  await expect(
    ada.sql(sql`insert into resources (title, url, user_id) values ('T', 'javascript:alert(1)', ${ada.user_id})`),
  ).rejects.toThrow('resources_url_check')
})

test('the library is searched and filtered, newest first', {
  tags: ['API-28', 'RES-04', 'RES-05', 'RES-06', 'RES-07', 'RES-17'],
}, async () => {
  await ada.does(shareLink, { ...guide, category: 'finance', resource_type: 'guide' })
  await ada.does(shareLink, {
    ...guide,
    title: 'Term sheets, 100% explained',
    description: 'No jargon',
    category: 'legal',
    resource_type: 'video',
  })
  await ada.does(shareLink, {
    ...guide,
    title: 'SAFE calculator',
    description: 'Dilution',
    category: 'finance',
    resource_type: 'tool',
  })
  const finds = async (input: object) => titles(await bob.does(listResources, input))
  expect(await finds({})).toEqual(['SAFE calculator', 'Term sheets, 100% explained', 'Pricing guide'])
  expect(await finds({ q: 'CHARGE' })).toEqual(['Pricing guide'])
  expect(await finds({ q: '100%' })).toEqual(['Term sheets, 100% explained'])
  expect(await finds({ category: 'finance' })).toEqual(['SAFE calculator', 'Pricing guide'])
  expect(await finds({ category: 'finance', type: 'tool' })).toEqual(['SAFE calculator'])
  expect(await finds({ category: 'legal', q: 'dilution' })).toEqual([])
  expect(await bob.does(listKinds, {})).toEqual({ categories: ['finance', 'legal'], types: ['guide', 'tool', 'video'] })
})

test('paging lists each resource once, even with equal times', async () => {
  await server.owner.run(sql`insert into resources (title, url, created_at, user_id)
    select 'R' || n, 'https://example.com', timestamptz '2026-01-01 10:00:00.123456Z' + n / 3 * interval '1 microsecond', null
    from generate_series(1, 10) n`)
  const listedTitles: string[] = []
  let next: string | undefined = '/api/resources?limit=3'
  while (next) {
    const answer: { json: Resource[]; headers: Record<string, unknown> } = await bob.asks('GET', next)
    listedTitles.push(...titles(answer.json))
    next = /^<(.*)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1]
  }
  expect(listedTitles).toEqual(Array.from({ length: 10 }, (_, i) => `R${10 - i}`))
  expect(await bob.tries('GET', '/api/resources?after=nonsense')).toBe(400)
})

test('the table has the specified columns and defaults', { tags: ['DATA-99', 'DATA-100', 'DATA-101'] }, async () => {
  const columns = await server.owner.rows<{
    column_name: string
    data_type: string
    column_default: string | null
  }>(sql`
    select column_name, data_type, column_default from information_schema.columns where table_name = 'resources'`)
  const columnTypes = Object.fromEntries(
    columns.map(column => [column.column_name, [column.data_type, column.column_default]]),
  )
  expect(columnTypes).toMatchObject({
    id: ['integer', null],
    title: ['text', null],
    description: ['text', "''::text"],
    resource_type: ['text', "'template'::text"],
    category: ['text', "'other'::text"],
    url: ['text', null],
    created_at: ['timestamp with time zone', 'now()'],
    user_id: ['uuid', null],
  })
})
