import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { newClient } from '../../database/connection/client.ts'
import { sql } from '../../database/connection/sql.ts'
import { createReply, createTopic } from '../../features/forum/contract.ts'
import { lawHolds } from '../../proof/law.ts'
import { outcome, run, start } from '../commands.ts'
import { memberWithRowsInEveryTable } from '../member-with-rows.ts'
import { schema } from '../schema.ts'
import { emptyDatabase } from '../setup/make-database.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../test-server.ts'

// Each test starts several commands, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let server: TestServer
let lena: Member
let avatar: string
const folder = mkdtempSync(join(tmpdir(), 'community-backup-'))
const place = (name: string) => join(folder, name)
const PASSPHRASE = 'a long enough passphrase'

const source = () => ({
  DATABASE_URL: server.config.databaseUrl ?? '',
  DATA_DIR: server.config.dataDir,
  SECRET_KEY: server.config.secretKey ?? '',
})

/** A backup of the community while nobody uses it, which the tests below restore and damage. */
let backup: string

beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  const lavish = await memberWithRowsInEveryTable(server)
  lena = lavish.lena
  avatar = (await lena.reads<{ avatar_url: string }>('/api/profile')).avatar_url
  await lena.asks('POST', '/api/resource-files?name=Notes.txt&title=Notes', Buffer.from('Kept'), {
    'content-type': 'text/plain',
  })
  // What COPY must escape, what other settings would print differently, and a row of several megabytes.
  await server.owner.run(sql`insert into audit_log (event, details, at) values
    ('odd', ${JSON.stringify({ text: '\\.\n\t\\N\r\b\u2028 𝒳 שלום', long: randomBytes(2_000_000).toString('base64') })}, 'infinity'),
    (${'\\.'}, '{}', '0044-03-15 12:00:00.000001+00 BC')`)
  await server.owner.run(sql`insert into outbox (recipient, subject, body, sent_at) values
    ('waits@example.com', 'Waits', ${'a\\\tb\nc'}, null), ('failed@example.com', 'Failed', 'x', null), ('sent@example.com', '', '', now())`)
  await server.owner.run(sql`update jobs.job set state = 'failed', completed_on = now() where name = 'mail'
    and singleton_key = (select id::text from outbox where recipient = 'failed@example.com')`)
  await server.owner.run(
    sql`delete from jobs.job where name = 'mail' and singleton_key = (select id::text from outbox where recipient = 'sent@example.com')`,
  )
  await server.owner.run(
    sql`select enqueue('search_texts', jsonb_build_object('id', ${lena.profile_id}::integer, 'of', 'topics'))`,
  )
  backup = place('unused.backup')
  const { code, output } = await run('backup.ts', [backup], { ...source(), BACKUP_PASSPHRASE: PASSPHRASE })
  expect(output).toContain('contains SECRET_KEY')
  expect(code).toBe(0)
}, 120_000)
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** The sum of the rows of each table, which does not depend on their order. */
async function sums(url: string | undefined) {
  const owner = newClient({ connectionString: url })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ name: string }>(`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
        and relname not in ('migrations', 'applied_rules', 'backups') order by 1`)
    const sum = (name: string) =>
      owner.query(`select count(*), sum(hashtextextended(to_jsonb(t)::text, 0)::numeric) from ${name} t`)
    const all: Record<string, unknown> = {}
    for (const { name } of rows) all[name] = (await sum(name)).rows[0]
    return all
  } finally {
    await owner.end()
  }
}

async function emptyTarget(name: string) {
  const database = await emptyDatabase(inject('adminUrl'))
  const dataDir = place(name)
  return { database, dataDir, settings: { DATABASE_URL: database.url, DATA_DIR: dataDir } }
}

