import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { migrate } from '../../database/migrate/migrate.ts'
import { createEvent } from '../../features/events/contract.ts'
import { createTopic } from '../../features/forum/contract.ts'
import { createIntroductionRequest } from '../../features/introductions/contract.ts'
import { addInvestor } from '../../features/investors/contract.ts'
import { findMembers } from '../../features/members/contract.ts'
import { saveProfile } from '../../features/profile/contract.ts'
import { shareLink } from '../../features/resources/contract.ts'
import { kinds, OFFERED, searchCommunity } from '../../features/search/contract.ts'
import { userOf } from '../../server/preflight.ts'
import { emptyDatabase } from '../setup/make-database.ts'
import { type Member, startTestServer, type TestServer } from '../test-server.ts'

/** Names and titles, with queries that find exactly this one. */
const finds: Record<string, string[]> = {
  'Фёдор Достоевский': ['Достоевский', 'ДОСТОЕВСКИЙ', 'федор', 'до', 'стоев'],
  'דוד אברמוביץ': ['אברמוביץ', 'דו', 'ברמוב'],
  'Νίκος Παπαδόπουλος': ['παπαδοπουλος', 'ΠΑΠΑΔΌΠΟΥΛΟΣ', 'νίκος'],
  王小明: ['王小明', '王', '小明', '明'],
  'とうきょう タワー': ['きょう', 'タ'],
  김민수: ['김민수', '민수'],
  'Rocket 🚀 day': ['🚀', 'Rocket 🚀'],
  'José Cafe\u0301': ['jose\u0301', 'café', 'CAFE'],
  '90%_of\\all': ['%', '_', '\\', '90%', '%_', '_of\\'],
  '--- plan ---': ['---', 'plan'],
  'Talk on C++ here': ['C++', 'talk on C++'],
  'Cats and other pets': ['cats', 'and other pets'],
}

let server: TestServer
let ada: Member

/** Each searched list: how to create an entry with a name, and the search URLs. */
const lists: Record<string, { make: (name: string) => Promise<unknown>; paths: string[] }> = {
  members: {
    make: async full_name => (await server.member('Somebody')).does(saveProfile, { full_name }),
    paths: ['/api/members', '/api/members?sort=best', '/api/search?kind=member'],
  },
  investors: {
    make: name => ada.does(addInvestor, { name, firm: 'Lakeview' }),
    paths: ['/api/investors', '/api/investors?sort=newest', '/api/search?kind=investor'],
  },
  events: {
    make: title => ada.does(createEvent, { title, description: 'x', location: 'mHUB', event_date: '2030-06-01' }),
    paths: ['/api/direct-events', '/api/search?kind=event'],
  },
  resources: {
    make: title => ada.does(shareLink, { title, url: 'https://example.com' }),
    paths: ['/api/resources', '/api/search?kind=resource'],
  },
  topics: {
    make: title => ada.does(createTopic, { title, content: 'x' }),
    paths: ['/api/posts', '/api/search?kind=topic'],
  },
  requests: {
    make: request_title =>
      ada.does(createIntroductionRequest, { request_title, context: 'Nothing to say here', your_company: 'Lakeline' }),
    paths: ['/api/direct-introduction-requests', '/api/search?kind=request'],
  },
}
const isPhrase = (path: string) => /^\/api\/(investors|direct-events|resources)/.test(path)

const found = (path: string, q: string) =>
  ada.reads<object[]>(`${path}${path.includes('?') ? '&' : '?'}q=${encodeURIComponent(q)}`)

