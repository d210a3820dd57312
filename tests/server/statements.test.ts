import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { helpTopics, industries, stages } from '../../contract/options.ts'
import { namedStatements } from '../../database/connection/tx.ts'
import { type Member, startTestServer, type TestServer } from '../test-server.ts'

/**
 * A PostgreSQL connection keeps every prepared statement with its plan until it closes. So the number of statements must depend on
 * the code only: the number of words, tags, rows or fields of a request must not change the text.
 *
 * The number of statements of a list is the product of its choices below. A choice has its own statement if it uses another index
 * or another ORDER BY. There are three page sizes: see LIMITS in database/list/limit.ts.
 */
const PAGE_SIZES = 3

let server: TestServer
let ada: Member
let topic: number
let investor: number
let event: number
let request: number
let resource: number
let comment: number
let reply: number
let investorComment: number

beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl'), env: { DATABASE_CONNECTIONS: '4' } })
  ada = await server.member('Ada Osei')
  await server.member('Bob Kowalski')
  const made = async (path: string, body: object): Promise<number> => {
    const answer = await ada.asks('POST', path, body)
    expect(answer.status, answer.text).toBe(201)
    return (answer.json as { id: number }).id
  }
  topic = await made('/api/posts', { title: 'Payroll', content: 'For two people' })
  reply = await made(`/api/posts/${topic}/comments`, { content: 'A reply' })
  investor = await made('/api/investors', { name: 'Wren Holt', firm: 'Northside', stage: ['Seed'], focus: ['Fintech'] })
  investorComment = await made(`/api/investors/${investor}/comments`, { content: 'Kind', rating: 4 })
  const event_date = '2026-09-01'
  event = await made('/api/direct-events', { title: 'Dinner', description: 'Food', location: 'Here', event_date })
  const asked = { request_title: 'A buyer', context: 'Somebody who buys', your_company: 'Kontur' }
  request = await made('/api/direct-introduction-requests', asked)
  comment = await made(`/api/introduction-requests/${request}/comments`, { comment_text: 'I know one' })
  resource = await made('/api/resources', { title: 'A guide', url: 'https://example.com' })
  await ada.asks('PUT', '/api/profile', { full_name: 'Ada Osei' })
})
afterAll(() => server.close())

// Pseudo-random with a fixed seed.
let seed = 7
const chance = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}
const oneOf = <T>(options: readonly T[]) => options[chance(options.length)] as T
const someOf = <T>(options: readonly T[]) => options.filter(() => chance(2) === 0)
const vocabulary = [
  'payroll',
  'e-commerce',
  'Łukasz',
  'ad',
  'x',
  'r2d2',
  '100%',
  'kontur',
  'AI/ML',
  'seed',
  'wren',
  'and',
]
const words = (most = 12) =>
  Array.from({ length: 1 + chance(most) }, () => oneOf(vocabulary))
    .join(' ')
    .slice(0, 100)

/** A cursor of these values, encoded as in the Link header. */
const cursor = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url')

type Choice = () => string | string[] | number | undefined
/** A URL with a random subset of these parameters. */
const address = (path: () => string, choices: Record<string, Choice>) => () => {
  const query = new URLSearchParams()
  for (const [name, choose] of Object.entries(choices))
    if (chance(3) > 0) for (const value of [choose() ?? []].flat()) query.append(name, String(value))
  return `${path()}?${query}`
}
const limit = () => oneOf([undefined, 1, 2 + chance(20), 24, 25, 48, 50, 51, 97, 100, 200, 1 + chance(500), 500])
const q = () => words()
const when = () => oneOf(['2026-03-01T00:00:00Z', '2020-01-01T12:30:00.5+00:00'])
const investorSorts = ['name', 'rating', 'newest', 'commented'] as const
const investorStages = ['Pre-seed', 'Seed', 'Series A', 'Series B', 'Series C+', 'Growth', 'All stages']
const focusAreas = ['SaaS', 'Fintech', 'Healthcare', 'E-commerce', 'Consumer', 'Web3', 'AI/ML', 'Media']
const memberTags = {
  needs: () => oneOf([undefined, undefined, ...helpTopics]),
  can_help_with: () => oneOf([undefined, undefined, ...helpTopics]),
  location: () => oneOf([undefined, undefined, 'Pilsen', 'Łódź']),
}
const narrowing = {
  q,
  stage: () => someOf(investorStages),
  focus: () => someOf(focusAreas),
  top_rated: () => oneOf(['true', 'false']),
}
const aRequest = ['newest', 'oldest', 'urgent', 'title', 'company'] as const
const statuses = ['pending', 'in_progress', 'approved', 'declined', 'completed']

