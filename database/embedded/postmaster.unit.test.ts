import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { shortenLog } from './postmaster.ts'

const folder = mkdtempSync(join(tmpdir(), 'community-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a log above 10 MB is moved aside while PostgreSQL goes on writing to it', () => {
  const log = join(folder, 'postgres.log')
  const text = () => readFileSync(log, 'utf8')
  const fd = openSync(log, 'a', 0o600)
  writeSync(fd, 'short\n')
  shortenLog(log)
  expect(text()).toBe('short\n')

  writeSync(fd, 'x'.repeat(10_000_000))
  shortenLog(log)
  expect(text()).toBe('')
  expect(readFileSync(`${log}.old`, 'utf8')).toHaveLength(10_000_006)
  writeSync(fd, 'after\n')
  expect(text()).toBe('after\n')
  closeSync(fd)
})
