import { existsSync, readdirSync } from 'node:fs'
import { type FileHandle, mkdir, open, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { newClient } from '../../database/connection/client.ts'
import { Problem } from '../../database/connection/problem.ts'
import { startEmbedded } from '../../database/embedded/embedded.ts'
import type { Config } from '../config.ts'
import { openFiles } from '../files/files.ts'
import { explainDatabase } from '../preflight.ts'
import { fingerprintOf, keyOf } from './key.ts'
import { load } from './load.ts'
import { type Head, readParts } from './parts.ts'
import { knownSteps } from './steps.ts'
import { UNFINISHED } from './unfinished.ts'

type Checked = { head: Head; usedFiles: Set<string>; key: Buffer | null; rows: number; tables: number; files: number }
type Restored = Checked & { hasKey: boolean }

/**
 * Restores a backup into an empty database and an empty folder. The whole file is checked before anything is changed. The database is filled in one
 * transaction, and a marker in DATA_DIR prevents a start until everything is complete.
 */
export async function restoreBackup(path: string, config: Config, { withoutKey = false } = {}): Promise<Restored> {
  const file = await open(path, 'r').catch(error => {
    throw new Problem(
      `The backup ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
      'Give the file of a backup.',
    )
  })
  try {
    const name = basename(path)
    const checked = await check(file, name, config)
    const hasKey = checkKey(checked, config, withoutKey)
    refuseFull(config)
    const removeNew = newEntriesOf(config.dataDir)
    try {
      await intoDatabase(config, async owner => {
        await mark(config.dataDir)
        await fill(owner, file, name, checked, config)
      })
    } catch (error) {
      await removeNew()
      throw explainFailure(error, config.dataDir)
    }
    await rm(join(config.dataDir, UNFINISHED))
    return { ...checked, hasKey }
  } finally {
    await file.close()
  }
}

/** The first pass: reads everything, and changes nothing. */
async function check(file: FileHandle, name: string, config: Config): Promise<Checked> {
  const wrong = (what: string) =>
    new Problem(`The backup ${name} is incomplete: ${what}.`, 'Use another backup. Nothing was changed.')
  let head: Head | undefined
  let key: Buffer | null = null
  let totals: { rows: number; tables: number; files: number } | undefined
  const usedFiles = new Set<string>()
  const seen = new Set<string>()
  for await (const part of readParts(file, name, config.backup.passphrase)) {
    if (part.kind === 'file' || part.kind === 'table' || part.kind === 'head' || part.kind === 'sequences') {
      const id = `${part.kind} ${'name' in part ? part.name : ''}`
      if (seen.has(id)) throw wrong(`it has ${id} twice`)
      seen.add(id)
    }
    if (part.kind === 'head') head = part.head
    if (part.kind === 'used files') for (const used of part.names) usedFiles.add(used)
    if (part.kind === 'key') key = part.key
    if (part.kind === 'end') totals = part.totals
  }
  if (!head || !totals || !seen.has('sequences ')) throw wrong('it has no versions or sequences')
  for (const used of usedFiles) if (!seen.has(`file ${used}`)) throw wrong(`the file ${used} is missing`)
  knownSteps(head.steps)
  return { head, key, usedFiles, ...totals }
}

/** Returns whether the key is known after the restore. */
function checkKey({ head, key }: Checked, config: Config, withoutKey: boolean): boolean {
  if (head.key === null) return true
  const present = keyOf(config)
  if (present && fingerprintOf(present) === head.key) return true
  if (withoutKey) return false
  if (present)
    throw new Problem(
      `${config.secretKey ? 'SECRET_KEY' : `The key in ${config.dataDir}/secret.key`} is not the key of this community: authenticator apps of members would stop working.`,
      key
        ? 'Unset it: the backup contains the right key. Nothing was changed.'
        : 'Set SECRET_KEY to the right key, or add --without-key if it is lost. Nothing was changed.',
    )
  if (key) return true
  throw new Problem(
    'This backup was made without a passphrase and so does not contain SECRET_KEY: without it, authenticator apps of members would stop working.',
    `Set SECRET_KEY, or put the copy of secret.key into ${config.dataDir}; or add --without-key if it is lost. Nothing was changed.`,
  )
}

/** The folder of an embedded database must be empty, apart from the key that the operator put there. Otherwise only that of the files. */
function refuseFull(config: Config): void {
  const { dataDir, databaseUrl, s3 } = config
  const found = existsSync(dataDir) ? readdirSync(dataDir) : []
  if (found.includes(UNFINISHED))
    throw new Problem(
      `An earlier restore into ${dataDir} was not finished.`,
      `Delete what it left there${databaseUrl ? ', create the database again' : ''}, then restore again.`,
    )
  const files = join(dataDir, 'files')
  const isFull = databaseUrl
    ? !s3 && existsSync(files) && readdirSync(files).length > 0
    : found.some(name => name !== 'secret.key')
  if (isFull)
    throw new Problem(
      `The folder ${databaseUrl ? files : dataDir} is not empty.`,
      'Set DATA_DIR to an empty folder. Nothing was changed.',
    )
}

function explainFailure(error: unknown, dataDir: string): unknown {
  if (error instanceof Problem) return error
  const { code = '' } = error as NodeJS.ErrnoException
  if (['ENOSPC', 'EDQUOT', '53100'].includes(code))
    return new Problem(
      `There is not enough room for the restore (${code === '53100' ? 'the disk of the database server' : dataDir}).`,
      'Make room, then restore again. What was written is removed.',
    )
  return explainDatabase(error)
}

async function intoDatabase(config: Config, work: (owner: pg.Client) => Promise<void>): Promise<void> {
  const embedded = config.migrateDatabaseUrl ? null : await startEmbedded({ dataDir: config.dataDir, say: () => {} })
  const owner = newClient({ connectionString: config.migrateDatabaseUrl ?? embedded?.ownerUrl })
  try {
    await owner.connect().catch(explainDatabase)
    await refuseFilled(owner)
    await work(owner)
  } finally {
    await owner.end()
    await embedded?.stop()
  }
}

async function refuseFilled(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string; database: string }>(`
    select c.oid::regclass::text as name, current_database() as database from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_' and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    order by 1 limit 1`)
  if (rows[0])
    throw new Problem(
      `The database ${rows[0].database} is not empty: it has ${rows[0].name}.`,
      'Create an empty database and set DATABASE_URL to it. Nothing was changed.',
    )
}

/** Marks the folder before anything is written to it. */
async function mark(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(join(dataDir, UNFINISHED), '', { mode: 0o600, flag: 'wx' })
}

/** For a restore that fails: removes what it wrote into the folder. */
function newEntriesOf(dataDir: string) {
  const entries = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []).map(name => join(folder, name))
  const files = join(dataDir, 'files')
  const before = [...entries(dataDir), ...entries(files)]
  return async () => {
    for (const path of [...entries(files), ...entries(dataDir)])
      if (!before.includes(path)) await rm(path, { recursive: true, force: true })
  }
}

/** The second pass. Files and key are written before the transaction commits. */
async function fill(owner: pg.Client, file: FileHandle, name: string, checked: Checked, config: Config): Promise<void> {
  const files = openFiles(config)
  await load(owner, checked.head.steps, async loader => {
    for await (const part of readParts(file, name, config.backup.passphrase)) {
      if (part.kind === 'file' && checked.usedFiles.has(part.name)) {
        const bytes = []
        for await (const chunk of part.data) bytes.push(chunk)
        await files.put(part.name, Buffer.concat(bytes), 'application/octet-stream')
      }
      if (part.kind === 'table') await loader.table(part)
      if (part.kind === 'sequences') await loader.sequences(part.sequences)
    }
    const { head, key } = checked
    if (key && head.key === fingerprintOf(key) && !keyOf(config))
      await writeFile(join(config.dataDir, 'secret.key'), key, { mode: 0o600, flag: 'wx' })
  })
}
