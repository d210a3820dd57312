import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries } from '../database/embedded/binaries.ts'
import { urls } from '../database/embedded/embedded.ts'
import { readSecret } from '../database/embedded/password.ts'
import { readPostmaster } from '../database/embedded/postmaster.ts'
import { environment } from '../database/embedded/runner.ts'
import { say } from '../scripts/command-line.ts'
import { type Clients, checkEverything } from './clock-checks.ts'
import { signUp } from './member.ts'
import type { Part } from './part.ts'
import { startServer } from './server.ts'

/** The clocks of the server process and of PostgreSQL in turn, while both run. */
const PHASES = [
  { name: 'both one day ahead', server: '+1d', postgres: '+1d' },
  { name: 'both right again', server: '+0', postgres: '+0' },
  { name: 'both one day back', server: '-1d', postgres: '-1d' },
  { name: 'both right again', server: '+0', postgres: '+0' },
  { name: 'only the server one day ahead', server: '+1d', postgres: '+0' },
  { name: 'only the server one day back', server: '-1d', postgres: '+0' },
]

export const clock: Part = {
  promise:
    'When the clock is set one day ahead or back, of the machine or only of the server process, sessions, sign-in, registration, writes, live updates, jobs and cron go on.',
  rounds: 1,
  async prove(rounds) {
    const library = findLibrary() ?? (mayInstall() && installFaketime() ? findLibrary() : undefined)
    if (!library) return { passed: false, found: 'not tested, because faketime is missing: apt-get install faketime' }
    const failures: string[] = []
    for (let round = 0; round < rounds; round++) failures.push(...(await setClocks(library)))
    return {
      passed: failures.length === 0,
      found: failures.length === 0 ? `${PHASES.length} settings of the clocks, nothing failed` : failures.join('; '),
    }
  },
}

const findLibrary = () =>
  globSync(['/usr/lib/*/faketime/libfaketimeMT.so.1', '/usr/lib/faketime/libfaketimeMT.so.1'])[0]

const mayInstall = () => process.getuid?.() === 0 && existsSync('/etc/debian_version')
function installFaketime(): boolean {
  say('Installing faketime (apt-get) …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const succeeds = (...args: string[]) => spawnSync('apt-get', args, { env, stdio: 'inherit' }).status === 0
  return succeeds('update') && succeeds('install', '--yes', '--no-install-recommends', 'faketime')
}

async function setClocks(library: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'community-proof-clock-'))
  // PostgreSQL's user reads its clock there.
  chmodSync(folder, 0o711)
  const clocks = { server: join(folder, 'server.clock'), postgres: join(folder, 'postgres.clock') }
  const set = (phase: { server: string; postgres: string }) => {
    writeFileSync(clocks.server, `${phase.server}\n`)
    writeFileSync(clocks.postgres, `${phase.postgres}\n`)
  }
  /** The monotonic clock stays right, as when the clock of a machine is set. */
  const faked = (file: string) => ({
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  })
  set({ server: '+0', postgres: '+0' })
  let postgres: ChildProcess | undefined
  try {
    const dataDir = join(folder, 'data')
    await (await startServer(dataDir)).stop()
    const { child, ownerUrl, serverUrl } = await startPostgres(dataDir, join(folder, 'socket'), faked(clocks.postgres))
    postgres = child
    const server = await startServer(join(folder, 'files'), {
      DATABASE_URL: serverUrl,
      MIGRATE_DATABASE_URL: ownerUrl,
      ...faked(clocks.server),
    })
    try {
      const ada = await signUp(server.url, `ada-${randomUUID().slice(0, 8)}`)
      const clients: Clients = { url: server.url, ownerUrl, ada }
      const failures: string[] = []
      for (const phase of PHASES) {
        set(phase)
        // The processes look at their file once a second.
        await sleep(2500)
        const found = await checkEverything(clients, { server: days(phase.server), postgres: days(phase.postgres) })
        say(`${phase.name}: ${found.length === 0 ? 'good' : `NOT GOOD: ${found.join('; ')}`}`)
        failures.push(...found.map(failure => `${phase.name}: ${failure}`))
        if (!server.isAlive()) return [...failures, `${phase.name}: the server ended`]
      }
      return failures
    } finally {
      await server.stop()
    }
  } finally {
    if (postgres && postgres.exitCode === null) {
      postgres.kill('SIGINT')
      await once(postgres, 'exit')
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const days = (offset: string) => Number.parseInt(offset, 10)

/** The PostgreSQL of a data folder, with the environment of a false clock, which the server does not pass on to its own. */
async function startPostgres(dataDir: string, socketDir: string, env: Record<string, string>) {
  const cluster = join(dataDir, 'postgres')
  const { uid, gid } = statSync(cluster)
  const runner = process.getuid?.() === 0 ? { uid, gid } : null
  const { postgres, lib } = findBinaries(runner, dataDir)
  mkdirSync(socketDir, { mode: 0o700 })
  if (runner) chownSync(socketDir, uid, gid)
  const child = spawn(postgres, ['-D', cluster, '-k', socketDir, '-c', 'listen_addresses=', '-c', 'timezone=UTC'], {
    ...runner,
    cwd: cluster,
    env: { ...environment(lib), ...env },
    stdio: 'ignore',
  })
  process.once('exit', () => child.kill('SIGINT'))
  while (!readPostmaster(cluster)?.ready) {
    if (child.exitCode !== null) throw new Error('PostgreSQL with a false clock did not start.')
    await sleep(50)
  }
  return { child, ...urls(socketDir, readSecret(dataDir) ?? '') }
}