type Reads = { what: string; most: number; times: number; url: () => string }
/** Reads, with their maximum number of statements: the product of the choices that have their own. */
const reads: Reads[] = [
  {
    what: 'members: an index for each of the two filters and for both, one for all tags; with and without words',
    most: (4 + 1) * 2 * PAGE_SIZES,
    times: 300,
    url: address(() => '/api/members', {
      q,
      industry: () => oneOf(industries),
      stage: () => oneOf(stages),
      ...memberTags,
      limit,
      after: () => cursor(oneOf(vocabulary), chance(99)),
    }),
  },
  {
    what: 'counts of members: of all, of those with the words or with words like them',
    most: 2,
    times: 100,
    url: address(() => '/api/members/counts', {
      q,
      industry: () => oneOf(industries),
      stage: () => oneOf(stages),
      ...memberTags,
    }),
  },
  {
    what: 'members one may mean, as they are offered while typing: as the list of members',
    most: 1,
    times: 20,
    url: () => `/api/members?q=${encodeURIComponent(words(3))}&limit=6`,
  },
  {
    what: 'investors: four orders; the index of words with neither, one or both kinds of tags, of focus, of stage, of both, or none; with and without the index of the top rated',
    most: 4 * 8 * 2 * PAGE_SIZES,
    times: 500,
    url: () => {
      const sort = oneOf(investorSorts)
      const [name, rating, created] = [oneOf(vocabulary), chance(5), when()]
      const after = { name: [name, 3], rating: [rating, 1, 3], newest: [created, 3], commented: [chance(9), 3] }[sort]
      return `${address(() => '/api/investors', { ...narrowing, limit, after: () => cursor(...after) })()}&sort=${sort}`
    },
  },
  {
    what: 'the neighbours of an investor: the same, one row each',
    most: 4 * 8 * 2,
    times: 200,
    url: address(() => `/api/investors/${investor}/neighbours`, { ...narrowing, sort: () => oneOf(investorSorts) }),
  },
  {
    what: 'counts of investors: with and without the index of the top rated; the same eight ways',
    most: 2 * 8,
    times: 150,
    url: address(() => '/api/investors/counts', narrowing),
  },
  {
    what: 'investors like one that is being added',
    most: 1,
    times: 30,
    url: () => `/api/investors/similar?name=${encodeURIComponent(words(3))}&firm=${encodeURIComponent(words(2))}`,
  },
  {
    what: 'comments on an investor',
    most: PAGE_SIZES,
    times: 40,
    url: address(() => `/api/investors/${investor}/comments`, { limit, after: () => cursor(when(), 3) }),
  },
  {
    what: 'topics: with and without words, category, pinned',
    most: 2 * 2 * 2 * PAGE_SIZES,
    times: 300,
    url: address(() => '/api/posts', {
      q,
      category: () => oneOf(['General', 'Tech', 'Legal']),
      pinned: () => 'true',
      limit,
      after: () => cursor(1 + chance(99)),
    }),
  },
  {
    what: 'replies: onwards, backwards or around one',
    most: 2 * PAGE_SIZES + 1,
    times: 80,
    url: address(() => `/api/posts/${topic}/comments`, {
      limit,
      after: () => 1 + chance(99),
      before: () => 1 + chance(99),
      newest: () => 'true',
      around: () => oneOf([undefined, undefined, 1 + chance(99)]),
    }),
  },
  {
    what: 'notifications: all or unread; their count',
    most: 2 * PAGE_SIZES + 1,
    times: 60,
    url: () =>
      chance(4) === 0
        ? '/api/notifications/unread'
        : address(() => '/api/notifications', {
            unread: () => 'true',
            limit,
            after: () => cursor(when(), '00000000-0000-4000-8000-000000000000'),
          })(),
  },
  {
    what: 'introductions: five orders; with and without words; of all and of my own',
    most: 5 * 2 * 2 * PAGE_SIZES,
    times: 350,
    url: () => {
      const sort = oneOf(aRequest)
      const first = { newest: [], oldest: [], urgent: [1 + chance(3)], title: [oneOf(vocabulary)], company: ['x'] }[
        sort
      ]
      const after = () => cursor(...first, 1 + chance(99))
      const choices = { q, status: () => oneOf(statuses), mine: () => 'true', limit, after }
      return `${address(() => '/api/direct-introduction-requests', choices)()}&sort=${sort}`
    },
  },
  {
    what: 'comments on an introduction',
    most: PAGE_SIZES,
    times: 40,
    url: address(() => `/api/introduction-comments/${request}`, { limit, after: () => cursor(1 + chance(99)) }),
  },
  {
    what: 'events: upcoming, past or all; with and without words',
    most: 3 * 2 * PAGE_SIZES,
    times: 150,
    url: address(() => oneOf(['/api/direct-events', '/api/events']), {
      q,
      tab: () => oneOf(['upcoming', 'past', 'all']),
      limit,
      after: () => cursor(`2026-0${1 + chance(9)}-11`, '18:00', chance(99)),
    }),
  },
  {
    what: 'resources: with and without words, category, type',
    most: 2 * 2 * 2 * PAGE_SIZES,
    times: 120,
    url: address(() => '/api/resources', {
      q,
      category: () => oneOf(['legal', 'finance', 'no such one']),
      type: () => oneOf(['guide', 'tool']),
      limit,
      after: () => cursor(`2026-03-01T00:00:00.${chance(999)}+00:00`, chance(99)),
    }),
  },
  {
    what: 'the search across kinds: nothing typed, all kinds, or pages of one of seven kinds',
    most: 2 + 7 * PAGE_SIZES,
    times: 200,
    url: address(() => '/api/search', {
      q,
      kind: () => oneOf([undefined, 'member', 'investor', 'event', 'topic', 'request', 'resource', 'reply']),
      limit: () => Math.min(limit() ?? 20, 100),
      after: () => cursor(1 + chance(4), oneOf(vocabulary), -chance(99)),
    }),
  },
  {
    what: 'activity',
    most: PAGE_SIZES,
    times: 60,
    url: address(() => '/api/activity', {
      kind: () => oneOf(['post', 'reply', 'like', 'event', 'investor', 'join']),
      limit,
      after: () => cursor(`2026-03-01T00:00:00.${chance(999)}Z`, chance(99), oneOf(['post', 'reply'])),
    }),
  },
  {
    what: 'what a member did',
    most: PAGE_SIZES,
    times: 60,
    url: address(() => `/api/members/${ada.profile_id}/contributions`, {
      kind: () => oneOf(['topic', 'reply', 'event', 'resource', 'review']),
      limit,
      after: () => cursor(`2026-03-01T00:00:00.${chance(999)}Z`, chance(99), oneOf(['topic', 'review'])),
    }),
  },
]

