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
import { asSeenBy, chownAll, type Runner, run, setupUserFor } from './runner.ts'

/**
 * community_owner runs the migrations and creates the roles they need. The server connects as community_login, which has no rights until a
 * migration grants it the serving role. Neither is a superuser. No other role may connect.
 */
const FIRST_STATEMENTS = [
  'create role community_owner login createrole',
  'create role community_login login noinherit',
  'create database community owner community_owner',
  'revoke all on database community from public',
  'grant connect on database community to community_owner, community_login',
]

const PREFIX = 'postgres.making-'

/**
 * LC_CTYPE: the system's locale that tells pg_trgm what a letter is, which the builtin locale does not. In C only ASCII letters are, and the index
 * could not search for other scripts. The first one that the system has is used.
 */
const CTYPES = ['C.UTF-8', 'en_US.UTF-8', 'C']

type ClusterOptions = {
  dataDir: string
  cluster: string
  binaries: Binaries
  runner: Runner
  durable: boolean
  /** From which the passwords of the roles follow. */
  secret: string
}

/**
 * Creates the cluster in a temporary folder and renames it when it is complete: a crash leaves only a folder that the next
 * start removes.
 */
export async function createCluster(options: ClusterOptions) {
  const draft = mkdtempSync(join(options.dataDir, PREFIX))
  try {
    await initialise(draft, options)
    chownAll(options.runner, draft)
    renameSync(draft, options.cluster)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
  if (options.durable) syncFolder(options.dataDir)
}

async function initialise(draft: string, options: ClusterOptions) {
  const { binaries, durable } = options
  const setupUser = setupUserFor(options.runner)
  if (setupUser) chownSync(draft, setupUser.uid, setupUser.gid)
  chmodSync(draft, 0o700)
  const folder = ['-D', asSeenBy(setupUser, draft)]
  const where = { cwd: draft, runner: setupUser, lib: binaries.lib }

  // Case conversion follows Unicode on every machine, whatever locales it has. Names are sorted by ICU collations in the schema.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const sync = durable ? [] : ['--no-sync']
  const args = [...folder, '--username=postgres', '--auth=reject', ...locale, ...sync]
  let made = { code: -1, output: '' }
  for (const ctype of CTYPES) {
    made = await run(binaries.initdb, [...args, `--lc-ctype=${ctype}`], where)
    if (!made.output.includes('invalid locale name')) break
  }
  if (made.code !== 0) throw new Error(made.output)

  await prepare(draft, options, FIRST_STATEMENTS)
}

/**
 * Before every start: sets the passwords of the roles, requires them for connections, and makes the runner the owner of the files. Also
 * upgrades folders of earlier releases, which allowed connections without a password.
 */
export async function secureCluster(options: ClusterOptions) {
  if (!isPreparedFor(options.cluster, options.secret)) {
    chownAll(setupUserFor(options.runner), options.cluster)
    await prepare(options.cluster, options)
  }
  chownAll(options.runner, options.cluster)
}

async function prepare(cluster: string, options: ClusterOptions, first: string[] = []) {
  await runSingleUser(cluster, [...first, ...passwordStatements(options.secret)], options)
  writeAccess(cluster, options.dataDir, options.secret, setupUserFor(options.runner))
}

/** Runs statements in single-user mode, in which PostgreSQL accepts no connections. */
async function runSingleUser(cluster: string, statements: string[], { binaries, runner, durable }: ClusterOptions) {
  const setupUser = setupUserFor(runner)
  // Keeps failed statements out of the output: they may contain a password.
  const settings = ['-c', `fsync=${durable ? 'on' : 'off'}`, '-c', 'log_min_error_statement=panic']
  const { code, output } = await run(
    binaries.postgres,
    ['--single', '-j', ...settings, '-D', asSeenBy(setupUser, cluster), 'postgres'],
    {
      cwd: cluster,
      runner: setupUser,
      lib: binaries.lib,
      input: statements.map(statement => `${statement};\n\n`).join(''),
    },
  )
  // Single-user mode continues after a failed statement.
  if (code !== 0 || /ERROR|FATAL|PANIC/.test(output)) throw new Error(output)
}

/** Removes the temporary folders of interrupted starts. */
export function removeDrafts(dataDir: string) {
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(PREFIX)) continue
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 3 })
    } catch {
      // An orphaned initdb is still writing there; the next start removes the rest.
    }
  }
}

function syncFolder(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
