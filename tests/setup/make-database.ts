import { createHash, randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { newClient } from '../../database/connection/client.ts'
import type { Sql } from '../../database/connection/sql.ts'
import { migrate } from '../../database/migrate/migrate.ts'
import { stateOfQueue } from '../../database/migrate/queue.ts'
import { projectRoot, sqlFiles } from '../../database/migrate/sql-files.ts'

const LOCK = 4_207_012

/**
 * A new migrated database: a copy of a template, which is migrated once for each state of the SQL files. TEST_TEMPLATE_DATABASE: another template, such as a
 * restored backup.
 */
export async function makeDatabase(adminUrl: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const admin = newClient({ connectionString: adminUrl })
  await admin.connect()
  const name = `community_test_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  try {
    await admin.query('select pg_advisory_lock($1)', [LOCK])
    const template = process.env.TEST_TEMPLATE_DATABASE ?? (await makeTemplate(admin, adminUrl))
    await admin.query(`create database ${name} template ${template}`)
  } finally {
    await admin.end()
  }
  return { url: withDatabase(adminUrl, name), drop: () => dropDatabase(adminUrl, name) }
}

/** An empty database, with statements as its owner. `ctype`: another LC_CTYPE than that of the cluster. */
export async function emptyDatabase(adminUrl: string, ctype?: 'C') {
  const name = `community_test_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  const url = withDatabase(adminUrl, name)
  const on = async <T>(database: string, work: (client: pg.Client) => Promise<T>) => {
    const client = newClient({ connectionString: database })
    await client.connect()
    return work(client).finally(() => client.end())
  }
  await on(adminUrl, admin =>
    admin.query(
      `create database ${name} template template0 encoding 'UTF8' lc_collate 'C' ${ctype ? `lc_ctype '${ctype}'` : ''}`,
    ),
  )
  return {
    url,
    run: (text: string) => on(url, owner => owner.query(text)),
    rows: <T extends object>(statement: Sql) =>
      on(url, async owner => (await owner.query(statement.toQuery())).rows as T[]),
    drop: () => dropDatabase(adminUrl, name),
  }
}

async function makeTemplate(admin: pg.Client, adminUrl: string): Promise<string> {
  const template = `community_template_${stateOfSchema()}`
  const { rows } = await admin.query<{ ready: boolean }>(
    'select datistemplate as ready from pg_database where datname = $1',
    [template],
  )
  if (rows[0]?.ready) return template
  if (rows[0]) await admin.query(`drop database ${template}`) // left by an interrupted run
  await admin.query(`create database ${template} template template0 encoding 'UTF8' lc_collate 'C'`)
  const { rows: who } = await admin.query<{ name: string }>('select current_user as name')
  const url = withDatabase(adminUrl, template)
  await migrate(url, who[0]?.name ?? '')
  await disableRandomHiding(url)
  await admin.query(`alter database ${template} is_template true`)
  return template
}

/** Who is left out of the suggestions at times is drawn at random (match_draws). Tests of just that set the days. */
async function disableRandomHiding(url: string): Promise<void> {
  const owner = newClient({ connectionString: url })
  await owner.connect()
  await owner.query('update match_draws set rest_days = 0, pair_rest_days = 0')
  await owner.end()
}

async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  const admin = newClient({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
}

function withDatabase(adminUrl: string, name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

function stateOfSchema(): string {
  const { steps, rules } = sqlFiles()
  const code = globSync('database/migrate/*', { cwd: projectRoot }).sort()
  const hash = createHash('sha256').update(stateOfQueue())
  for (const file of [...steps, ...rules, ...code]) hash.update(readFileSync(join(projectRoot, file)))
  return hash.digest('hex').slice(0, 12)
}