type Writes = { what: string; most: number; method: string; url: () => string; fields: Record<string, () => unknown> }
/** Writes, with a random subset of their fields. */
const writes: Writes[] = [
  {
    what: 'an investor: locked, its version read, written',
    most: 3,
    method: 'PATCH',
    url: () => `/api/investors/${investor}`,
    fields: {
      name: words,
      firm: words,
      title: words,
      focus: () => someOf(focusAreas),
      stage: () => someOf(investorStages),
      notes: words,
      website: () => oneOf(['https://example.com', '', null]),
    },
  },
  {
    what: 'an introduction request, which is then read; its email is set or removed',
    most: 6,
    method: 'PATCH',
    url: () => `/api/introduction-requests/${request}`,
    fields: {
      request_title: () => 'A buyer of steel',
      context: () => 'Somebody who buys steel',
      your_company: words,
      target_person: () => oneOf(['Somebody', null, '']),
      target_email: () => oneOf(['a@example.com', null, '']),
      urgency: () => oneOf(['low', 'medium', 'high']),
      status: () => oneOf(statuses),
    },
  },
  {
    what: 'a topic',
    most: 3,
    method: 'PATCH',
    url: () => `/api/posts/${topic}`,
    fields: { title: words, content: words, tags: () => someOf(['General', 'Tech', 'Legal', 'Growth']) },
  },
  {
    what: 'a reply',
    most: 3,
    method: 'PATCH',
    url: () => `/api/comments/${reply}`,
    fields: { content: words },
  },
  {
    what: 'a comment on an investor',
    most: 3,
    method: 'PATCH',
    url: () => `/api/investor-comments/${investorComment}`,
    fields: { content: words, rating: () => oneOf([1, 5, null]), is_private: () => oneOf([true, false]) },
  },
  {
    what: 'an event',
    most: 3,
    method: 'PATCH',
    url: () => `/api/direct-events/${event}`,
    fields: {
      title: words,
      description: words,
      location: words,
      event_date: () => '2026-10-01',
      is_online: () => false,
    },
  },
  {
    what: 'a resource',
    most: 3,
    method: 'PATCH',
    url: () => `/api/resources/${resource}`,
    fields: { title: words, description: words, url: () => 'https://example.com/2', category: () => 'legal' },
  },
  {
    what: 'my profile: read and locked, written, each contact by itself, read again',
    most: 4,
    method: 'PUT',
    url: () => '/api/profile',
    fields: {
      full_name: () => 'Ada Osei',
      title: words,
      bio: words,
      needs: () => someOf(['Hiring', 'Funding', 'Customers']),
      can_help_with: () => oneOf([null, someOf(['Hiring', 'Funding'])]),
      phone: () => '+1 312 555 0123',
      email: () => 'ada@example.com',
      phone_visibility: () => oneOf(['members', 'only me']),
    },
  },
]

