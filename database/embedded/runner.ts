import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Problem } from '../connection/problem.ts'

/** The unprivileged user PostgreSQL runs as when we are root (it refuses root); null: it runs as ourselves. */
export type Runner = { uid: number; gid: number } | null

/** User ids that no system gives to anybody: between those of systemd's home folders and those of its services. */
const FIRST_OWN = 60_578
const OWN_IDS = 606
const isOwn = ({ uid }: { uid: number }) => uid >= FIRST_OWN && uid < FIRST_OWN + OWN_IDS

/**
 * Whoever owns the data already, so that a folder made by an ordinary user still opens for root. Else a user id of this folder's
 * own, which nothing else runs as: other programs run as `nobody`, and each of them could read the data.
 */
export function chooseRunner(cluster: string): Runner {
  if (process.getuid?.() !== 0) return null
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0 && !mayChange(owner, cluster)) return { uid: owner.uid, gid: owner.gid }
  return ownUser(cluster) ?? nobody()
}

/** Earlier releases ran it as `nobody`. A folder inside one that `nobody` owns was made by that very user, and one with links goes on elsewhere. */
function mayChange(owner: { uid: number }, cluster: string) {
  if (isOwn(owner) || statSync(dirname(cluster)).uid === owner.uid) return false
  return owner.uid === idOf('-u') && !everythingIn(cluster).some(path => lstatSync(path).isSymbolicLink())
}

/** By the folder's name, so that two communities on one machine have two. Null where the system has no such ids (some containers). */
function ownUser(cluster: string): Runner {
  const start = createHash('sha256').update(cluster).digest().readUInt32BE() % OWN_IDS
  for (let n = 0; n < 20; n++) {
    const uid = FIRST_OWN + ((start + n) % OWN_IDS)
    const isTaken = spawnSync('id', ['-un', String(uid)], { stdio: 'ignore' }).status === 0
    if (!isTaken && spawnSync('true', { uid, gid: uid, cwd: '/' }).status === 0) return { uid, gid: uid }
  }
  return null
}

function nobody() {
  const [uid, gid] = [idOf('-u'), idOf('-g')]
  if (uid !== null && gid !== null) return { uid, gid }
  throw new Problem(
    'PostgreSQL does not run as root, and this system has no user "nobody" to run it as.',
    'Start as an ordinary user, or set DATABASE_URL to a PostgreSQL 15 or newer.',
  )
}

/** Who prepares a folder: initdb and the single-user mode ask for a user with a name. */
export const makerFor = (runner: Runner): Runner => (runner && isOwn(runner) ? nobody() : runner)

const everythingIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map(entry => join(entry.parentPath, entry.name))

/** The folder itself comes last: its owner says whether all of it was given. */
export function giveTo(runner: Runner, folder: string) {
  if (!runner || lstatSync(folder).uid === runner.uid) return
  for (const path of [...everythingIn(folder), folder]) {
    // Nothing of root's, whatever links its last owner may have made.
    if (lstatSync(path).uid !== 0) lchownSync(path, runner.uid, runner.gid)
  }
}

function idOf(flag: '-u' | '-g') {
  const { status, stdout } = spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : null
}

/** Asked of the system itself, since the answer depends on every folder above and on access lists. */
export function may(runner: Runner, flag: '-x' | '-r', path: string) {
  return spawnSync('test', [flag, path], { ...runner, cwd: '/' }).status === 0
}

/**
 * How the runner names a folder it works in. Root's home is closed to `nobody`, but a process started inside a folder
 * may always name it as its own working folder, so a clone under /root works like any other.
 */
export function asSeenBy(runner: Runner, folder: string) {
  return runner && process.platform === 'linux' ? '/proc/self/cwd' : folder
}

/** Runs a program to its end inside a folder and returns its exit code with everything it printed. */
export function run(
  program: string,
  args: string[],
  options: { cwd: string; runner: Runner; lib: string; input?: string },
) {
  return new Promise<{ code: number; output: string }>(resolve => {
    const child = spawn(program, args, { ...options.runner, cwd: options.cwd, env: environment(options.lib) })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
    })
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk
    })
    // A program that dies early closes its input; its exit code tells the story.
    child.stdin.on('error', () => {})
    child.stdin.end(options.input ?? '')
    child.on('error', error => resolve({ code: -1, output: error.message }))
    child.on('close', code => resolve({ code: code ?? -1, output }))
  })
}

/** Nothing of our own environment reaches PostgreSQL: neither secrets nor PG* settings meant for other servers. */
export function environment(lib: string): NodeJS.ProcessEnv {
  const path = { PATH: process.env.PATH, LC_ALL: 'C' }
  return process.platform === 'darwin' ? { ...path, DYLD_LIBRARY_PATH: lib } : { ...path, LD_LIBRARY_PATH: lib }
}
