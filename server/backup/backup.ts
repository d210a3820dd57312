import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { newClient } from '../../database/connection/client.ts'
import { Problem } from '../../database/connection/problem.ts'
import { readSteps } from '../../database/migrate/migrate.ts'
import { projectRoot } from '../../database/migrate/sql-files.ts'
import type { Config } from '../config.ts'
import { type Files, isFileName, openFiles } from '../files/files.ts'
import { explainDatabase } from '../preflight.ts'
import { storedFiles } from '../slices.ts'
import { fingerprintOf, keyOf } from './key.ts'
import { partWriter } from './parts.ts'
import { JOBS, readJobs, readTable, SESSION, sequencesOf, tablesOf } from './tables.ts'

const NAMES_PER_RECORD = 10_000
/** Snapshots that are tried until none of their files was removed meanwhile. */
const MAX_SNAPSHOTS = 5

export type Made = { files: number; tables: number; rows: number; missing: string[]; hasKey: boolean; at: Date }
type Writer = Awaited<ReturnType<typeof partWriter>>

/**
 * Writes a backup to `sink`: every table as of one moment, and the files that its rows refer to. Uses its own connection as the owner. The
 * server may serve meanwhile: the transaction only reads.
 */
export async function writeBackup(
  ownerUrl: string,
  config: Config,
  sink: (bytes: Buffer) => Promise<void>,
): Promise<Made> {
  const owner = newClient({ connectionString: ownerUrl, application_name: 'backup' })
  await owner.connect().catch(explainDatabase)
  try {
    await owner.query(SESSION)
    await refuseEmpty(owner)
    const writer = await partWriter(sink, config.backup.passphrase)
    const files = openFiles(config)
    const written = new Set<string>()
    // Before the snapshot: a file can be removed as soon as no row refers to it any more. Those that the snapshot refers to in addition are few.
    for (const name of await namesOfFiles(owner)) await copyFile(writer, files, name, written)
    const { names, missing } = await takeSnapshot(owner, name => copyFile(writer, files, name, written))
    const at = new Date()
    const key = keyOf(config)
    const steps = await appliedSteps(owner)
    await writer.head({
      app: JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).version,
      made_at: at.toISOString(),
      postgres: await versionOf(owner),
      steps,
      key: key && fingerprintOf(key),
    })
    const hasKey = key !== null && config.backup.passphrase !== undefined
    if (key && hasKey) await writer.key(key)
    for (let start = 0; start < names.length; start += NAMES_PER_RECORD)
      await writer.names(names.slice(start, start + NAMES_PER_RECORD))
    await copyTables(owner, writer)
    await owner.query('commit')
    return { ...(await writer.end()), missing, hasKey, at }
  } finally {
    await owner.end()
  }
}

async function refuseEmpty(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ found: boolean }>(`select to_regclass('applied_rules') is not null as found`)
  if (!rows[0]?.found)
    throw new Problem(
      'There is no community in this database yet.',
      'Check DATA_DIR or DATABASE_URL, or start the server once.',
    )
}

/**
 * Begins the transaction that all tables are read in. A file may have been uploaded after the first copying and removed after the snapshot: then
 * another snapshot is taken, which does not refer to it. A file that is missing for two snapshots in a row was lost earlier.
 */
async function takeSnapshot(owner: pg.Client, copy: (name: string) => Promise<boolean>) {
  let before: string[] | undefined
  for (let tries = 1; ; tries++) {
    await owner.query('begin isolation level repeatable read, read only')
    const names = await namesOfFiles(owner)
    const missing: string[] = []
    for (const name of names) if (!(await copy(name))) missing.push(name)
    const isLost = missing.every(name => before?.includes(name))
    if (isLost || tries === MAX_SNAPSHOTS) return { names: names.filter(name => !missing.includes(name)), missing }
    before = missing
    await owner.query('rollback')
  }
}

/** False: there is no such file. */
async function copyFile(writer: Writer, files: Files, name: string, written: Set<string>): Promise<boolean> {
  if (written.has(name)) return true
  const found = await files.get(name)
  if (!found) return false
  const bytes = await writer.file(name, found.stream)
  if (bytes !== found.size) throw new Error(`The file ${name} has ${bytes} bytes instead of ${found.size}.`)
  written.add(name)
  return true
}

async function namesOfFiles(owner: pg.Client): Promise<string[]> {
  const names: string[] = []
  for (const { table, column, namesOf } of storedFiles) {
    const quoted = pg.escapeIdentifier(column)
    const { rows } = await owner.query<{ value: string }>(
      `select ${quoted} as value from ${pg.escapeIdentifier(table)} where ${quoted} is not null`,
    )
    for (const { value } of rows) names.push(...namesOf(value).filter(isFileName))
  }
  return names
}

async function copyTables(owner: pg.Client, writer: Writer): Promise<void> {
  const tables = await tablesOf(owner)
  // A migration that starts now waits until the backup is finished.
  const all = tables.map(({ name }) => `public.${pg.escapeIdentifier(name)}`).join(', ')
  await owner.query(`lock table ${all} in access share mode`)
  for (const table of tables) await writer.table(table.name, table.columns, readTable(owner, table))
  await writer.table(JOBS.name, JOBS.columns, readJobs(owner))
  // Sequences do not belong to the snapshot: read last, they are never behind a row.
  await writer.sequences(await sequencesOf(owner))
}

const versionOf = async (owner: pg.Client) =>
  (await owner.query<{ version: number }>(`select current_setting('server_version_num')::int as version`)).rows[0]
    ?.version ?? 0

/** A restore applies the same steps. They must be known here, or this release would not know the files that rows refer to. */
async function appliedSteps(owner: pg.Client): Promise<{ name: string; hash: string }[]> {
  const { rows } = await owner.query<{ name: string; hash: string }>('select name, hash from migrations order by name')
  const known = new Map(readSteps().map(step => [step.name, step.hash]))
  const unknown = rows.find(({ name, hash }) => known.get(name) !== hash)
  if (unknown)
    throw new Problem(
      `This database has the migration step ${unknown.name}, which this release does not have in that form.`,
      'Make the backup with the release that serves this database.',
    )
  return rows
}
