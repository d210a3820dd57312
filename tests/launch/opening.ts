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

// Each of these tests starts several real servers, which a busy machine may take long over.
vi.setConfig({ testTimeout: 120_000 })

export type Opened = { how: string; ownerUrl: string; serverUrl: string }

const REPOSITORY = join(import.meta.dirname, '../..')

/** A folder for one test, gone afterwards. */
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

/** A folder with a database in it, copied from one made once for the test file: writing one safely takes a disk long. */
export async function madeFolder() {
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

/** Starts a process that opens the data folder. Ended when the test ends, whatever happened to it until then. */
export function launch(dataDir: string, { user = '', under = REPOSITORY } = {}) {
  const args = [join(under, 'tests/launch/opener.ts'), dataDir, user].filter(Boolean)
  // In a group of its own, so that a test can press Ctrl-C on all of it.
  const child = spawn(process.execPath, args, { cwd: '/', detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => kill(child))
  return child
}

export async function open(dataDir: string, options?: { user?: string; under?: string }) {
  const child = launch(dataDir, options)
  return { child, ...(await opened(child)) }
}

/** Waits until the folder is open; throws what the process said when it gave up instead. */
export async function opened(child: ChildProcess) {
  const said: string[] = []
  child.stderr?.on('data', chunk => said.push(String(chunk)))
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  for await (const line of reader) {
    if (!line.startsWith('opened ')) {
      lines.push(line)
      continue
    }
    return { ...(JSON.parse(line.slice(7)) as Opened), said: lines.join('\n') }
  }
  throw new Error(said.join(''))
}

export async function refusal(dataDir: string, options?: { user?: string; under?: string }) {
  return lastWords(launch(dataDir, options))
}

export async function lastWords(child: ChildProcess) {
  const said: string[] = []
  child.stderr?.on('data', chunk => said.push(String(chunk)))
  child.stdout?.resume()
  const [code] = await once(child, 'close')
  return { code, lines: said.join('').trim().split('\n') }
}

export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const closed = once(child, 'exit')
  child.kill(signal)
  await closed
  return child.exitCode
}

/** A whole server as `npm start` runs it, on any free port; settings as in the environment. What it says goes to us, or to a file. */
export const startServer = (settings: Record<string, string>, output?: string) =>
  startScript('scripts/start.ts', settings, output)

/** As `npm run worker` runs it. */
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

/** Waits for the line that says where to open it. */
export async function ready(child: ChildProcess) {
  const said: string[] = []
  child.stderr?.on('data', chunk => said.push(String(chunk)))
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    said.push(line)
    const [, url, how] = /^Ready at (http:\/\/localhost:\d+) \((cold|warm) start, \d+\.\d s\b.*\)$/.exec(line) ?? []
    if (url && how) return { url, how, said: said.join('\n') }
  }
  throw new Error(said.join('\n'))
}

/** Ends the opener and waits for its PostgreSQL, which stops once its watchdog misses the opener. */
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