/** Runs a few at a time: all at once would exceed the queue for connections. */
async function inTurns(times: number, once: () => Promise<void>): Promise<void> {
  let left = times
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (left-- > 0) await once()
    }),
  )
}

/** The statements that `work` adds. */
async function newStatements(work: () => Promise<void>): Promise<string[]> {
  const before = new Set(namedStatements())
  await work()
  return namedStatements().filter(text => !before.has(text))
}

test('2,000 varied requests use no more statements than the code defines', { timeout: 240_000 }, async () => {
  expect(comment).toBeGreaterThan(0)
  let all = 0
  let asked = 0
  for (const { what, most, times, url } of reads) {
    const made = await newStatements(() =>
      inTurns(times, async () => {
        const asking = url()
        const { status, text } = await ada.asks('GET', asking)
        expect(status, `${asking}: ${text}`).toBe(200)
      }),
    )
    expect(made.length, what).toBeLessThanOrEqual(most)
    all += made.length
    asked += times
  }
  for (const { what, most, method, url, fields } of writes) {
    const made = await newStatements(() =>
      inTurns(40, async () => {
        const body = Object.fromEntries(someOf(Object.keys(fields)).map(name => [name, fields[name]?.()]))
        const { status, text } = await ada.asks(method, url(), body)
        // A reply without text is refused.
        expect([200, 400], `${what} ${JSON.stringify(body)}: ${text}`).toContain(status)
      }),
    )
    expect(made.length, what).toBeLessThanOrEqual(most)
    all += made.length
    asked += 40
  }
  expect(asked).toBeGreaterThanOrEqual(2000)
  const bound = [...reads, ...writes].reduce((sum, { most }) => sum + most, 0)
  expect(all).toBeLessThanOrEqual(bound)

  // The connections have these statements, a few for sessions, and those of the set-up above.
  const { pool } = server.db
  const connections = await Promise.all(Array.from({ length: 4 }, () => pool.connect()))
  for (const connection of connections) {
    const { rows } = await connection.query<{ count: number }>('select count(*)::integer from pg_prepared_statements')
    expect(rows[0]?.count).toBeLessThanOrEqual(bound + 40)
    connection.release()
  }
})
