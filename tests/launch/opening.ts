import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, mkdtempSync, openSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, onTestFinished, vi } from 'vitest'
import { startEmbedded } from '../../database/embedded/embedded.ts'
import { readPostmaster } from '../../database/embedded/postmaster.ts'

// Each test starts several real servers, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

export type Opened = { how: string; ownerUrl: string; serverUrl: string; superuserUrl: string }

const REPOSITORY = join(import.meta.dirname, '../..')

/** A folder for one test, removed afterwards. */
export function freshFolder() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'community-launch-')))
  chmodSync(folder, 0o711)
  onTestFinished(() => {
    chmodSync(folder, 0o700)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return folder
}

let template: Promise<string> | undefined

/** A folder with a database, copied from one that is created once per test file: initdb is slow. */
export async function folderWithDatabase() {
  template ??= makeTemplate()
  const folder = freshFolder()
  const made = await template
  execFileSync('cp', ['-a', join(made, 'postgres'), join(made, 'postgres.password'), folder])
  return folder
}

async function makeTemplate() {
  const dataDir = mkdtempSync(join(tmpdir(), 'community-launch-'))
  const { stop } = await startEmbedded({ dataDir, say: () => {}, durable: false })
  await stop()
  return dataDir
}

afterAll(async () => {
  if (template) rmSync(await template, { recursive: true, force: true })
})

/** Starts a process that opens the data folder, and stops it when the test ends. */
export function launch(dataDir: string, { user = '', under = REPOSITORY } = {}) {
  const args = [join(under, 'tests/launch/opener.ts'), dataDir, user].filter(Boolean)
  // In its own process group, so that a test can send SIGINT to all of it, as Ctrl-C does.
  const child = spawn(process.execPath, args, { cwd: '/', detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => kill(child))
  return child
}

export async function open(dataDir: string, options?: { user?: string; under?: string }) {
  const child = launch(dataDir, options)
  return { child, ...(await opened(child)) }
}

/** Waits until the folder is open. Throws the error output if the process exits instead. */
export async function opened(child: ChildProcess) {
  const output: string[] = []
  child.stderr?.on('data', chunk => output.push(String(chunk)))
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  for await (const line of reader) {
    if (!line.startsWith('opened ')) {
      lines.push(line)
      continue
    }
    return { ...(JSON.parse(line.slice(7)) as Opened), output: lines.join('\n') }
  }
  throw new Error(output.join(''))
}

export async function refusal(dataDir: string, options?: { user?: string; under?: string }) {
  return exitOutput(launch(dataDir, options))
}

export async function exitOutput(child: ChildProcess) {
  const output: string[] = []
  child.stderr?.on('data', chunk => output.push(String(chunk)))
  child.stdout?.resume()
  const [code] = await once(child, 'close')
  return { code, lines: output.join('').trim().split('\n') }
}

export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const closed = once(child, 'exit')
  child.kill(signal)
  await closed
  return child.exitCode
}

/** A server as `npm start` runs it, on a free port. `settings` are environment variables; `output` is a file for stdout. */
export const startServer = (settings: Record<string, string>, output?: string) =>
  startScript('scripts/start.ts', settings, output)

/** A worker as `npm run worker` runs it. */
export const startWorker = (settings: Record<string, string>) => startScript('scripts/worker.ts', settings)

function startScript(script: string, settings: Record<string, string>, output?: string) {
  const file = output === undefined ? 'pipe' : openSync(output, 'w')
  const env = { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'silent', ...settings }
  const child = spawn(process.execPath, [join(REPOSITORY, script)], {
    cwd: '/',
    env,
    detached: true,
    stdio: ['ignore', file, 'pipe'],
  })
  if (typeof file === 'number') closeSync(file)
  onTestFinished(() => kill(child))
  return child
}

/** Waits for the line with the URL. */
export async function ready(child: ChildProcess) {
  const output: string[] = []
  child.stderr?.on('data', chunk => output.push(String(chunk)))
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    output.push(line)
    const [, url, how] = /^Ready at (http:\/\/localhost:\d+) \((cold|warm) start, \d+\.\d s\b.*\)$/.exec(line) ?? []
    if (url && how) return { url, how, output: output.join('\n') }
  }
  throw new Error(output.join('\n'))
}

/** Stops the opener and waits for its PostgreSQL, which the watchdog stops. */
async function kill(child: ChildProcess) {
  const started = children(child.pid)
  await end(child)
  for (const { pid } of started) while (isRunning(pid)) await new Promise(done => setTimeout(done, 20))
}

export function postmasterOf(dataDir: string) {
  return readPostmaster(join(dataDir, 'postgres'))?.pid ?? 0
}

export function isRunning(pid: number) {
  const states = execFileSync('ps', ['-A', '-o', 'pid=,stat='], { encoding: 'utf8' })
  const state = states.split('\n').find(line => Number(line.trim().split(/\s+/)[0]) === pid)
  return state !== undefined && !state.includes('Z')
}

export function children(parent: number | undefined) {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' })
  return table.split('\n').flatMap(line => {
    const [pid, ppid, command = ''] = line.trim().split(/\s+/)
    return Number(ppid) === parent ? [{ pid: Number(pid), command }] : []
  })
}

export async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
