import { type ChildProcess, spawn } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  fchownSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { exists, processesIn, signal } from './processes.ts'
import { asSeenBy, environment, type Runner } from './runner.ts'

export type Postmaster = { pid: number; exited: Promise<string>; stop(): Promise<void> }

/** Command line options instead of a file in the data folder, so that a new release can change them. */
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
  // Our queries are short: JIT compilation and I/O workers cost more than they save.
  jit: 'off',
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_checkpoints: 'off',
  // Keeps member content out of the log: no statements, and no values of violated constraints.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

const STOP_TIMEOUT_MS = 20_000
const SMART_SHUTDOWN_CHECK_MS = 500
const LOG_CHECK_MS = 60_000
const MAX_LOG_BYTES = 10_000_000

export async function startPostmaster(options: {
  cluster: string
  socketDir: string
  log: string
  binaries: Binaries
  runner: Runner
  durable: boolean
  /** Aborting stops the process even if it is not ready yet. */
  signal?: AbortSignal
}): Promise<Postmaster> {
  const { cluster, socketDir, log, binaries, runner, durable, signal: abortSignal } = options
  abortSignal?.throwIfAborted()
  const { fd, end } = openLog(log, runner)
  const settings = Object.entries({ ...SETTINGS, fsync: durable ? 'on' : 'off' })
  const args = ['-D', asSeenBy(runner, cluster), '-k', socketDir, ...settings.flatMap(([k, v]) => ['-c', `${k}=${v}`])]
  // Detached: Ctrl-C must not reach PostgreSQL before the last requests are answered.
  const child = spawn(binaries.postgres, args, {
    ...runner,
    cwd: cluster,
    env: environment(binaries.lib),
    detached: true,
    stdio: ['ignore', fd, fd],
  })
  closeSync(fd)

  let hasExited = false
  const exited = new Promise<string>(resolve => {
    child.on('error', error => resolve(error.message))
    child.on('exit', (code, signal) => resolve(signal ? `by ${signal}` : `with code ${code}`))
  }).finally(() => {
    hasExited = true
  })
  const pid = child.pid
  if (pid === undefined) throw new Error(await exited)
  const stopWatchdog = startWatchdog(pid, runner)
  exited.finally(stopWatchdog)

  const stop = async () => {
    // SIGINT is a fast shutdown: roll back open transactions and write a checkpoint. If it hangs, SIGQUIT (immediate shutdown) loses no
    // committed data either.
    child.kill('SIGINT')
    const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS)
    await exited
    clearTimeout(timer)
  }

  while (!isReady(cluster, pid)) {
    // Immediate shutdown: there are no clients yet, and the next start repeats the recovery.
    if (abortSignal?.aborted && child.kill('SIGQUIT')) await exited
    if (hasExited) throw new Error(readFileSync(log).subarray(end).toString().trim() || (await exited))
    await sleep(10)
  }
  const endingSmartShutdown = setInterval(() => endSmartShutdown(cluster, child), SMART_SHUTDOWN_CHECK_MS).unref()
  const shorteningLog = setInterval(() => shortenLog(log), LOG_CHECK_MS).unref()
  exited.finally(() => {
    clearInterval(endingSmartShutdown)
    clearInterval(shorteningLog)
  })
  return { pid, exited, stop }
}

/**
 * SIGTERM from outside is a smart shutdown: PostgreSQL refuses new connections and waits until the others are closed. Ours stay open, so
 * it would neither end nor serve new connections. A fast shutdown ends it, and it is started again.
 */
function endSmartShutdown(cluster: string, child: ChildProcess) {
  const postmaster = readPostmaster(cluster)
  if (postmaster?.pid === child.pid && postmaster?.stopping) child.kill('SIGINT')
}

/** If this process dies, even by kill -9, the pipe to this shell closes, and the shell shuts PostgreSQL down. */
function startWatchdog(pid: number, runner: Runner) {
  const shell = spawn('sh', ['-c', 'read -r word || kill -INT "$1"', 'sh', String(pid)], {
    ...runner,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.on('error', () => {})
  shell.stdin.on('error', () => {})
  return () => shell.stdin.end('stopped\n')
}

/** PostgreSQL logs a line for each request without a session. It keeps the file open for appending, so the file is copied and emptied, not renamed. */
export function shortenLog(log: string) {
  if (sizeOf(log) <= MAX_LOG_BYTES) return
  copyFileSync(log, `${log}.old`)
  truncateSync(log)
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

function openLog(log: string, runner: Runner) {
  if (sizeOf(log) > MAX_LOG_BYTES) renameSync(log, `${log}.old`)
  const fd = openSync(log, 'a', 0o600)
  if (runner) fchownSync(fd, runner.uid, runner.gid)
  return { fd, end: fstatSync(fd).size }
}

/** Reads postmaster.pid: process id, socket folder, and whether it is ready or shutting down. */
export function readPostmaster(cluster: string) {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const status = lines[7]?.trim()
    return {
      pid: Number(lines[0]),
      socketDir: lines[4] ?? '',
      ready: status === 'ready',
      stopping: status === 'stopping',
    }
  } catch {
    return null
  }
}

function isReady(cluster: string, pid: number) {
  const postmaster = readPostmaster(cluster)
  return postmaster?.pid === pid && postmaster.ready
}

/** Removes the files of a killed PostgreSQL from its socket folder. Its lock has a process id, which may be recycled by now. */
export function removeSockets(socketDir: string) {
  for (const name of readdirSync(socketDir)) rmSync(join(socketDir, name), { force: true })
}

/**
 * Cleans up after a crash. A PostgreSQL without its server is shut down. The processes of a killed postmaster usually end by themselves;
 * the others are killed, since PostgreSQL cannot start while they use the shared memory, and they accept no connections without their
 * postmaster. Only then is a pid file with a recycled process id removed.
 */
export async function endOrphan(cluster: string, say: (line: string) => void, abortSignal?: AbortSignal) {
  const postmaster = readPostmaster(cluster)
  if (!postmaster) return
  const { pid } = postmaster
  let remaining = processesIn(cluster, pid)
  if (remaining.length > 0) say(`Waiting for the PostgreSQL of an earlier run (process ${remaining[0]}) to stop …`)
  for (let waited = 0; remaining.length > 0; waited += 50) {
    abortSignal?.throwIfAborted()
    const hasPostmaster = remaining.includes(pid)
    if (waited === 0 && hasPostmaster) signal(pid, 'SIGINT')
    if (waited === (hasPostmaster ? STOP_TIMEOUT_MS : 500)) for (const child of remaining) signal(child, 'SIGQUIT')
    if (waited === (hasPostmaster ? 2 * STOP_TIMEOUT_MS : 2000)) for (const child of remaining) signal(child, 'SIGKILL')
    if (waited > 3 * STOP_TIMEOUT_MS)
      throw new Error(`FATAL: process ${remaining.join(', ')} of an earlier run does not stop`)
    await sleep(50)
    remaining = processesIn(cluster, pid)
  }
  // PostgreSQL ignores a pid file whose process does not exist, but not one whose id belongs to another process or a zombie.
  if (exists(pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}
