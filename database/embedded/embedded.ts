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
import { createCluster, removeHalfMade, secureCluster } from './cluster.ts'
import { explain } from './explain.ts'
import { keepRunning } from './keep-running.ts'
import { holderOf, takeLock } from './lock.ts'
import { openPassword, readPassword } from './password.ts'
import { endOrphan, readPostmaster, removeSockets, startPostmaster } from './postmaster.ts'
import { chooseRunner, may, type Runner } from './runner.ts'

/** `ownerUrl` migrates, `serverUrl` serves. */
export type Urls = { ownerUrl: string; serverUrl: string }
export type Embedded = Urls & { how: 'created' | 'started'; stop(): Promise<void> }

type Options = {
  dataDir: string
  say: (line: string) => void
  /** Only tests, whose data nobody misses, trade safety for speed. */
  durable?: boolean
}

const paths = (dataDir: string) => ({
  cluster: join(dataDir, 'postgres'),
  lock: join(dataDir, 'server.lock'),
  log: join(dataDir, 'postgres.log'),
})

/**
 * Starts the PostgreSQL that ships with the package on a private socket, and keeps it running until `stop`. Opens the
 * data folder for this process alone. Everything that can go wrong arrives as a Problem.
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

  removeHalfMade(dataDir)
  const how = existsSync(cluster) ? 'started' : 'created'
  if (how === 'started') refuseOtherVersion(cluster, binaries.major)
  const password = openPassword(dataDir)
  const making = { dataDir, cluster, binaries, runner, durable, password }
  if (how === 'created') {
    say(`Making a new database in ${cluster} …`)
    await createCluster(making)
  }
  await endOrphan(cluster, say)
  await secureCluster(making)

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
  return { ...urls(socket.folder, password), how, stop } satisfies Embedded
}

/** For operator commands while a server has the folder open; null when none has. */
export async function attachEmbedded(dataDir: string): Promise<Urls | null> {
  const folder = resolve(dataDir)
  const { cluster, lock } = paths(folder)
  try {
    if (!(await holderOf(lock))) return null
    const postmaster = readPostmaster(cluster)
    const password = readPassword(folder)
    return postmaster?.ready && password ? urls(postmaster.socketDir, password) : null
  } catch (error) {
    throw explain(error, { dataDir: folder })
  }
}

/** Root's folder can be passed through by the unprivileged runner; anybody else keeps theirs to themselves. */
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
 * In the data folder where it can be: the system allows a socket's path about 100 characters, and the runner must get
 * there. Otherwise in the folder for temporary files, with a link to it in the data folder.
 */
function makeSocketFolder(dataDir: string, runner: Runner) {
  const near = join(dataDir, 'socket')
  removeSocketFolder(near)
  const base = Buffer.byteLength(tmpdir()) < 60 ? tmpdir() : '/tmp'
  const fits = Buffer.byteLength(near) < 80 && (!runner || may(runner, '-x', dataDir))
  const folder = fits ? near : mkdtempSync(join(base, 'community-socket-'))
  if (fits) mkdirSync(folder, { mode: 0o700 })
  else symlinkSync(folder, near)
  if (runner) chownSync(folder, runner.uid, runner.gid)
  return { folder, remove: () => removeSocketFolder(near) }
}

function removeSocketFolder(near: string) {
  const isLink = lstatSync(near, { throwIfNoEntry: false })?.isSymbolicLink()
  if (isLink) rmSync(readlinkSync(near), { recursive: true, force: true })
  rmSync(near, { recursive: true, force: true })
}

/** With the password inside: for connecting only, never for a log. */
function urls(socketDir: string, password: string): Urls {
  const rest = `:${password}@localhost:5432/community?host=${encodeURIComponent(socketDir)}&sslmode=disable`
  return { ownerUrl: `postgres://community_owner${rest}`, serverUrl: `postgres://community_login${rest}` }
}
