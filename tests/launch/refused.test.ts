import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startOf } from '../../database/embedded/processes.ts'
import { end, folderWithDatabase, freshFolder, open, query, refusal } from './opening.ts'

test('a second start is refused with the process that has the folder and what to do', async () => {
  const folder = await folderWithDatabase()
  const { child, ownerUrl } = await open(folder)
  expect(await refusal(folder)).toEqual({
    code: 1,
    lines: [
      `The data folder ${folder} is already open in process ${child.pid}.`,
      `Use the one that is running, stop it (kill ${child.pid}), or set DATA_DIR to another folder.`,
    ],
  })
  expect(await query(ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('of two concurrent starts on a new folder, one succeeds', async () => {
  const folder = freshFolder()
  const outcomes = await Promise.allSettled([open(folder), open(folder)])
  expect(outcomes.map(outcome => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
  const lost = outcomes.find(outcome => outcome.status === 'rejected')
  expect(String(lost?.reason)).toContain('is already open in process')
})

test('a lock is ignored if its process has ended, if its pid was reused, or if it is truncated', async () => {
  const folder = await folderWithDatabase()
  const lock = join(folder, 'server.lock')
  const first = await open(folder)
  const held = JSON.parse(readFileSync(lock, 'utf8'))
  expect(held).toMatchObject({ pid: first.child.pid, started: startOf(first.child.pid ?? 0) })
  await end(first.child)

  for (const stale of [JSON.stringify(held), JSON.stringify({ ...held, pid: process.pid }), '{"pid":']) {
    writeFileSync(lock, stale)
    const { child } = await open(folder)
    expect(JSON.parse(readFileSync(lock, 'utf8')).pid).toBe(child.pid)
    await end(child)
  }
})

test('a lock from another machine or container is valid while its heartbeat continues', async () => {
  const folder = await folderWithDatabase()
  const lock = join(folder, 'server.lock')
  const elsewhere = JSON.stringify({ pid: 7, started: '1', place: 'another container' })
  writeFileSync(lock, elsewhere)
  const heartbeat = setInterval(() => writeFileSync(lock, elsewhere), 200)
  const refused = await refusal(folder).finally(() => clearInterval(heartbeat))
  expect(refused.lines[0]).toBe(`The data folder ${folder} is already open in process 7.`)

  expect((await open(folder)).how).toBe('started')
})

test('a postmaster.pid with the pid of another process does not prevent the start', async () => {
  const folder = await folderWithDatabase()
  const first = await open(folder)
  const pidFile = join(folder, 'postgres/postmaster.pid')
  const left = readFileSync(pidFile, 'utf8').replace(/^\d+/, String(process.pid))
  await end(first.child)
  writeFileSync(pidFile, left)
  expect((await open(folder)).how).toBe('started')
})

test('a folder of another PostgreSQL version is refused and not changed', async () => {
  const folder = freshFolder()
  mkdirSync(join(folder, 'postgres'))
  writeFileSync(join(folder, 'postgres/PG_VERSION'), '17\n')
  expect(await refusal(folder)).toEqual({
    code: 1,
    lines: [
      `The data folder ${folder}/postgres was made by PostgreSQL 17; this release carries PostgreSQL 18.`,
      'Start the release that made it and take a backup there, or set DATA_DIR to another folder.',
    ],
  })
})

test('a file in place of the data folder is reported', async () => {
  const file = join(freshFolder(), 'data')
  writeFileSync(file, '')
  expect(await refusal(file)).toEqual({
    code: 1,
    lines: [`The data folder ${file} is not a folder.`, 'Move that file away, or set DATA_DIR to another place.'],
  })
})
