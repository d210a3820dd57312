import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type Server = {
  url: string
  dataDir: string
  isAlive: () => boolean
  /** Of the server process. */
  pid: number
  /** SIGTERM. Returns the exit code. */
  stop: () => Promise<number | null>
  /** kill -9. Returns when the process has ended. */
  kill: () => Promise<void>
}

const running = new Set<Server>()
// Ctrl-C reaches only this process: a server has its own process group.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => Promise.all([...running].map(({ stop }) => stop())).then(() => process.exit(1)))

/** A server as `npm start` runs it, on a free port, without limits on requests. */
export async function startServer(dataDir: string, settings: Record<string, string> = {}): Promise<Server> {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    LIMIT_WRITES_PER_MINUTE: '1000000',
    LIMIT_READS_PER_MINUTE: '1000000',
    LIMIT_PROFILE_SAVES_PER_HOUR: '1000000',
    LIMIT_REGISTER_PER_HOUR: '1000000',
    ...settings,
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../scripts/start.ts')], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const isAlive = () => child.exitCode === null && child.signalCode === null
  const end = async (signal: NodeJS.Signals) => {
    if (isAlive()) {
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    }
    return child.exitCode
  }
  const server: Server = {
    url: '',
    dataDir,
    isAlive,
    pid: child.pid ?? 0,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  }
  running.add(server)
  child.once('exit', () => running.delete(server))
  server.url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', line => {
      const [, address] = /^Ready at (\S+)/.exec(line) ?? []
      if (address) resolve(address)
    })
    child.once('exit', () => reject(new Error('The server did not start.')))
  })
  return server
}

/** Runs `work` on a server with a new data folder (or `dataDir`), and removes both afterwards. */
export async function withServer<T>(
  work: (server: Server) => Promise<T>,
  settings: Record<string, string> = {},
  dataDir = mkdtempSync(join(tmpdir(), 'community-proof-')),
) {
  try {
    const server = await startServer(dataDir, settings)
    try {
      return await work(server)
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
