import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { createEvent } from '../../features/events/contract.ts'
import { createTopic, MAX_TEXT } from '../../features/forum/contract.ts'
import { createIntroductionRequest } from '../../features/introductions/contract.ts'
import { addInvestor } from '../../features/investors/contract.ts'
import { saveProfile } from '../../features/profile/contract.ts'
import { shareLink } from '../../features/resources/contract.ts'
import { type Member, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let ada: Member
const signed = 'Grow 100%_fast\\now'
const plain = 'Grow 1000 fast now'

/** Each searched list: how to create an entry with a text, and the search URLs. */
const lists: Record<string, { make: (text: string) => Promise<unknown>; paths: string[] }> = {
  members: {
    make: async text =>
      (await server.member(text.slice(0, 8))).does(saveProfile, { full_name: 'One', company_description: text }),
    paths: ['/api/members'],
  },
  events: {
    make: title => ada.does(createEvent, { title, description: 'x', location: 'mHUB', event_date: '2030-06-01' }),
    paths: ['/api/direct-events', '/api/events'],
  },
  resources: {
    make: title => ada.does(shareLink, { title, url: 'https://example.com' }),
    paths: ['/api/resources'],
  },
  investors: {
    make: notes => ada.does(addInvestor, { name: 'Ana', firm: 'Lakeview', notes }),
    paths: ['/api/investors', '/api/investors?sort=newest'],
  },
  topics: { make: title => ada.does(createTopic, { title, content: 'x' }), paths: ['/api/posts'] },
  'introduction requests': {
    make: request_title =>
      ada.does(createIntroductionRequest, {
        request_title,
        context: 'Because it is so late.',
        your_company: 'Lakeline',
      }),
    paths: ['/api/direct-introduction-requests', '/api/direct-introduction-requests?mine=true'],
  },
}
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  for (const { make } of Object.values(lists)) for (const text of [signed, plain]) await make(text)
})
afterAll(() => server.close())

const found = (path: string, q: string) =>
  ada.reads<object[]>(`${path}${path.includes('?') ? '&' : '?'}q=${encodeURIComponent(q)}`)

describe.each(Object.entries(lists))('among %s', (_, { paths }) => {
  test.each(paths)('%, _ and \\ match only themselves in %s', async path => {
    expect(await found(path, 'grow')).toHaveLength(2)
    expect(JSON.stringify(await found(path, '100%_fast'))).toContain('100%_fast')
    for (const q of ['gr%w', 'g_ow', 'gr\\ow', '%%', '__', '10_0', '\\\\\\'])
      expect(await found(path, q), q).toEqual([])
  })
})

describe.each(['members', 'events', 'resources', 'investors'])('among %s, which match substrings', name => {
  test('each of these characters is found', async () => {
    const [path = ''] = lists[name]?.paths ?? []
    for (const q of ['%', '_', '\\', '%_', '0%', '_fast', '100%_fast\\now', 'fast\\now', 'grow 100%'])
      expect(await found(path, q), q).toHaveLength(1)
  })
})

describe.each(Object.entries(lists))('among %s', (_, { paths }) => {
  test.each(paths)('a query of accents only finds nothing in %s', async path => {
    for (const q of ['´', '\u0301']) expect(await found(path, q), q).toEqual([])
  })
})

test('similar investors treat these characters literally, too', async () => {
  const similar = (name: string) =>
    ada.reads<object[]>(`/api/investors/similar?name=${encodeURIComponent(name)}&firm=Lakeview`)
  expect(await similar('Ana')).toHaveLength(2)
  for (const name of ['%', '_', '\\', '%%%']) expect(await similar(name), name).toEqual([])
})

test('what is compared of a text has at most three times the letters of the longest one, enough for every script', async () => {
  const [bounds] = await server.owner.rows(sql`
    select length(plain(repeat('ﷺ', ${MAX_TEXT}))) as expanding,
      words_of(repeat('각', ${MAX_TEXT - 2}) || ' 값') @@ search_query('값') as has_end_in_korean,
      words_of(repeat('ệ', ${MAX_TEXT - 4}) || ' end') @@ search_query('end') as has_end_in_vietnamese`)
  expect(bounds).toEqual({ expanding: 3 * MAX_TEXT, has_end_in_korean: true, has_end_in_vietnamese: true })
})
