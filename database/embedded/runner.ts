import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Problem } from '../connection/problem.ts'

/** The unprivileged user that PostgreSQL runs as when we are root, since it refuses to run as root. Null: it runs as our own user. */
export type Runner = { uid: number; gid: number } | null

/** A range of user ids that systems do not assign: between those of systemd-homed and those of systemd's dynamic users. */
const FIRST_RESERVED = 60_578
const RESERVED_IDS = 606
const isReserved = ({ uid }: { uid: number }) => uid >= FIRST_RESERVED && uid < FIRST_RESERVED + RESERVED_IDS

/**
 * The owner of the data, so that root can also start with a folder of an ordinary user. Otherwise a user id used only for this folder:
 * other programs run as `nobody` and could read its data.
 */
export function chooseRunner(cluster: string): Runner {
  if (process.getuid?.() !== 0) return null
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0 && !mayChangeOwner(owner, cluster)) return { uid: owner.uid, gid: owner.gid }
  return reservedUser(cluster) ?? nobody()
}

/**
 * Whether the folder may change to a user id of its own: earlier releases ran PostgreSQL as `nobody`. Not if the parent folder has the same
 * owner, who then created the folder, and not if it contains symbolic links to other places.
 */
function mayChangeOwner(owner: { uid: number }, cluster: string) {
  if (isReserved(owner) || statSync(dirname(cluster)).uid === owner.uid) return false
  return owner.uid === idOf('-u') && !everythingIn(cluster).some(path => lstatSync(path).isSymbolicLink())
}

/** Derived from the path, so that two communities on one machine get different ids. Null where such ids cannot be used (some containers). */
function reservedUser(cluster: string): Runner {
  const start = createHash('sha256').update(cluster).digest().readUInt32BE() % RESERVED_IDS
  for (let n = 0; n < 20; n++) {
    const uid = FIRST_RESERVED + ((start + n) % RESERVED_IDS)
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

/** The user for initdb and single-user mode, which require a user id with an entry in /etc/passwd. */
export const setupUserFor = (runner: Runner): Runner => (runner && isReserved(runner) ? nobody() : runner)

const everythingIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map(entry => join(entry.parentPath, entry.name))

/** The folder itself comes last: its owner shows whether the change is complete. */
export function chownAll(runner: Runner, folder: string) {
  if (!runner || lstatSync(folder).uid === runner.uid) return
  for (const path of [...everythingIn(folder), folder]) {
    // Skips files of root, which the previous owner may have hard-linked.
    if (lstatSync(path).uid !== 0) lchownSync(path, runner.uid, runner.gid)
  }
}

function idOf(flag: '-u' | '-g') {
  const { status, stdout } = spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : null
}

/** Runs `test` as that user, since access depends on all parent folders and on access control lists. */
export function hasAccess(runner: Runner, flag: '-x' | '-r', path: string) {
  return spawnSync('test', [flag, path], { ...runner, cwd: '/' }).status === 0
}

/**
 * The path of the runner's working directory. `nobody` cannot access /root by path, but a process can always use its own working
 * directory, so that a clone under /root works too.
 */
export function asSeenBy(runner: Runner, folder: string) {
  return runner && process.platform === 'linux' ? '/proc/self/cwd' : folder
}

/** Runs a program in a folder and returns its exit code and output. */
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
    // EPIPE of a program that exits early: its exit code is reported.
    child.stdin.on('error', () => {})
    child.stdin.end(options.input ?? '')
    child.on('error', error => resolve({ code: -1, output: error.message }))
    child.on('close', code => resolve({ code: code ?? -1, output }))
  })
}

/** PostgreSQL does not inherit our environment: no secrets, and no PG* settings for other servers. */
export function environment(lib: string): NodeJS.ProcessEnv {
  const path = { PATH: process.env.PATH, LC_ALL: 'C' }
  return process.platform === 'darwin' ? { ...path, DYLD_LIBRARY_PATH: lib } : { ...path, LD_LIBRARY_PATH: lib }
}
