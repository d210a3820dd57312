import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Problem } from '../connection/problem.ts'
import { findBinaries } from './binaries.ts'
import { createCluster, removeDrafts, secureCluster } from './cluster.ts'
import { explain } from './explain.ts'
import { keepRunning } from './keep-running.ts'
import { holderOf, takeLock } from './lock.ts'
import { isPreparedFor, openSecret, passwordOf, readSecret } from './password.ts'
import { endOrphan, readPostmaster, removeSockets, startPostmaster } from './postmaster.ts'
import { chooseRunner, hasAccess, type Runner } from './runner.ts'

/** `ownerUrl` is for migrations, `serverUrl` for the server. Only tests, benchmarks and the proof connect as the superuser. */
export type Urls = { ownerUrl: string; serverUrl: string; superuserUrl: string }
export type Embedded = Urls & { how: 'created' | 'started'; stop(): Promise<void> }

type Options = {
  dataDir: string
  say: (line: string) => void
  /** With fsync. Only tests turn it off, for speed. */
  durable?: boolean
}

const paths = (dataDir: string) => ({
  cluster: join(dataDir, 'postgres'),
  lock: join(dataDir, 'server.lock'),
  log: join(dataDir, 'postgres.log'),
})

/**
 * Starts the bundled PostgreSQL on a private Unix socket, and restarts it until `stop`. Locks the data folder for this process. All
 * errors are thrown as a Problem.
 */
export async function startEmbedded({ dataDir, say, durable = true }: Options): Promise<Embedded> {
  const release: (() => void)[] = []
  try {
    return await open(resolve(dataDir), say, durable, release)
  } catch (error) {
    for (const undo of release.reverse()) undo()
    throw explain(error, { dataDir: resolve(dataDir), log: paths(resolve(dataDir)).log })
  }
}

async function open(wanted: string, say: (line: string) => void, durable: boolean, release: (() => void)[]) {
  const dataDir = openFolder(wanted)
  const { cluster, lock, log } = paths(dataDir)
  release.push(await takeLock(lock, dataDir))
  const runner = chooseRunner(cluster)
  const binaries = findBinaries(runner, dataDir)

  removeDrafts(dataDir)
  const how = existsSync(cluster) ? 'started' : 'created'
  if (how === 'started') refuseOtherVersion(cluster, binaries.major)
  const secret = openSecret(dataDir)
  const clusterOptions = { dataDir, cluster, binaries, runner, durable, secret }
  if (how === 'created') {
    say(`Making a new database in ${cluster} …`)
    await createCluster(clusterOptions)
  }
  await endOrphan(cluster, say)
  await secureCluster(clusterOptions)

  const socket = makeSocketFolder(dataDir, runner)
  release.push(socket.remove)
  const launch = (signal?: AbortSignal) =>
    startPostmaster({ cluster, socketDir: socket.folder, log, binaries, runner, durable, signal })
  const relaunch = async (signal: AbortSignal) => {
    await endOrphan(cluster, () => {}, signal)
    removeSockets(socket.folder)
    return launch(signal)
  }
  const running = keepRunning(await launch(), relaunch, say)

  const stop = async () => {
    await running.stop()
    for (const undo of release.splice(0).reverse()) undo()
  }
  return { ...urls(socket.folder, secret), how, stop } satisfies Embedded
}

/** For operator commands while a server runs with this folder; null if none does. */
export async function attachEmbedded(dataDir: string): Promise<Urls | null> {
  const folder = resolve(dataDir)
  const { cluster, lock } = paths(folder)
  try {
    if (!(await holderOf(lock))) return null
    const postmaster = readPostmaster(cluster)
    const secret = readSecret(folder)
    if (!postmaster?.ready || !secret) return null
    if (!isPreparedFor(cluster, secret))
      throw new Problem('The running server is of an earlier release, with other passwords.', 'Restart it first.')
    return urls(postmaster.socketDir, secret)
  } catch (error) {
    throw explain(error, { dataDir: folder })
  }
}

/** Root's folder needs mode 0711, so that the unprivileged runner can traverse it; otherwise 0700. */
function openFolder(dataDir: string) {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  return realpathSync(dataDir)
}

function refuseOtherVersion(cluster: string, major: string) {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (found === major) return
  throw new Problem(
    `The data folder ${cluster} was made by PostgreSQL ${found}; this release carries PostgreSQL ${major}.`,
    'Start the release that made it and take a backup there, or set DATA_DIR to another folder.',
  )
}

/**
 * In the data folder if possible: the path of a Unix socket is limited to about 100 characters, and the runner must have access. Otherwise
 * in the folder for temporary files, with a symbolic link in the data folder.
 */
function makeSocketFolder(dataDir: string, runner: Runner) {
  const preferred = join(dataDir, 'socket')
  removeSocketFolder(preferred)
  const base = Buffer.byteLength(tmpdir()) < 60 ? tmpdir() : '/tmp'
  const fits = Buffer.byteLength(preferred) < 80 && (!runner || hasAccess(runner, '-x', dataDir))
  const folder = fits ? preferred : mkdtempSync(join(base, 'community-socket-'))
  if (fits) mkdirSync(folder, { mode: 0o700 })
  else symlinkSync(folder, preferred)
  if (runner) chownSync(folder, runner.uid, runner.gid)
  return { folder, remove: () => removeSocketFolder(preferred) }
}

function removeSocketFolder(preferred: string) {
  const isLink = lstatSync(preferred, { throwIfNoEntry: false })?.isSymbolicLink()
  if (isLink) rmSync(readlinkSync(preferred), { recursive: true, force: true })
  rmSync(preferred, { recursive: true, force: true })
}

/** The URLs contain passwords: never log them. */
export function urls(socketDir: string, secret: string): Urls {
  const urlOf = (role: string) =>
    `postgres://${role}:${passwordOf(role, secret)}@localhost:5432/community?host=${encodeURIComponent(socketDir)}&sslmode=disable`
  return { ownerUrl: urlOf('community_owner'), serverUrl: urlOf('community_login'), superuserUrl: urlOf('postgres') }
}
