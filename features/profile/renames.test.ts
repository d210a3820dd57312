import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { holdAccount, waitForLocks } from '../../tests/held-account.ts'
import { runJobs } from '../../tests/server/run-jobs.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { saveProfile } from './contract.ts'
import { updateSearchTexts, type Written } from './search-texts.ts'

const WRITTEN = 130
const ANNOUNCED = 100
/** Browsers read their lists again. */
const READ_AGAIN = [0]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl'), env: { LIMIT_PROFILE_SAVES_PER_HOUR: '3' } })
  waitForLocks(server)
})
afterAll(() => server.close())

/** A member with many topics and requests. */
async function author(count = WRITTEN, text = 'Words'): Promise<Member> {
  const ada = await server.member('Ada Osei')
  await server.owner.run(sql`insert into posts (title, content, tags, user_id)
    select 'Topic ' || i, ${text}, '{General}', ${ada.profile_id} from generate_series(1, ${count}::integer) i`)
  await server.owner.run(sql`insert into introduction_requests (user_id, title, target_name)
    select ${ada.user_id}, 'Request ' || i, 'Wren' from generate_series(1, ${count}::integer) i`)
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

/** Runs the queued jobs of this member, without a job worker. */
async function jobsRun({ profile_id }: Member) {
  const done = await server.owner.rows<{ data: Written }>(sql`
    delete from jobs.job_common where name = 'search_texts' and data ->> 'id' = ${String(profile_id)} returning data`)
  for (const { data } of done) await updateSearchTexts(server.db, data)
  return done.length
}

test('a new name announces the newest hundred topics and requests; a job changes all of them for the search', async () => {
  const ada = await author()
  const rename = await effectOf(ada, () => ada.does(saveProfile, { full_name: 'Kestrel Quarry' }))
  for (const { written, announced } of [rename.topics, rename.requests]) {
    expect(written).toBe(0)
    expect(announced).toHaveLength(ANNOUNCED)
  }
  const { oldest, ids } = await server.owner.one<{ oldest: number; ids: number[] }>(
    sql`select min(id) as oldest, array_agg(id order by id desc) as ids from posts where user_id = ${ada.profile_id}`,
  )
  expect(rename.topics.announced.toSorted((a, b) => b - a)).toEqual(ids.slice(0, ANNOUNCED))
  // While the jobs of one name wait, another name is given: they are enough, since they read it when they run.
  await ada.does(saveProfile, { full_name: 'Merle Quarry' })
  const renamed = await effectOf(ada, async () => expect(await jobsRun(ada)).toBe(2))
  for (const { written, announced } of [renamed.topics, renamed.requests])
    expect([written, new Set(announced)]).toEqual([WRITTEN, new Set(READ_AGAIN)])
  const found = await ada.reads<{ id: number }[]>('/api/posts?q=merle&limit=100')
  const last = await ada.reads<{ id: number }[]>('/api/posts?q=merle%20topic%201&limit=100')
  expect(found).toHaveLength(100)
  expect(last.map(({ id }) => id)).toContain(oldest)
  expect(await ada.reads('/api/posts?q=kestrel')).toEqual([])
})

test('a few topics and requests are changed and announced at once', async () => {
  const ada = await author(3)
  const { topics, requests } = await effectOf(ada, () => ada.does(saveProfile, { full_name: 'Kestrel Quarry' }))
  for (const { written, announced } of [topics, requests]) expect([written, announced.length]).toEqual([3, 3])
  expect(await jobsRun(ada)).toBe(0)
  expect(await ada.reads('/api/posts?q=kestrel%20topic&limit=100')).toHaveLength(3)
})

test('a few long topics are left to the job', async () => {
  const ada = await author(12, 'ﷺ'.repeat(20_000))
  const { topics } = await effectOf(ada, () => ada.does(saveProfile, { full_name: 'Kestrel Quarry' }))
  expect([topics.written, topics.announced.length]).toEqual([0, 12])
  const renamed = await effectOf(ada, () => jobsRun(ada))
  expect(renamed.topics).toEqual({ written: 12, announced: READ_AGAIN })
})

test('a job that runs again writes nothing', async () => {
  const ada = await author()
  const again = await effectOf(ada, async () => {
    for (const of of ['topics', 'requests'] as const)
      await updateSearchTexts(server.db, { id: Number(ada.profile_id), of })
  })
  expect([again.topics.written, again.requests.written]).toEqual([0, 0])
})

test('a rename there and back while a job of the first name has not committed: the last name is found', async () => {
  const ada = await author()
  const id = Number(ada.profile_id)
  await ada.does(saveProfile, { full_name: 'Plover Quarry' })
  const first = await holdAccount(
    server,
    String(id),
    'select update_search_text_of_topics($1::integer, null, 5), update_search_text_of_requests($1::integer, null, 5)',
  )
  await ada.does(saveProfile, { full_name: 'Ada Osei' })
  const second = Promise.all([
    updateSearchTexts(server.db, { id, of: 'topics' }),
    updateSearchTexts(server.db, { id, of: 'requests' }),
  ])
  await Promise.race([second, first.waiting(2)])
  await first.letGo()
  await second
  for (const path of ['/api/posts', '/api/direct-introduction-requests'])
    expect([path, await ada.reads(`${path}?q=plover`)]).toEqual([path, []])
})

test('the workers of a server bring what a renamed member wrote up to date', async () => {
  const ada = await author()
  const { failures } = runJobs(server)
  await ada.does(saveProfile, { full_name: 'Wren Prairie' })
  await vi.waitFor(
    async () => {
      for (const path of ['/api/posts?q=wren%20topic%201', '/api/direct-introduction-requests?q=prairie%20request%201'])
        expect(await ada.reads(path)).not.toEqual([])
    },
    { timeout: 30_000, interval: 200 },
  )
  expect(failures).toEqual([])
})

test('a server that stops leaves the rest to the next one', async () => {
  const ada = await author()
  const found = () => ada.reads<object[]>('/api/posts?q=grouse%20topic&limit=100')
  await ada.does(saveProfile, { full_name: 'Grouse Prairie' })
  // The job waits in its first batch until the server is stopping.
  const held = await holdAccount(
    server,
    String(ada.profile_id),
    'select update_search_text_of_topics($1::integer, null, 5)',
  )
  const first = runJobs(server)
  await held.waiting(1)
  const stopped = first.stop()
  await held.letGo()
  await stopped
  expect([(await found()).length, first.failures]).toEqual([5, []])
  const second = runJobs(server, undefined, { pollSeconds: 0.5 })
  await expect.poll(async () => (await found()).length, { timeout: 30_000, interval: 200 }).toBe(100)
  expect(second.failures).toEqual([])
})

test('new needs change the requests only, which are announced when they are changed; a name that is the same for the search changes nothing', async () => {
  const ada = await author()
  const nothing = { written: 0, announced: [] }
  const needs = await effectOf(ada, () => ada.does(saveProfile, { needs: ['Hiring'] }))
  expect(needs).toEqual({ topics: nothing, requests: nothing })
  const applied = await effectOf(ada, async () => expect(await jobsRun(ada)).toBe(1))
  expect(applied).toEqual({ topics: nothing, requests: { written: WRITTEN, announced: READ_AGAIN } })
  expect(await effectOf(ada, () => ada.does(saveProfile, { full_name: 'ADA OSEI' }))).toEqual({
    topics: nothing,
    requests: nothing,
  })
  expect(await jobsRun(ada)).toBe(0)
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