/** In C only ASCII letters are letters for the trigram index: clusters of earlier releases have it. */
describe.each(['C', undefined] as const)('LC_CTYPE %s', ctype => {
  let drop: () => Promise<void>
  beforeAll(async () => {
    const adminUrl = inject('adminUrl')
    const empty = await emptyDatabase(adminUrl, ctype)
    drop = empty.drop
    await migrate(empty.url, userOf(empty.url))
    server = await startTestServer({ adminUrl, databaseUrl: empty.url })
    ada = await server.member('Ada')
    for (const { make } of Object.values(lists)) for (const text of Object.keys(finds)) await make(text)
  })
  afterAll(async () => {
    await server.close()
    await drop()
  })

  test.each(Object.values(lists).flatMap(({ paths }) => paths))('names in all scripts are found in %s', async path => {
    for (const [text, queries] of Object.entries(finds))
      for (const q of queries) {
        const rows = await found(path, q)
        expect(JSON.stringify(rows).normalize('NFC'), q).toContain(JSON.stringify(text).slice(1, -1).normalize('NFC'))
        // As a phrase, one or two letters are also found inside of other words.
        if (!isPhrase(path) || q.length > 2) expect(rows, q).toHaveLength(1)
      }
  })

  test('the search across kinds, which the palette shows, finds one of each kind', async () => {
    for (const [text, queries] of Object.entries(finds))
      for (const q of queries) {
        const hits = await ada.does(searchCommunity, { q, limit: OFFERED })
        expect(hits.map(({ kind }) => kind).sort(), q).toEqual(kinds.filter(kind => kind !== 'reply').sort())
        expect(new Set(hits.map(({ title }) => title.normalize('NFC'))), q).toEqual(new Set([text.normalize('NFC')]))
      }
  })

  test('whether the trigram index can find a pattern is known', async () => {
    const patterns = [
      '%abc%',
      '% a%',
      '%ab\\%%',
      '%a bc%',
      '%at& t%',
      '% c++%',
      '%a b%',
      '%a b c%',
      '%иванов%',
      '% 李%',
      '%ab%',
      '%xx%',
      '%qz%',
      '%\\%\\_%',
      '%🚀%',
      '%-a%',
      '%a-%',
    ]
    const found = await server.owner.rows<{ pattern: string }>(
      sql`select pattern from unnest(${patterns}::text[]) pattern where has_trigrams(pattern)`,
    )
    const others = ctype === 'C' ? [] : ['%иванов%', '% 李%']
    expect(found.map(({ pattern }) => pattern).sort()).toEqual(
      ['%abc%', '% a%', '%ab\\%%', '%a bc%', '%at& t%', '% c++%', ...others].sort(),
    )
  })

  test('names are completed', async () => {
    for (const [text, queries] of Object.entries(finds))
      for (const q of queries.filter(typed => /[\p{L}\p{N}]/u.test(typed))) {
        const members = await ada.does(findMembers, { q })
        expect(
          members.map(({ full_name }) => full_name.normalize('NFC')),
          q,
        ).toContain(text.normalize('NFC'))
      }
  })

  test('a long word, and many short ones, find nothing; what is longer than a query may be is refused', async () => {
    const none = [
      'x'.repeat(200),
      'ж'.repeat(200),
      '李'.repeat(200),
      '%'.repeat(200),
      '🚀🦄 '.repeat(40),
      'жя бю '.repeat(33),
    ]
    for (const path of Object.values(lists).flatMap(({ paths }) => paths)) {
      for (const q of none) expect(await found(path, q.trim()), `${path} ${q}`).toEqual([])
      const tried = (q: string) =>
        ada.tries('GET', `${path}${path.includes('?') ? '&' : '?'}q=${encodeURIComponent(q)}`)
      expect(await tried('ж'.repeat(4000))).toBe(400)
      expect(await tried('a '.repeat(200))).toBe(400)
    }
  })
})

test('slips are forgiven in all scripts, where they are at all', async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  try {
    ada = await server.member('Ada')
    const slips = {
      'Фёдор Достоевский': 'дастоевский',
      'דוד אברמוביץ': 'אברמוביצ',
      'Νίκος Παπαδόπουλος': 'παπανδοπουλος',
    }
    for (const { make } of Object.values(lists)) for (const text of Object.keys(slips)) await make(text)
    for (const path of Object.values(lists).flatMap(({ paths }) => paths))
      for (const [text, q] of Object.entries(slips)) {
        const rows = await found(path, q)
        expect(rows, `${path} ${q}`).toHaveLength(isPhrase(path) ? 0 : 1)
        if (!isPhrase(path)) expect(JSON.stringify(rows)).toContain(text)
      }
  } finally {
    await server.close()
  }
})
