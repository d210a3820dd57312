import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  children,
  end,
  folderWithDatabase,
  freshFolder,
  isRunning,
  launch,
  open,
  postmasterOf,
  query,
} from './opening.ts'

const NOTE = `create table note (words text); insert into note values ('kept')`
const READ = 'select words from note'

test('data written before the server is killed with -9 is there after the next start', async () => {
  const folder = await folderWithDatabase()
  const first = await open(folder)
  await query(first.ownerUrl, NOTE)
  await end(first.child, 'SIGKILL')

  const second = await open(folder)
  expect(second.how).toBe('started')
  expect(await query(second.ownerUrl, READ)).toEqual([{ words: 'kept' }])
})

test('PostgreSQL stops when its server is killed with -9', async () => {
  const folder = await folderWithDatabase()
  const { child } = await open(folder)
  const postmaster = postmasterOf(folder)
  expect(isRunning(postmaster)).toBe(true)
  await end(child, 'SIGKILL')
  await expect.poll(() => isRunning(postmaster), { timeout: 10_000 }).toBe(false)
})

test('an orphaned PostgreSQL, without server and watchdog, is stopped by the next start', async () => {
  const folder = await folderWithDatabase()
  const first = await open(folder)
  await query(first.ownerUrl, NOTE)
  const orphan = postmasterOf(folder)
  const watchdog = children(first.child.pid).find(child => child.command.endsWith('sh'))
  process.kill(watchdog?.pid ?? 0, 'SIGKILL')
  await end(first.child, 'SIGKILL')
  expect(isRunning(orphan)).toBe(true)

  const second = await open(folder)
  expect(second.output).toContain(`the PostgreSQL of an earlier run (process ${orphan})`)
  expect(isRunning(orphan)).toBe(false)
  expect(await query(second.ownerUrl, READ)).toEqual([{ words: 'kept' }])
})

test('PostgreSQL killed with -9 is restarted with all data', async () => {
  const folder = await folderWithDatabase()
  const { ownerUrl } = await open(folder)
  await query(ownerUrl, NOTE)
  const before = postmasterOf(folder)
  process.kill(before, 'SIGKILL')
  await expect.poll(() => query(ownerUrl, READ).catch(() => 'away'), { timeout: 20_000 }).toEqual([{ words: 'kept' }])
  expect(postmasterOf(folder)).not.toBe(before)
})

test('after all processes are killed with -9 at once, the next start has all data', async () => {
  const folder = await folderWithDatabase()
  const first = await open(folder)
  await query(first.ownerUrl, NOTE)
  process.kill(postmasterOf(folder), 'SIGKILL')
  await end(first.child, 'SIGKILL')
  const second = await open(folder)
  expect(await query(second.ownerUrl, READ)).toEqual([{ words: 'kept' }])
})

test('a first start that was killed half-way is repeated from the beginning', async () => {
  const folder = freshFolder()
  const halfMade = () => readdirSync(folder).filter(name => name.startsWith('postgres.making-'))
  const first = launch(folder)
  await expect.poll(halfMade, { interval: 5, timeout: 10_000 }).toHaveLength(1)
  await end(first, 'SIGKILL')
  expect(existsSync(join(folder, 'postgres'))).toBe(false)

  const second = await open(folder)
  expect(second.how).toBe('created')
  expect(await query(second.serverUrl, 'select current_user as me')).toEqual([{ me: 'community_login' }])
})

test('Ctrl-C stops the server and its PostgreSQL cleanly and removes lock and socket', async () => {
  const folder = await folderWithDatabase()
  const { child } = await open(folder)
  const started = children(child.pid)
  expect(started.map(child => child.command)).toEqual(expect.arrayContaining(['postgres', 'sh']))
  process.kill(-(child.pid ?? 0), 'SIGINT')
  await expect.poll(() => child.exitCode, { timeout: 10_000 }).toBe(0)
  expect(started.filter(({ pid }) => isRunning(pid))).toEqual([])
  expect(readdirSync(folder).sort()).toEqual(['postgres', 'postgres.log', 'postgres.password'])
})