test('a restored community has the same rows, files, schema, rules and sequences, and members use it as before', async () => {
  expect(statSync(backup).mode & 0o777).toBe(0o600)
  const { database, dataDir, settings } = await emptyTarget('same')
  const { code, output } = await run('restore.ts', [backup], { ...settings, BACKUP_PASSPHRASE: PASSPHRASE })
  expect(output).toContain('Every row was compared with the backup.')
  expect(code).toBe(0)
  try {
    expect(await sums(database.url)).toEqual(await sums(server.config.databaseUrl))
    expect(await database.rows(schema)).toEqual(await server.owner.rows(schema))
    const sequences = sql`select sequencename, last_value from pg_sequences where schemaname = 'public' and sequencename <> 'backups_id_seq' order by 1`
    expect(await database.rows(sequences)).toEqual(await server.owner.rows(sequences))
    const files = (where: string) =>
      globSync('*/*', { cwd: join(where, 'files') })
        .sort()
        .map(name => [name, readFileSync(join(where, 'files', name), 'base64')])
    expect(files(dataDir)).toEqual(files(server.config.dataDir))
    expect(files(dataDir).length).toBe(4)
    expect(readFileSync(join(dataDir, 'secret.key'), 'base64')).toBe(server.config.secretKey)
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)

    const mails = sql`select o.recipient, j.state::text, count(j.*)::int from outbox o left join jobs.job j on j.name = 'mail' and j.singleton_key = o.id::text
      where o.recipient in ('waits@example.com', 'failed@example.com', 'sent@example.com') group by 1, 2 order by 1`
    expect(await database.rows(mails)).toEqual([
      { recipient: 'failed@example.com', state: 'failed', count: 1 },
      { recipient: 'sent@example.com', state: null, count: 0 },
      { recipient: 'waits@example.com', state: 'created', count: 1 },
    ])
    // Rows are restored with the search text that they had, so the job has still to run.
    expect(await database.rows(sql`select data from jobs.job where name = 'search_texts'`)).toEqual([
      { data: { id: lena.profile_id, of: 'topics' } },
    ])

    const copy = await startTestServer({
      adminUrl: inject('adminUrl'),
      databaseUrl: database.url,
      env: { DATA_DIR: dataDir, SECRET_KEY: server.config.secretKey ?? '' },
    })
    try {
      const again = await copy.known(lena.cookies, lena.email)
      for (const path of [
        '/api/profile',
        '/api/members',
        '/api/posts',
        '/api/events',
        '/api/investors',
        '/api/resources',
        '/api/direct-introduction-requests',
      ])
        expect(await again.reads(path), path).toEqual(await lena.reads(path))
      expect(await again.tries('GET', avatar)).toBe(200)
      expect(await copy.visitor.tries('GET', '/api/posts')).toBe(401)
      const mia = await copy.member('Mia')
      await mia.does(createTopic, { title: 'After the restore', content: 'New ids are free.' })
      const signIn = await copy.visitor.asks('POST', '/api/auth/sign-in', { email: lena.email, password: PASSWORD })
      expect(signIn.status).toBe(200)
    } finally {
      await copy.close()
    }
    // Policies and grants were compared above.
    expect(await lawHolds(database.url, inject('adminUrl'), () => {})).toBe(true)
  } finally {
    await database.drop()
  }
})

test('a backup while members write is one moment: every counter equals its rows', async () => {
  const ada = await server.member('Ada')
  let isOver = false
  const writing = (async () => {
    while (!isOver) {
      const { id } = await ada.does(createTopic, { title: 'Written meanwhile', content: 'Text' })
      for (let i = 0; i < 3; i++) await ada.does(createReply, { id, content: 'And a reply' })
    }
  })()
  const file = place('meanwhile.backup')
  const made = await run('backup.ts', [file], source())
  isOver = true
  await writing
  expect(made.output).toContain('It is not encrypted')
  const { database, settings } = await emptyTarget('meanwhile')
  const { code } = await run('restore.ts', [file], { ...settings, SECRET_KEY: source().SECRET_KEY })
  expect(code).toBe(0)
  const [found] = await database.rows<{ wrong: number; topics: number }>(sql`
    select count(*) filter (where comments_count <> (select count(*) from comments c where c.post_id = p.id))::int as wrong, count(*)::int as topics from posts p`)
  expect(found?.wrong).toBe(0)
  expect(found?.topics).toBeGreaterThan(0)
  await database.drop()
})

