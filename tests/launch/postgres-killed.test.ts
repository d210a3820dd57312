import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test, vi } from 'vitest'
import { newClient } from '../../database/connection/client.ts'
import { readPostmaster } from '../../database/embedded/postmaster.ts'
import { processesIn } from '../../database/embedded/processes.ts'
import { killPostgres } from '../../proof/postgres-killed.ts'
import { buildWeb } from '../../scripts/build.ts'
import { folderWithDatabase, isRunning, open, postmasterOf, query, ready, startServer } from './opening.ts'

// Build first, not while a test waits for the server.
beforeAll(() => buildWeb(() => {}).then(() => {}))
// The tests do not measure how long it takes, only that it ends.
vi.setConfig({ testTimeout: 300_000 })

const answers = (url: string) =>
  expect.poll(() => query(url, 'select 1 as one').catch(() => 'away'), { timeout: 60_000 }).toEqual([{ one: 1 }])

// `npm run proof -- postgres-killed` repeats this twenty times and prints the durations.
test('killed with -9 under write load three times, PostgreSQL is restarted by the same server, with every acknowledged write exactly once', async () => {
  const dataDir = await folderWithDatabase()
  const limits = {
    LIMIT_WRITES_PER_MINUTE: '1000000',
    LIMIT_READS_PER_MINUTE: '1000000',
    LIMIT_REGISTER_PER_HOUR: '1000000',
  }
  const child = startServer({ DATA_DIR: dataDir, ...limits })
  const { url } = await ready(child)
  child.stdout?.resume()
  const isAlive = () => child.exitCode === null && child.signalCode === null
  const rounds = await killPostgres({ url, dataDir, isAlive }, 3)
  expect(isAlive()).toBe(true)
  expect(rounds).toHaveLength(3)
  for (const { servedAgain, acknowledged, lost, doubled, answers } of rounds) {
    expect(servedAgain).toBeGreaterThan(0)
    expect(acknowledged).toBeGreaterThan(0)
    expect({ lost, doubled }).toEqual({ lost: [], doubled: [] })
    // Every request was answered, with success or 503.
    expect(['200', '201', '503']).toEqual(expect.arrayContaining(Object.keys(answers)))
  }
})

test('PostgreSQL killed again while it is starting is restarted', async () => {
  const folder = await folderWithDatabase()
  const { ownerUrl } = await open(folder)
  // 0: none is running.
  const seen = new Set([0, postmasterOf(folder)])
  process.kill(postmasterOf(folder), 'SIGKILL')
  for (let deaths = 0; deaths < 3; deaths++) {
    let next = 0
    const isNew = () => {
      next = postmasterOf(folder)
      return !seen.has(next)
    }
    await expect.poll(isNew, { interval: 1, timeout: 30_000 }).toBe(true)
    seen.add(next)
    process.kill(next, 'SIGKILL')
  }
  await answers(ownerUrl)
})

test('a backend that survives the killed postmaster is killed, and PostgreSQL starts again', async () => {
  const folder = await folderWithDatabase()
  const { ownerUrl } = await open(folder)
  const client = newClient({ connectionString: ownerUrl })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const backend = rows[0]?.pid ?? 0
  // A stopped process cannot notice that its postmaster is gone, and keeps the shared memory.
  process.kill(backend, 'SIGSTOP')
  process.kill(postmasterOf(folder), 'SIGKILL')
  await answers(ownerUrl)
  expect(isRunning(backend)).toBe(false)
  await client.end()
})

test.each([0, 50, 200, 500])('a stop %i ms after PostgreSQL was killed is clean', async wait => {
  const folder = await folderWithDatabase()
  const { child } = await open(folder)
  process.kill(postmasterOf(folder), 'SIGKILL')
  await sleep(wait)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  const cluster = join(folder, 'postgres')
  const pid = readPostmaster(cluster)?.pid ?? 0
  await expect.poll(() => processesIn(cluster, pid), { timeout: 20_000 }).toEqual([])
})
