import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { newClient } from '../../database/connection/client.ts'
import { migrate, readSteps } from '../../database/migrate/migrate.ts'
import { createTopic } from '../../features/forum/contract.ts'
import { userOf } from '../../server/preflight.ts'
import { run } from '../commands.ts'
import { fixtures, loadFixture, nameOf, newest } from '../fixtures/schemas/fixture.ts'
import { schema } from '../schema.ts'
import { emptyDatabase } from '../setup/make-database.ts'
import { PASSWORD, startTestServer } from '../test-server.ts'

// Migrations are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

/** Tables and columns (`table.column`) whose rows a later step changes or removes on purpose. */
const CHANGED_ON_PURPOSE: string[] = []

type Database = Awaited<ReturnType<typeof emptyDatabase>>
const made: Database[] = []
const newDatabase = async () => {
  const database = await emptyDatabase(inject('adminUrl'))
  made.push(database)
  return database
}
afterEach(async () => {
  for (const database of made.splice(0)) await database.drop()
})

let fresh: unknown
beforeAll(async () => {
  const database = await emptyDatabase(inject('adminUrl'))
  await migrate(database.url, userOf(database.url))
  fresh = await database.rows(schema)
  await database.drop()
})

const steps = readSteps().map(({ name }) => name)

test('today’s schema has a fixture, which later releases must upgrade', () => {
  expect(
    fixtures(),
    `The steps up to ${newest(steps)} have no fixture. When step and rules are finished, run npm run fixture and commit the file with them.`,
  ).toContain(nameOf(steps))
})

test.for(fixtures())(
  'the database of the fixture %s is upgraded: all rows are there, and the rest is as in a new one',
  async file => {
    const database = await newDatabase()
    await loadFixture(file, database.url)
    const before = await contentOf(database.url)
    expect(Object.values(before).every(({ rows }) => rows.length > 0)).toBe(true)
    const applied = (await database.run('select name from migrations')).rows.map(({ name }) => name as string)
    expect(nameOf(applied)).toBe(file)

    const done = await migrate(database.url, userOf(database.url))
    expect(done.steps).toBe(steps.length - applied.length)
    expect(await database.rows(schema)).toEqual(fresh)
    await expectSameRows(before, await contentOf(database.url, before))
    expect(await migrate(database.url, userOf(database.url))).toEqual({ steps: 0, rules: false })

    const server = await startTestServer({ adminUrl: inject('adminUrl'), databaseUrl: database.url })
    try {
      const email = (await database.run(`select email from users where email like '%.bob@example.com'`)).rows[0]?.email
      const { status, cookies } = await server.visitor.asks('POST', '/api/auth/sign-in', { email, password: PASSWORD })
      expect(status).toBe(200)
      const bob = await server.known(cookies, email)
      const { id } = await bob.does(createTopic, { title: 'After the upgrade', content: 'New ids are free.' })
      const topics = await bob.reads<{ id: number; title: string }[]>('/api/posts')
      expect(topics.map(topic => topic.id)).toContain(id)
      expect(topics.map(topic => topic.title)).toContain('Bob answers, says Quillfeather')
      for (const path of ['/api/members', '/api/events', '/api/investors', '/api/direct-introduction-requests'])
        expect((await bob.reads<unknown[]>(path)).length, path).toBeGreaterThan(0)
      expect(await server.visitor.tries('GET', '/readyz')).toBe(200)
    } finally {
      await server.close()
    }
  },
)

test('a server and a worker refuse a database of a later release, and change nothing', async () => {
  const database = await newDatabase()
  await loadFixture(fixtures().at(-1) ?? '', database.url)
  await database.run(`insert into migrations (name, hash) values ('features/forum/tables/9999_later.sql', 'x')`)
  const before = await database.rows(schema)
  const folder = mkdtempSync(join(tmpdir(), 'community-later-'))
  try {
    for (const command of ['start.ts', 'worker.ts']) {
      const { code, output } = await run(command, [], { DATABASE_URL: database.url, DATA_DIR: folder })
      expect(output).toContain(
        'This database was migrated by a later release, which has the step features/forum/tables/9999_later.sql.',
      )
      expect(code).toBe(1)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  expect(await database.rows(schema)).toEqual(before)
})

type Content = Record<string, { columns: string[]; rows: string[] }>

/** The rows of every logged table, as text. With `like`: only these columns, as far as they exist. */
async function contentOf(url: string, like?: Content): Promise<Content> {
  const owner = newClient({ connectionString: url })
  await owner.connect()
  try {
    const { rows: tables } = await owner.query<{ name: string; columns: string[] }>(
      `select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and c.relname not in ('migrations', 'applied_rules')
        group by c.relname`,
    )
    const content: Content = {}
    for (const { name, columns } of tables) {
      if (like && !like[name]) continue
      const kept = columns.filter(
        column => (!like || like[name]?.columns.includes(column)) && !CHANGED_ON_PURPOSE.includes(`${name}.${column}`),
      )
      const { rows } = await owner.query<{ row: object }>(
        `select to_jsonb(t) as row from (select ${kept.map(column => `"${column}"`).join(', ')} from "${name}") t`,
      )
      content[name] = { columns: kept, rows: rows.map(({ row }) => JSON.stringify(row)).sort() }
    }
    return content
  } finally {
    await owner.end()
  }
}

async function expectSameRows(before: Content, after: Content) {
  for (const [name, found] of Object.entries(before))
    if (!CHANGED_ON_PURPOSE.includes(name)) expect(after[name], `the rows of ${name}`).toEqual(found)
}
