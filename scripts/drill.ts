import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Problem } from '../database/connection/problem.ts'
import { restoreBackups } from './drills/backup.ts'
import { killPostgres, type Round } from './drills/postgres-killed.ts'
import { plainly, say, seconds } from './plainly.ts'

type Server = { url: string; dataDir: string; isAlive: () => boolean }
/** Each returns the number of successful rounds. */
const drills: Record<string, (server: Server, rounds: number) => Promise<number>> = {
  'postgres-killed': async (server, rounds) => {
    const all = await killPostgres(server, rounds, round => say(inWords(round)))
    if (!server.isAlive()) say('The server process is gone.')
    return all.filter(isGood).length
  },
  backup: (server, rounds) => restoreBackups(server, rounds, say),
}
const DEFAULT_ROUNDS: Record<string, string> = { backup: '1' }

const isGood = ({ servedAgain, lost, doubled, answers }: Round) =>
  servedAgain > 0 &&
  lost.length + doubled.length === 0 &&
  Object.keys(answers).every(status => ['200', '201', '503'].includes(status))

const inWords = ({ databaseBack, servedAgain, acknowledged, lost, doubled, answers }: Round) =>
  `PostgreSQL back after ${seconds(databaseBack)}, served again after ${seconds(servedAgain)}; ` +
  `${acknowledged} writes acknowledged, ${lost.length} lost, ${doubled.length} doubled; answers ${JSON.stringify(answers)}`

/** `npm run drill -- <name> [rounds]`: fault injection, or backup and restore, on a temporary server and data folder. */
await plainly(async () => {
  const [name = '', rounds = DEFAULT_ROUNDS[name] ?? '20'] = process.argv.slice(2)
  const drill = drills[name]
  if (!drill || !/^\d{1,4}$/.test(rounds))
    throw new Problem(
      name && !drill ? `There is no drill '${name}'.` : 'Which drill, and how many rounds?',
      Object.keys(drills)
        .map(drillName => `  npm run drill -- ${drillName} [rounds]`)
        .join('\n'),
    )
  const dataDir = mkdtempSync(join(tmpdir(), 'community-drill-'))
  const { server, stop } = await start(dataDir)
  try {
    const good = await drill(server, Number(rounds))
    say(`${good} of ${rounds} rounds good`)
    process.exitCode = good === Number(rounds) && server.isAlive() ? 0 : 1
  } finally {
    await stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
})

/** A server as `npm start` runs it, on a free port. */
async function start(dataDir: string) {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    LIMIT_WRITES_PER_MINUTE: '1000000',
    LIMIT_READS_PER_MINUTE: '1000000',
    LIMIT_REGISTER_PER_HOUR: '1000000',
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start.ts')], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const isAlive = () => child.exitCode === null && child.signalCode === null
  const stop = async () => {
    if (!isAlive()) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  // Ctrl-C reaches only this process: the server has its own process group.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop().then(() => process.exit(1)))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', line => {
      const [, address] = /^Ready at (\S+)/.exec(line) ?? []
      if (address) resolve(address)
    })
    child.once('exit', () => reject(new Error('The server did not start.')))
  })
  return { server: { url, dataDir, isAlive }, stop }
}
