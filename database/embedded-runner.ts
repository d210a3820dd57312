import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { Problem } from './problem.ts'

/** The unprivileged user PostgreSQL runs as when we are root (it refuses root); null: it runs as ourselves. */
export type Runner = { uid: number; gid: number } | null

/** Whoever owns the data already, so that a folder made by an ordinary user still opens for root; else `nobody`. */
export function chooseRunner(clusterFolder: string): Runner {
  if (process.getuid?.() !== 0) return null
  const owner = statSync(clusterFolder, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  try {
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    throw new Problem(
      'PostgreSQL does not run as root, and this system has no user "nobody" to run it as.',
      'Start as an ordinary user, or set DATABASE_URL to a PostgreSQL 15 or newer.',
    )
  }
}

function idOf(flag: string) {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
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
