import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newClient } from '../database/connection/client.ts'
import { chooseRunner, environment, run, setupUserFor } from '../database/embedded/runner.ts'
import type { PostgresBinaries } from './postgres-versions.ts'

const READY_MS = 60_000

/** A PostgreSQL server of its own in a temporary folder, reachable at 127.0.0.1, as an operator would run one. */
export type Cluster = {
  /** A superuser on the database `postgres`. */
  url: string
  port: number
  start: () => Promise<void>
  /** SIGINT: PostgreSQL closes connections and shuts down. SIGKILL of the postmaster ends its children soon after. */
  stop: (signal?: 'SIGINT' | 'SIGKILL') => Promise<void>
  /** A stopped copy of this stopped cluster, which will follow it. `name`: for synchronous_standby_names. */
  standby: (name: string) => Promise<Cluster>
  set: (settings: Record<string, string>) => void
  remove: () => Promise<void>
}

export async function newCluster(binaries: PostgresBinaries): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'community-cluster-'))
  chmodSync(folder, 0o711)
  const password = randomBytes(24).toString('base64url')
  const data = join(folder, 'data')
  const runner = setupUserFor(chooseRunner(data))
  mkdirSync(data, { mode: 0o700 })
  if (runner) chownSync(data, runner.uid, runner.gid)
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (runner) chownSync(passwordFile, runner.uid, runner.gid)
  const { code, output } = await run(
    join(binaries.bin, 'initdb'),
    // LC_CTYPE as in the embedded cluster: the trigram index then knows the letters of all scripts.
    [
      ...['-D', data, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
      ...['-E', 'UTF8', '--locale=C', '--lc-ctype=C.UTF-8'],
    ],
    { cwd: data, runner, lib: binaries.lib },
  )
  if (code !== 0) throw new Error(output)
  return clusterIn(folder, password, binaries, runner)
}

async function clusterIn(
  folder: string,
  password: string,
  binaries: PostgresBinaries,
  runner: ReturnType<typeof chooseRunner>,
): Promise<Cluster> {
  const data = join(folder, 'data')
  const log = join(folder, 'log')
  const port = await freePort()
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  let child: ChildProcess | undefined
  const set = (settings: Record<string, string>) =>
    appendFileSync(
      join(data, 'postgresql.conf'),
      Object.entries(settings)
        .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
        .join(''),
    )
  set({ listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', shared_buffers: '64MB' })

  const start = async () => {
    const fd = openSync(log, 'a', 0o600)
    const started = spawn(join(binaries.bin, 'postgres'), ['-D', data], {
      ...runner,
      cwd: data,
      env: environment(binaries.lib),
      detached: true,
      stdio: ['ignore', fd, fd],
    })
    child = started
    for (const giveUp = Date.now() + READY_MS; ; await sleep(50)) {
      if (await accepts(url)) return
      if (started.exitCode !== null || Date.now() > giveUp)
        throw new Error(`PostgreSQL ${binaries.version} did not start:\n${readFileSync(log, 'utf8').slice(-2000)}`)
    }
  }
  const stop = async (signal: 'SIGINT' | 'SIGKILL' = 'SIGINT') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  const standby = async (name: string) => {
    const copy = mkdtempSync(join(tmpdir(), 'community-cluster-'))
    chmodSync(copy, 0o711)
    cpSync(data, join(copy, 'data'), { recursive: true, preserveTimestamps: true })
    chmodSync(join(copy, 'data'), 0o700)
    await ownAll(copy)
    const follower = await clusterIn(copy, password, binaries, runner)
    follower.set({
      primary_conninfo: `host=127.0.0.1 port=${port} user=postgres password=${password} application_name=${name}`,
    })
    writeFileSync(join(copy, 'data/standby.signal'), '')
    return follower
  }
  const ownAll = async (copy: string) => {
    if (!runner) return
    await once(spawn('chown', ['-R', `${runner.uid}:${runner.gid}`, join(copy, 'data')], { stdio: 'ignore' }), 'exit')
  }
  const remove = async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  return { url, port, start, stop, standby, set, remove }
}

async function accepts(url: string): Promise<boolean> {
  const client = newClient({ connectionString: url, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
