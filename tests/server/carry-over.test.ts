import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { BASELINE } from '../../database/migrate/carry-over.ts'
import { migrate } from '../../database/migrate/migrate.ts'
import { sqlFiles } from '../../database/migrate/sql-files.ts'
import { getTopic, listTopics } from '../../features/forum/contract.ts'
import { getIntroductionRequest, listIntroductionRequests } from '../../features/introductions/contract.ts'
import { getInvestor, listComments, listInvestors } from '../../features/investors/contract.ts'
import { listMembers } from '../../features/members/contract.ts'
import { show } from '../../features/operator/hiding.ts'
import { deleteAccount } from '../../features/settings/contract.ts'
import { schema } from '../schema.ts'
import { emptyDatabase } from '../setup/make-database.ts'
import { PASSWORD, startTestServer, type TestServer } from '../test-server.ts'

/**
 * A database of the numbered migrations, with members, topics, replies, likes, investors, events, requests, a hidden topic and a member who
 * has left, dumped by pg_dump.
 */
const fixture = readFileSync(join(import.meta.dirname, '../fixtures/numbered-migrations.sql'), 'utf8')

let server: TestServer
let database: Awaited<ReturnType<typeof emptyDatabase>>
const runMigration = () => migrate(database.url, decodeURIComponent(new URL(database.url).username))

let fresh: TestServer
beforeAll(async () => {
  // Creates the roles that the fixture's policies refer to.
  fresh = await startTestServer({ adminUrl: inject('adminUrl') })
  database = await emptyDatabase(inject('adminUrl'))
  await database.run(fixture)
})
afterAll(async () => {
  await Promise.all([server?.close(), fresh.close()])
  await database.drop()
})

test('a database of the numbered migrations gets the same schema as a new one and keeps its data', async () => {
  const count = sql`select (select count(*) from posts) as topics, (select count(*) from comments) as replies, (select count(*) from users) as users`
  const [before] = await database.rows(count)
  // A new mail, a failed one and a sent one.
  await database.run(`insert into outbox (recipient, subject, body, attempts, leased_until, last_error, sent_at) values
    ('waits@example.com', 'Hello', 'Text', 0, null, null, null), ('tried@example.com', 'Hello', 'Text', 3, now(), 'no route', null),
    ('sent@example.com', 'Hello', '', 1, now(), null, now())`)
  expect(await runMigration()).toEqual({ steps: sqlFiles().steps.length - BASELINE.length, rules: true })
  expect(await runMigration()).toEqual({ steps: 0, rules: false })
  expect(await database.rows(count)).toEqual([before])

  expect(
    await database.rows(sql`
      select recipient, state::text, policy, retry_limit from jobs.job j join outbox o on o.id = (data ->> 'id')::bigint
        and singleton_key = o.id::text order by o.id`),
  ).toEqual([
    { recipient: 'waits@example.com', state: 'created', policy: 'exclusive', retry_limit: 35 },
    { recipient: 'tried@example.com', state: 'created', policy: 'exclusive', retry_limit: 35 },
  ])

  const lines = await database.rows<{ line: string }>(schema)
  expect(lines).toEqual(await fresh.owner.rows(schema))
  expect(lines.length).toBeGreaterThan(500)
})

test('its members can sign in and find their content, and see only what they may see', async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl'), databaseUrl: database.url })
  const signsIn = async (email: string) => {
    const { status, cookies } = await server.visitor.asks('POST', '/api/auth/sign-in', { email, password: PASSWORD })
    expect(status).toBe(200)
    return server.known(cookies, email)
  }
  const [elodie, bob] = [await signsIn('elodie@example.com'), await signsIn('bob@example.com')]
  expect((await bob.does(listMembers, { q: 'elodie rail' })).map(one => one.full_name)).toEqual(['Élodie Marchand'])
  const titles = async (q: string) => (await bob.does(listTopics, { q })).map(topic => topic.title)
  expect(await titles('house pilsen')).toEqual(['Warehouse space in Pilsen'])
  expect(await titles('zuzana')).toEqual(['Warehouse space in Pilsen'])
  expect(await titles('marchand')).toEqual(['Warehouse space in Pilsen'])
  expect(await titles('raising')).toEqual(['Quiet question'])

  const [quiet] = await elodie.does(listTopics, { q: 'quiet' })
  expect(quiet).toMatchObject({ user_id: null, author: null, is_mine: false })
  expect(await bob.does(getTopic, { id: quiet?.id ?? 0 })).toMatchObject({ is_mine: true, can_edit: true })

  const [june] = await bob.does(listInvestors, { q: 'kiln' })
  const comments = async (who: typeof bob) =>
    (await who.does(listComments, { id: june?.id ?? 0 })).map(comment => comment.content).sort()
  expect(await comments(bob)).toEqual(['Answers fast', 'For my eyes', 'Helped us'])
  expect(await comments(elodie)).toEqual(['Answers fast', 'Helped us'])
  expect(await elodie.does(getInvestor, { id: june?.id ?? 0 })).toMatchObject({ rating_count: 2, is_creator: true })

  const [request] = await elodie.does(listIntroductionRequests, { q: 'freight soft' })
  expect(request).toMatchObject({ target_email: 'ravi@example.com', status: 'in_progress' })
  expect(await bob.does(getIntroductionRequest, { id: request?.id ?? 0 })).not.toHaveProperty('target_email')
})

test('hidden content can be shown again, and a member can delete the account', async () => {
  const { id } = await server.owner.one<{ id: number }>(sql`select id from hidden_content`)
  await show(server.owner, 'post', id)
  const { cookies } = await server.visitor.asks('POST', '/api/auth/sign-in', {
    email: 'bob@example.com',
    password: PASSWORD,
  })
  const bob = await server.known(cookies, 'bob@example.com')
  expect((await bob.does(listTopics, { q: 'hidden one' })).map(one => one.comments_count)).toEqual([1])
  await bob.does(deleteAccount, { password: PASSWORD, content: 'remove' })
  expect(await server.owner.rows(sql`select from profiles where full_name = 'Bob Tran'`)).toEqual([])
})

test('an older database is refused and not changed', async () => {
  const other = await emptyDatabase(inject('adminUrl'))
  await other.run(fixture)
  await other.rows(sql`delete from migrations where name = '0097_like_ids.sql' returning name`)
  await expect(migrate(other.url, decodeURIComponent(new URL(other.url).username))).rejects.toThrow(
    'This database was made by an earlier version, which applied 41 of its 42 migrations.',
  )
  expect(await other.rows(sql`select 1 as one from search_words limit 1`)).toEqual([{ one: 1 }])
  await other.drop()
})
