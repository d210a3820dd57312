import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { newClient } from '../../database/connection/client.ts'
import { readPostmaster } from '../../database/embedded/postmaster.ts'
import { processesIn } from '../../database/embedded/processes.ts'
import { folderWithDatabase, isRunning, open, postmasterOf, query } from './opening.ts'

// The tests do not measure how long it takes, only that it ends.
vi.setConfig({ testTimeout: 300_000 })

const answers = (url: string) =>
  expect.poll(() => query(url, 'select 1 as one').catch(() => 'away'), { timeout: 60_000 }).toEqual([{ one: 1 }])

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

test('PostgreSQL stopped with SIGTERM while connections are open is restarted', async () => {
  const folder = await folderWithDatabase()
  const { ownerUrl } = await open(folder)
  const client = newClient({ connectionString: ownerUrl })
  await client.connect()
  const before = postmasterOf(folder)
  process.kill(before, 'SIGTERM')
  await answers(ownerUrl)
  expect(postmasterOf(folder)).not.toBe(before)
  await client.end()
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
