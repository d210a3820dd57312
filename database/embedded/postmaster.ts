import { spawn } from 'node:child_process'
import {
  closeSync,
  fchownSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { exists, processesIn, signal } from './processes.ts'
import { asSeenBy, environment, type Runner } from './runner.ts'

export type Postmaster = { pid: number; exited: Promise<string>; stop(): Promise<void> }

/** Passed on the command line rather than written to the folder, so that a new release can change them. */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  ssl: 'off',
  full_page_writes: 'on',
  max_connections: '60',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  // Our queries are short: compiling them, or helper processes for reading, cost more than they give.
  jit: 'off',
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_checkpoints: 'off',
  // What members write stays out of the log: neither statements nor the values of a violated constraint.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

const STOP_TIMEOUT_MS = 20_000

export async function startPostmaster(options: {
  cluster: string
  socketDir: string
  log: string
  binaries: Binaries
  runner: Runner
  durable: boolean
  /** Aborted: it is no longer wanted, and is stopped although it is not ready yet. */
  signal?: AbortSignal
}): Promise<Postmaster> {
  const { cluster, socketDir, log, binaries, runner, durable, signal: noLonger } = options
  noLonger?.throwIfAborted()
  const { fd, end } = openLog(log, runner)
  const settings = Object.entries({ ...SETTINGS, fsync: durable ? 'on' : 'off' })
  const args = ['-D', asSeenBy(runner, cluster), '-k', socketDir, ...settings.flatMap(([k, v]) => ['-c', `${k}=${v}`])]
  // Detached: the Ctrl-C that reaches us must not reach it before our last requests are answered.
  const child = spawn(binaries.postgres, args, {
    ...runner,
    cwd: cluster,
    env: environment(binaries.lib),
    detached: true,
    stdio: ['ignore', fd, fd],
  })
  closeSync(fd)

  let over = false
  const exited = new Promise<string>(resolve => {
    child.on('error', error => resolve(error.message))
    child.on('exit', (code, signal) => resolve(signal ? `by ${signal}` : `with code ${code}`))
  }).finally(() => {
    over = true
  })
  const pid = child.pid
  if (pid === undefined) throw new Error(await exited)
  const dismissWatchdog = setWatchdog(pid, runner)
  exited.finally(dismissWatchdog)

  const stop = async () => {
    // Fast: roll back what is open, write everything out. Should that hang, immediate loses nothing committed either.
    child.kill('SIGINT')
    const hurry = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS)
    await exited
    clearTimeout(hurry)
  }

  while (!isReady(cluster, pid)) {
    // At once: it has served nobody yet, and what it was recovering the next start recovers.
    if (noLonger?.aborted && child.kill('SIGQUIT')) await exited
    if (over) throw new Error(readFileSync(log).subarray(end).toString().trim() || (await exited))
    await sleep(10)
  }
  return { pid, exited, stop }
}

/** If we die, even by kill -9, the pipe to this little shell closes, and it stops PostgreSQL in good order. */
function setWatchdog(pid: number, runner: Runner) {
  const dog = spawn('sh', ['-c', 'read -r word || kill -INT "$1"', 'sh', String(pid)], {
    ...runner,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  dog.on('error', () => {})
  dog.stdin.on('error', () => {})
  return () => dog.stdin.end('stopped\n')
}

function openLog(log: string, runner: Runner) {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size > 10_000_000) renameSync(log, `${log}.old`)
  const fd = openSync(log, 'a', 0o600)
  if (runner) fchownSync(fd, runner.uid, runner.gid)
  return { fd, end: fstatSync(fd).size }
}

/** What PostgreSQL writes about itself: process, socket folder, and whether it is ready. */
export function readPostmaster(cluster: string) {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), socketDir: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
  } catch {
    return null
  }
}

function isReady(cluster: string, pid: number) {
  const postmaster = readPostmaster(cluster)
  return postmaster?.pid === pid && postmaster.ready
}

/** What a killed PostgreSQL left in its socket folder. Its lock names a process id, which may be another process's by now. */
export function removeSockets(socketDir: string) {
  for (const name of readdirSync(socketDir)) rmSync(join(socketDir, name), { force: true })
}

/**
 * Clears the way after a crash. A PostgreSQL that outlived its server is stopped in good order. The processes of one that was
 * killed end by themselves as a rule; those that do not are ended, since the next one cannot start while they hold the shared
 * memory, and without their postmaster they serve nobody. Only then may a pid file that names some other process be removed.
 */
export async function endOrphan(cluster: string, say: (line: string) => void, noLonger?: AbortSignal) {
  const postmaster = readPostmaster(cluster)
  if (!postmaster) return
  const { pid } = postmaster
  let left = processesIn(cluster, pid)
  if (left.length > 0) say(`Waiting for the PostgreSQL of an earlier run (process ${left[0]}) to stop …`)
  for (let waited = 0; left.length > 0; waited += 50) {
    noLonger?.throwIfAborted()
    const isLed = left.includes(pid)
    if (waited === 0 && isLed) signal(pid, 'SIGINT')
    if (waited === (isLed ? STOP_TIMEOUT_MS : 500)) for (const one of left) signal(one, 'SIGQUIT')
    if (waited === (isLed ? 2 * STOP_TIMEOUT_MS : 2000)) for (const one of left) signal(one, 'SIGKILL')
    if (waited > 3 * STOP_TIMEOUT_MS)
      throw new Error(`FATAL: process ${left.join(', ')} of an earlier run does not stop`)
    await sleep(50)
    left = processesIn(cluster, pid)
  }
  // PostgreSQL sees for itself that a process is gone, but not that its id has passed to another one or to a corpse.
  if (exists(pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}
