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
import type { Binaries } from './embedded-binaries.ts'
import { asSeenBy, type Runner, run } from './embedded-runner.ts'

/**
 * The owner migrates and makes the roles that migrations need; the login is what the server connects as and can do
 * nothing until a migration grants it the serving role. Neither is a superuser. Nobody else may even connect.
 */
const FIRST_STATEMENTS = [
  'create role community_owner login createrole',
  'create role community_login login noinherit',
  'create database community owner community_owner',
  'revoke all on database community from public',
  'grant connect on database community to community_owner, community_login',
]

const PREFIX = 'postgres.making-'

type Making = { dataDir: string; cluster: string; binaries: Binaries; runner: Runner; durable: boolean }

/**
 * Makes the cluster beside its place and moves it there when it is whole: a crash in the middle leaves only a folder
 * that the next start removes.
 */
export async function createCluster(options: Making) {
  const draft = mkdtempSync(join(options.dataDir, PREFIX))
  try {
    await fill(draft, options)
    renameSync(draft, options.cluster)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
  if (options.durable) syncFolder(options.dataDir)
}

async function fill(draft: string, { binaries, runner, durable }: Making) {
  if (runner) chownSync(draft, runner.uid, runner.gid)
  chmodSync(draft, 0o700)
  const folder = ['-D', asSeenBy(runner, draft)]
  const where = { cwd: draft, runner, lib: binaries.lib }

  // Case follows Unicode everywhere alike, whatever locales the machine has; names sort by ICU collations in the schema.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const sync = durable ? [] : ['--no-sync']
  const made = await run(binaries.initdb, [...folder, '--username=postgres', '--auth=trust', ...locale, ...sync], where)
  if (made.code !== 0) throw new Error(made.output)

  const input = FIRST_STATEMENTS.map(statement => `${statement};\n\n`).join('')
  const fsync = ['-c', `fsync=${durable ? 'on' : 'off'}`]
  const filled = await run(binaries.postgres, ['--single', '-j', ...fsync, ...folder, 'postgres'], { ...where, input })
  // Single-user mode reports a failed statement and carries on.
  if (filled.code !== 0 || /ERROR|FATAL|PANIC/.test(filled.output)) throw new Error(filled.output)
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
