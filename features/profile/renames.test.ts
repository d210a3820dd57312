import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { saveProfile } from './contract.ts'

const WRITTEN = 130
const ANNOUNCED = 100

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl'), env: { LIMIT_PROFILE_SAVES_PER_HOUR: '3' } })
})
afterAll(() => server.close())

/** A member with many topics and requests. */
async function author(): Promise<Member> {
  const ada = await server.member('Ada Osei')
  await server.owner.run(sql`insert into posts (title, content, tags, user_id)
    select 'Topic ' || i, 'Words', '{General}', ${ada.profile_id} from generate_series(1, ${WRITTEN}::integer) i`)
  await server.owner.run(sql`insert into introduction_requests (user_id, title, target_name)
    select ${ada.user_id}, 'Request ' || i, 'Wren' from generate_series(1, ${WRITTEN}::integer) i`)
  return ada
}

/** The rows that `change` announced, and those it wrote. */
async function effectOf(ada: Member, change: () => Promise<unknown>) {
  const all = sql`
    select 'posts' as kind, id, xmin::text from posts where user_id = ${ada.profile_id}
    union all select 'introduction_requests', id, xmin::text from introduction_requests where user_id = ${ada.user_id}`
  type Row = { kind: string; id: number; xmin: string }
  const key = ({ kind, id, xmin }: Row) => `${kind} ${id} ${xmin}`
  const before = new Set((await server.owner.rows<Row>(all)).map(key))
  await server.owner.run(sql`delete from live_changes`)
  await change()
  const written = (await server.owner.rows<Row>(all)).filter(row => !before.has(key(row)))
  const told = await server.owner.rows<{ kind: string; row_id: number }>(sql`select kind, row_id from live_changes`)
  const of = (kind: string) => ({
    written: written.filter(row => row.kind === kind).length,
    announced: told.filter(row => row.kind === kind).map(row => row.row_id),
  })
  return { topics: of('posts'), requests: of('introduction_requests') }
}

test('a new name changes all topics and requests for the search, and announces the newest hundred of each', async () => {
  const ada = await author()
  const { topics, requests } = await effectOf(ada, () => ada.does(saveProfile, { full_name: 'Kestrel Quarry' }))
  for (const { written, announced } of [topics, requests]) {
    expect(written).toBe(WRITTEN)
    expect(announced).toHaveLength(ANNOUNCED)
  }
  const { oldest, ids } = await server.owner.one<{ oldest: number; ids: number[] }>(
    sql`select min(id) as oldest, array_agg(id order by id desc) as ids from posts where user_id = ${ada.profile_id}`,
  )
  expect(topics.announced.toSorted((a, b) => b - a)).toEqual(ids.slice(0, ANNOUNCED))
  const found = await ada.reads<{ id: number }[]>('/api/posts?q=kestrel&limit=100')
  const last = await ada.reads<{ id: number }[]>('/api/posts?q=kestrel%20topic%201&limit=100')
  expect(found).toHaveLength(100)
  expect(last.map(({ id }) => id)).toContain(oldest)
})

test('new needs change the requests only; a name that is the same for the search changes nothing', async () => {
  const ada = await author()
  const needs = await effectOf(ada, () => ada.does(saveProfile, { needs: ['Hiring'] }))
  expect([needs.topics, needs.requests.written, needs.requests.announced.length]).toEqual([
    { written: 0, announced: [] },
    WRITTEN,
    ANNOUNCED,
  ])
  const nothing = { written: 0, announced: [] }
  expect(await effectOf(ada, () => ada.does(saveProfile, { full_name: 'ADA OSEI' }))).toEqual({
    topics: nothing,
    requests: nothing,
  })
  // The setting of that transaction has ended: a new topic is announced.
  const { topics } = await effectOf(ada, () => ada.asks('POST', '/api/posts', { title: 'Next', content: 'Words' }))
  expect(topics.announced).toHaveLength(1)
})

test('a profile can be saved LIMIT_PROFILE_SAVES_PER_HOUR times an hour; other writes are not affected', async () => {
  const ada = await server.member('Ada Osei')
  const save = (full_name: string) => ada.asks('PUT', '/api/profile', { full_name })
  for (const name of ['One', 'Two', 'Three']) expect((await save(name)).status).toBe(200)
  const refused = await save('Four')
  expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('Too many requests')])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
  expect(await ada.reads('/api/profile')).toMatchObject({ full_name: 'Three' })
  expect(await ada.tries('POST', '/api/posts', { title: 'Hello', content: 'Words' })).toBe(201)
})
