import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { connect } from '../../database/connection/database.ts'
import { attachEmbedded } from '../../database/embedded/embedded.ts'
import { projectRoot, sqlFiles } from '../../database/migrate/sql-files.ts'
import { SCHEMA } from '../../database/queues.ts'
import { lastBackup } from '../../server/backup/stale.ts'
import type { Config } from '../../server/config.ts'
import { checkDatabase } from '../../server/preflight.ts'
import { secretOf } from '../../server/session/secret.ts'
import { withOwner } from '../owner.ts'
import { type Finding, findings, MAX_CLOCK_SECONDS, ok, problem, warning } from './finding.ts'

/** Processes open connections beside the pool: for live updates and for jobs. */
const CONNECTIONS_BESIDE_POOL = 2

export async function checkDatabaseServer(config: Config): Promise<Finding[]> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres')))
    return [ok(`Database: none yet; the first start creates it in ${config.dataDir}.`)]
  const found: Finding[] = []
  await withOwner(async owner => {
    found.push(...(await checkServer(owner, config)))
    const schema = await checkSchema(owner)
    found.push(schema)
    if (schema.level !== 'ok') return
    found.push(
      ...(await checkWork(owner, config)),
      ...(await checkSecret(owner, config)),
      await checkBackups(owner, config),
    )
  })
  return [...found, ...(await findings(() => checkServingRole(config)))]
}

async function checkServer(owner: pg.Client, { databaseConnections }: Config): Promise<Finding[]> {
  const { rows } = await owner.query<{ version: string; room: number; is_safe: boolean; ahead: number }>(`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer as room,
      current_setting('synchronous_commit') not in ('off') as is_safe, extract(epoch from clock_timestamp())::float as ahead`)
  const { version = '', room = 0, is_safe = false, ahead = 0 } = rows[0] ?? {}
  const seconds = Math.round(ahead - Date.now() / 1000)
  const found = [ok(`Database: PostgreSQL ${version}.`)]
  if (!is_safe)
    found.push(
      problem(
        'The database answers before a write is on disk (synchronous_commit is off): a crash loses what members were told is saved.',
        'Set synchronous_commit = on in postgresql.conf and reload.',
      ),
    )
  if (databaseConnections + CONNECTIONS_BESIDE_POOL > room)
    found.push(
      problem(
        `The database allows ${room} connections; one process may open ${databaseConnections + CONNECTIONS_BESIDE_POOL}.`,
        'Lower DATABASE_CONNECTIONS, or raise max_connections.',
      ),
    )
  if (Math.abs(seconds) > MAX_CLOCK_SECONDS)
    found.push(
      problem(
        `The clocks of this machine and of the database differ by ${Math.abs(seconds)} seconds: sessions and links expire at the wrong time.`,
        'Synchronise both clocks (NTP).',
      ),
    )
  return found
}

/** As the serving role: row-level security applies to it. */
async function checkServingRole(config: Config): Promise<Finding[]> {
  const url = config.databaseUrl ?? (await attachEmbedded(config.dataDir))?.serverUrl
  if (!url) return []
  const db = connect(url, { connections: 1 })
  try {
    await checkDatabase(db)
    return []
  } finally {
    await db.close()
  }
}

async function checkSchema(owner: pg.Client): Promise<Finding> {
  const { rows } = await owner.query<{ exists: boolean }>(
    `select to_regclass('public.migrations') is not null as exists`,
  )
  if (!rows[0]?.exists) return warning('The database is empty.', 'Start the server once: it creates the tables.')
  const applied = new Set(
    (await owner.query<{ name: string }>('select name from migrations')).rows.map(row => row.name),
  )
  const { steps } = sqlFiles(projectRoot)
  const newer = [...applied].filter(name => !steps.includes(name))
  if (newer.length)
    return problem(
      `The database has steps that this release does not know (${newer.sort().at(-1)}): it was migrated by a newer one.`,
      'Use that release, or restore the backup from before the upgrade.',
    )
  const missing = steps.filter(name => !applied.has(name)).length
  return missing
    ? warning(
        `${missing} migration ${missing === 1 ? 'step is' : 'steps are'} not applied yet.`,
        'Make a backup, then start the server: it applies them.',
      )
    : ok(`Tables: all ${steps.length} migration steps are applied.`)
}

async function checkWork(owner: pg.Client, config: Config): Promise<Finding[]> {
  const { rows } = await owner.query<{ waiting: number; failed: number; mails: number; error: string | null }>(`
    select coalesce(extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and start_after < now())), 0)::integer as waiting,
      count(*) filter (where state = 'failed' and completed_on > now() - interval '1 day')::integer as failed,
      (select count(*)::integer from outbox where sent_at is null and created_at < now() - interval '15 minutes') as mails,
      (select last_error from outbox where sent_at is null and last_error is not null order by id desc limit 1) as error
    from ${SCHEMA}.job where ${config.smtpUrl ? 'true' : `name <> 'mail'`}`)
  const { waiting = 0, failed = 0, mails = 0, error = null } = rows[0] ?? {}
  const found: Finding[] = []
  if (waiting > 600)
    found.push(
      warning(
        `A job has been due for ${Math.round(waiting / 60)} minutes.`,
        'Start a server with JOBS=on, or npm run worker. If one runs, its log says why the job waits.',
      ),
    )
  if (failed > 0)
    found.push(
      warning(
        `${failed} ${failed === 1 ? 'job' : 'jobs'} failed within a day.`,
        'The log of the process that ran them has the reason.',
      ),
    )
  if (config.smtpUrl && mails > 0)
    found.push(
      problem(
        `${mails} ${mails === 1 ? 'mail has' : 'mails have'} waited for more than 15 minutes${error ? `; the latest error: ${error}` : ''}.`,
        'See the check of the mail server below, and npm run outbox.',
      ),
    )
  return found.length ? found : [ok('Jobs: none waits for long, none failed within a day.')]
}

async function checkBackups(owner: pg.Client, { backup }: Config): Promise<Finding> {
  if (backup.to === null)
    return warning(
      'There are no nightly backups (BACKUP_TO is off).',
      'Set BACKUP_TO, or run npm run backup by another timer.',
    )
  const { rows } = await owner.query<{ last: Date | null; is_stale: boolean }>(lastBackup)
  const last = rows[0]?.last
  if (rows[0]?.is_stale)
    return problem(
      last ? `The last backup is of ${last.toISOString().slice(0, 16)} UTC.` : 'No backup was ever made.',
      'Run npm run backup to see why. At least one process must run jobs for the nightly ones.',
    )
  return ok(`Backups: ${last ? `the last is of ${last.toISOString().slice(0, 16)} UTC` : 'the first is made tonight'}.`)
}

/** Whether our key is the one that encrypted the signing keys. */
async function checkSecret(owner: pg.Client, config: Config): Promise<Finding[]> {
  const hasKey = config.secretKey || existsSync(join(config.dataDir, 'secret.key'))
  const { rows } = await owner.query<{ private_jwk: Buffer }>(
    'select private_jwk from signing_keys order by created_at desc limit 1',
  )
  const [row] = rows
  if (!row) return []
  try {
    if (!hasKey) throw new Error('no key')
    secretOf(config).decrypt(row.private_jwk)
    return [ok('Key: it decrypts the secrets in the database.')]
  } catch {
    return [
      problem(
        hasKey
          ? 'The key does not decrypt the secrets in the database: authenticator apps of members do not work.'
          : 'The key of the secrets in the database is missing.',
        'Set SECRET_KEY, or DATA_DIR/secret.key, to the key that was used with this database.',
      ),
    ]
  }
}
