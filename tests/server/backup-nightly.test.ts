import { randomBytes } from 'node:crypto'
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PgBoss } from 'pg-boss'
import S3rver from 's3rver'
import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { newClient } from '../../database/connection/client.ts'
import { sql } from '../../database/connection/sql.ts'
import { applySteps, inOneTransaction, makeHistory, readSteps } from '../../database/migrate/migrate.ts'
import { installQueue } from '../../database/migrate/queue.ts'
import { SCHEMA } from '../../database/queues.ts'
import { writeToBucket } from '../../server/backup/bucket.ts'
import { runNightlyBackup } from '../../server/backup/run-backup.ts'
import { knownSteps } from '../../server/backup/steps.ts'
import { run } from '../commands.ts'
import { schema } from '../schema.ts'
import { emptyDatabase, makeDatabase } from '../setup/make-database.ts'
import { startTestServer } from '../test-server.ts'
import { runJobs } from './run-jobs.ts'

// Commands are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const METRICS_TOKEN = 'a-token-for-prometheus'
const folder = mkdtempSync(join(tmpdir(), 'community-nights-'))
const place = (name: string) => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

test('the nightly job writes a backup, removes old ones, and the metrics, the log and /readyz, with the token, say when the last one is too old', async () => {
  const nights = place('nights')
  const other = await startTestServer({
    adminUrl: inject('adminUrl'),
    env: { BACKUP_TO: nights, BACKUP_KEEP_DAYS: '3', METRICS_TOKEN },
  })
  onTestFinished(() => other.close())
  const isStale = async () => {
    const { text } = await other.visitor.asks('GET', '/metrics', undefined, {
      authorization: `Bearer ${METRICS_TOKEN}`,
    })
    return /^community_backup_stale (\d)$/m.exec(text)?.[1]
  }
  expect(await isStale()).toBe('0')
  await other.owner.run(sql`update users set created_at = now() - interval '27 hours'`)
  expect(await isStale()).toBe('1')
  const warn = vi.spyOn(other.app.log, 'warn')
  const details = { backup: 'stale', last_backup: null }
  const ready = async (authorization = '') =>
    (await other.visitor.asks('GET', '/readyz', undefined, { authorization })).json
  expect(await ready(`Bearer ${METRICS_TOKEN}`)).toEqual({ ok: true, details })
  for (const authorization of ['', `Bearer ${METRICS_TOKEN}x`]) expect(await ready(authorization)).toEqual({ ok: true })
  expect(warn).toHaveBeenCalledExactlyOnceWith(details, 'the last backup is older than 26 hours')

  mkdirSync(nights)
  const old = ['community-2020-01-01T02-30-00Z.backup', 'community-2020-01-02T02-30-00Z.backup']
  for (const name of [...old, 'mine.backup']) writeFileSync(join(nights, name), '')
  const { failures } = runJobs(other, undefined, { pollSeconds: 0.5, watchSeconds: 1 })
  const boss = new PgBoss({
    db: { executeSql: (text, values) => other.db.runForQueue(text, values) },
    schema: SCHEMA,
    migrate: false,
  })
  await boss.send('backup')
  await expect.poll(isStale, { timeout: 60_000 }).toBe('0')
  await expect.poll(() => readdirSync(nights).length, { timeout: 20_000 }).toBe(2)
  expect(readdirSync(nights).sort()).toEqual([expect.stringMatching(/^community-20[^0]\d.*Z\.backup$/), 'mine.backup'])
  expect(failures).toEqual([])
  await other.owner.run(sql`update backups set made_at = now() - interval '27 hours'`)
  expect(await isStale()).toBe('1')
})

