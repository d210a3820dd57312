import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { isPreparedFor, passwordStatements, writeAccess } from './password.ts'
import { asSeenBy, giveTo, makerFor, type Runner, run } from './runner.ts'

/**
 * The owner migrates and makes the roles that migrations need; the login is what the server connects as and can do
 * nothing until a migration grants it the serving role. Neither is a superuser. No other role may even connect.
 */
const FIRST_STATEMENTS = [
  'create role community_owner login createrole',
  'create role community_login login noinherit',
  'create database community owner community_owner',
  'revoke all on database community from public',
  'grant connect on database community to community_owner, community_login',
]

const PREFIX = 'postgres.making-'

type Making = {
  dataDir: string
  cluster: string
  binaries: Binaries
  runner: Runner
  durable: boolean
  password: string
}

/**
 * Makes the cluster beside its place and moves it there when it is whole: a crash in the middle leaves only a folder
 * that the next start removes.
 */
export async function createCluster(options: Making) {
  const draft = mkdtempSync(join(options.dataDir, PREFIX))
  try {
    await fill(draft, options)
    giveTo(options.runner, draft)
    renameSync(draft, options.cluster)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
  if (options.durable) syncFolder(options.dataDir)
}

async function fill(draft: string, options: Making) {
  const { binaries, durable } = options
  const maker = makerFor(options.runner)
  if (maker) chownSync(draft, maker.uid, maker.gid)
  chmodSync(draft, 0o700)
  const folder = ['-D', asSeenBy(maker, draft)]
  const where = { cwd: draft, runner: maker, lib: binaries.lib }

  // Case follows Unicode everywhere alike, whatever locales the machine has; names sort by ICU collations in the schema.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const sync = durable ? [] : ['--no-sync']
  const made = await run(
    binaries.initdb,
    [...folder, '--username=postgres', '--auth=reject', ...locale, ...sync],
    where,
  )
  if (made.code !== 0) throw new Error(made.output)

  await prepare(draft, options, FIRST_STATEMENTS)
}

/**
 * Before every start: the roles have this password, nobody connects without it, and the files belong to whom PostgreSQL runs as.
 * Folders of earlier releases, which trusted every process of their user, are carried over here.
 */
export async function secureCluster(options: Making) {
  if (!isPreparedFor(options.cluster, options.password)) {
    giveTo(makerFor(options.runner), options.cluster)
    await prepare(options.cluster, options)
  }
  giveTo(options.runner, options.cluster)
}

async function prepare(cluster: string, options: Making, first: string[] = []) {
  await runAlone(cluster, [...first, ...passwordStatements(options.password)], options)
  writeAccess(cluster, options.dataDir, options.password, makerFor(options.runner))
}

/** In single-user mode, in which PostgreSQL takes no connections. */
async function runAlone(cluster: string, statements: string[], { binaries, runner, durable }: Making) {
  const maker = makerFor(runner)
  // A statement that fails is not repeated in the output: it may hold a password.
  const settings = ['-c', `fsync=${durable ? 'on' : 'off'}`, '-c', 'log_min_error_statement=panic']
  const { code, output } = await run(
    binaries.postgres,
    ['--single', '-j', ...settings, '-D', asSeenBy(maker, cluster), 'postgres'],
    { cwd: cluster, runner: maker, lib: binaries.lib, input: statements.map(one => `${one};\n\n`).join('') },
  )
  // Single-user mode reports a failed statement and carries on.
  if (code !== 0 || /ERROR|FATAL|PANIC/.test(output)) throw new Error(output)
}

/** What a start that was killed in the middle left behind. */
export function removeHalfMade(dataDir: string) {
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(PREFIX)) continue
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 3 })
    } catch {
      // An initdb that outlived its parent is still writing there; the next start removes the rest.
    }
  }
}

function syncFolder(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