test('what is not empty is not restored into, and what exists is not overwritten', async () => {
  const settings = { ...source(), DATA_DIR: place('free'), BACKUP_PASSPHRASE: PASSPHRASE }
  const full = await run('restore.ts', [backup], settings)
  expect(full.output).toMatch(/The database \w+ is not empty: it has \w+\./)
  expect(existsSync(join(place('free'), 'restore-unfinished'))).toBe(false)
  const { database, settings: empty } = await emptyTarget('free')
  const files = await run('restore.ts', [backup], {
    ...empty,
    DATA_DIR: server.config.dataDir,
    BACKUP_PASSPHRASE: PASSPHRASE,
  })
  expect(files.output).toContain('is not empty.')
  const twice = await run('backup.ts', [backup], source())
  expect(twice.output).toContain('exists already.')
  expect([full.code, files.code, twice.code]).toEqual([1, 1, 1])
  await database.drop()
})

test('a killed backup leaves no file with the name of a backup', async () => {
  const owner = newClient({ connectionString: server.config.databaseUrl })
  await owner.connect()
  await owner.query('begin; lock table posts in access exclusive mode')
  const child = start('backup.ts', [place('killed/')], source())
  const ended = outcome(child)
  await expect
    .poll(() => existsSync(place('killed')) && readdirSync(place('killed')).length, { timeout: 20_000 })
    .toBe(1)
  child.kill('SIGKILL')
  await ended
  await owner.end()
  expect(readdirSync(place('killed'))).toEqual([expect.stringMatching(/\.backup\.\d+\.part$/)])
  const cut = join(place('killed'), readdirSync(place('killed'))[0] ?? '')
  const { database, settings } = await emptyTarget('of-killed')
  expect((await run('restore.ts', [cut], settings)).output).toMatch(/is cut off after \d+ bytes|is not a backup/)
  await database.drop()
})

test('a killed restore leaves an empty database, and neither a server nor another restore uses its folder', async () => {
  const { database, dataDir, settings } = await emptyTarget('killed-restore')
  // Holds the lock of migrations, which the restore waits for.
  const owner = newClient({ connectionString: database.url })
  await owner.connect()
  await owner.query('select pg_advisory_lock(4207011)')
  const child = start('restore.ts', [backup], { ...settings, BACKUP_PASSPHRASE: PASSPHRASE })
  const ended = outcome(child)
  await expect.poll(() => existsSync(join(dataDir, 'restore-unfinished')), { timeout: 20_000 }).toBe(true)
  child.kill('SIGKILL')
  await ended
  await owner.end()
  await sleep(100)
  expect(
    await database.rows(
      sql`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    ),
  ).toEqual([])
  const again = await run('restore.ts', [backup], { ...settings, BACKUP_PASSPHRASE: PASSPHRASE })
  expect(again.output).toContain(`An earlier restore into ${dataDir} was not finished.`)
  const served = await run('worker.ts', [], settings)
  expect(served.output).toContain(`A restore into ${dataDir} was not finished.`)
  expect([again.code, served.code]).toEqual([1, 1])
  await database.drop()
})

test('a damaged file stops the command before anything is changed', async () => {
  const { database, dataDir, settings } = await emptyTarget('untouched')
  const bytes = readFileSync(backup)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  writeFileSync(place('damaged.backup'), bytes)
  const { code, output } = await run('restore.ts', [place('damaged.backup')], {
    ...settings,
    BACKUP_PASSPHRASE: PASSPHRASE,
  })
  expect(output).toMatch(
    /The backup damaged\.backup is damaged \(at byte \d+\)\.\nUse another backup\. Nothing was changed\./,
  )
  expect(code).toBe(1)
  expect(existsSync(dataDir)).toBe(false)
  expect(
    await database.rows(
      sql`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    ),
  ).toEqual([])
  await database.drop()
})

test('the key: a wrong one is refused, a missing one only with --without-key', async () => {
  const { database, settings } = await emptyTarget('key')
  const file = place('without-key.backup')
  copyFileSync(place('meanwhile.backup'), file)
  const missing = await run('restore.ts', [file], settings)
  expect(missing.output).toContain('does not contain SECRET_KEY')
  const wrong = await run('restore.ts', [backup], {
    ...settings,
    BACKUP_PASSPHRASE: PASSPHRASE,
    SECRET_KEY: randomBytes(32).toString('base64'),
  })
  expect(wrong.output).toContain('SECRET_KEY is not the key of this community')
  expect([missing.code, wrong.code]).toEqual([1, 1])
  const lost = await run('restore.ts', [file, '--without-key'], settings)
  expect(lost.output).toContain('Without the key of the backup, authenticator apps of members do not work')
  expect(lost.code).toBe(0)
  await database.drop()
})
