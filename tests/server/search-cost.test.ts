import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { migrate } from '../../database/migrate/migrate.ts'
import { userOf } from '../../server/preflight.ts'
import { emptyDatabase } from '../setup/make-database.ts'
import { type Member, startTestServer, type TestServer } from '../test-server.ts'

/** More than are compared with a query without trigrams (MAX_COMPARED in database/list/search.ts). */
const ROWS = 13_000

/** In LC_CTYPE C, where only ASCII letters give trigrams. */
let server: TestServer
let ada: Member
let drop: () => Promise<void>
beforeAll(async () => {
  const adminUrl = inject('adminUrl')
  const empty = await emptyDatabase(adminUrl, 'C')
  drop = empty.drop
  await migrate(empty.url, userOf(empty.url))
  server = await startTestServer({ adminUrl, databaseUrl: empty.url })
  ada = await server.member('Ada')
  // The triggers of a row are not what is tested, and slow.
  await empty.run(`
    set session_replication_role = replica;
    with made as (insert into users (email) select i || '@rows.test' from generate_series(1, ${ROWS}) i returning id, email)
    insert into profiles (user_id, full_name, company_name) select id, 'Nora ' || md5(email), 'Lakeline' from made;
    insert into investors (name, firm, stage) select 'Omar ' || md5(i::text), 'Lakeview', '{Seed}' from generate_series(1, ${ROWS}) i;
    analyze profiles; analyze investors`)
}, 120_000)
afterAll(async () => {
  await server.close()
  await drop()
})

/** The rows of a table that PostgreSQL has read so far. A connection reports its counts when it ends. */
async function rowsRead(table: string): Promise<number> {
  await server.owner.run(sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`)
  const { read } = await server.owner.one<{ read: number }>(sql`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read from pg_stat_user_tables where relname = ${table}`)
  return read
}
const strange = ['%%%', '🚀', 'иванов ---', '李', 'ж', 'zq']

test.each([
  ['profiles', '/api/members'],
  ['profiles', '/api/members?location=Nowhere'],
  ['profiles', '/api/members/named'],
  ['profiles', '/api/search?kind=member'],
  ['profiles', '/api/search'],
  ['investors', '/api/investors'],
  ['investors', '/api/investors/named'],
  ['investors', '/api/investors/similar?firm=---&name='],
  ['investors', '/api/search?kind=investor'],
])('a query without trigrams does not read all %s in %s', async (table, path) => {
  for (const q of strange) {
    const before = await rowsRead(table)
    await ada.reads(asking(path, q))
    // The sample and the compared rows.
    expect((await rowsRead(table)) - before, q).toBeLessThan(11_000)
  }
})

// 'nroa' is like all of them.
test.each(['qzuartz', 'lkaeline', 'nroa', 'nroa lkaeline', 'nroa qzuartz'])(
  "swapped letters ('%s') do not read all members and investors",
  async q => {
    for (const path of ['/api/members', '/api/search', '/api/search?kind=member']) {
      const before = await rowsRead('profiles')
      await ada.reads(asking(path, q))
      expect((await rowsRead('profiles')) - before, path).toBeLessThan(4000)
    }
  },
)

const asking = (path: string, q: string) => {
  if (path.endsWith('=')) return path + encodeURIComponent(q)
  return `${path}${path.includes('?') ? '&' : '?'}q=${encodeURIComponent(q)}`
}

test.each([
  ['no investor', 'no investor', '/api/investors?focus=Fintech', 'quartz'],
  ['all investors', 'no investor', '/api/investors?stage=Seed', 'quartz'],
  ['all investors', 'all investors', '/api/investors?stage=Seed', 'omar'],
])('a tag of %s with a word of %s does not read all of them', async (_tag, _word, path, q) => {
  const before = await rowsRead('investors')
  await ada.reads(asking(path, q))
  // The sample and the rows that are tried in the order of the list.
  expect((await rowsRead('investors')) - before).toBeLessThan(2000)
})