test('a backup of an earlier release is migrated on; one of a later release is refused', async () => {
  const earlier = await emptyDatabase(inject('adminUrl'))
  const owner = newClient({ connectionString: earlier.url })
  await owner.connect()
  await inOneTransaction(owner, async () => {
    await makeHistory(owner)
    // Without the step that has the table of backups, and those after it.
    await applySteps(
      owner,
      readSteps().filter(({ name }) => Number(/\/(\d+)_/.exec(name)?.[1] ?? 0) < 19),
    )
    await installQueue(owner)
  })
  await owner.query(`insert into users (email, username) values ('ada@example.com', 'Ada')`)
  const file = place('earlier.backup')
  expect((await run('backup.ts', [file], { DATABASE_URL: earlier.url, DATA_DIR: place('earlier') })).code).toBe(0)
  const database = await emptyDatabase(inject('adminUrl'))
  const settings = { DATABASE_URL: database.url, DATA_DIR: place('migrated-on') }
  expect(await run('restore.ts', [file], settings)).toMatchObject({ code: 0 })
  const made = await makeDatabase(inject('adminUrl'))
  onTestFinished(() => made.drop())
  const fresh = newClient({ connectionString: made.url })
  await fresh.connect()
  expect(await database.rows(schema)).toEqual((await fresh.query(schema.toQuery())).rows)
  await fresh.end()
  expect(await database.rows(sql`select username from users where email = 'ada@example.com'`)).toEqual([
    { username: 'Ada' },
  ])

  await owner.query(`insert into migrations (name, hash) values ('features/forum/tables/9999_later.sql', 'x')`)
  await owner.end()
  const later = await run('backup.ts', [place('later.backup')], {
    DATABASE_URL: earlier.url,
    DATA_DIR: place('earlier'),
  })
  expect(later.output).toContain('This database has the migration step features/forum/tables/9999_later.sql')
  expect(() => knownSteps([{ name: 'features/forum/tables/9999_later.sql', hash: 'x' }])).toThrow(
    'made by a later release',
  )
  await Promise.all([database.drop(), earlier.drop()])
})

test('a bucket gets the backup in parts, when it is complete, and loses old ones', async () => {
  const bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: place('s3'),
    configureBuckets: [{ name: 'community', configs: [] }],
  })
  const { port } = await bucket.run()
  onTestFinished(() => bucket.close())
  const env = {
    BACKUP_TO: 'bucket',
    S3_BUCKET: 'community',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
  const other = await startTestServer({ adminUrl: inject('adminUrl'), env })
  onTestFinished(() => other.close())
  const { s3 } = other.config
  if (!s3) throw new Error('There is no bucket.')

  const names = () =>
    globSync('**/community-*.backup._S3rver_object', { cwd: place('s3') }).map(name => name.split('/').at(-1))
  const bytes = [randomBytes(17_000_000), randomBytes(3_000_000)]
  const old = writeToBucket(s3, new Date('2020-01-01T00:00:00Z'), async sink => {
    for (const part of bytes) await sink(part)
    expect(names()).toEqual([])
  })
  expect((await old).bytes).toBe(20_000_000)
  const [stored = ''] = globSync('**/community-2020*._S3rver_object', { cwd: place('s3') })
  expect(readFileSync(join(place('s3'), stored)).equals(Buffer.concat(bytes))).toBe(true)
  const broken = writeToBucket(s3, new Date('2020-02-01T00:00:00Z'), async sink => {
    await sink(randomBytes(17_000_000))
    throw new Error('The database is gone.')
  })
  await expect(broken).rejects.toThrow('The database is gone.')

  await runNightlyBackup({ ...other.config, migrateDatabaseUrl: other.config.databaseUrl })
  expect(names()).toEqual([expect.stringMatching(/^community-20[^0]\d-/)])
  const [made = ''] = globSync('**/community-*._S3rver_object', { cwd: place('s3') })
  const database = await emptyDatabase(inject('adminUrl'))
  onTestFinished(() => database.drop())
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: place('of-bucket'),
    SECRET_KEY: other.config.secretKey ?? '',
  }
  expect(await run('restore.ts', [join(place('s3'), made)], settings)).toMatchObject({ code: 0 })
})
