import { expect, test, vi } from 'vitest'
import { restoreBackups } from '../../proof/backup.ts'
import { freshFolder, ready, startServer } from './opening.ts'

// The test does not measure how long it takes, only that it ends.
vi.setConfig({ testTimeout: 300_000 })

test('an embedded database is backed up while members write, and restored with the same rows', async () => {
  const dataDir = freshFolder()
  const child = startServer({ DATA_DIR: dataDir, LIMIT_WRITES_PER_MINUTE: '1000000' })
  const { url } = await ready(child)
  child.stdout?.resume()
  const said: string[] = []
  const isAlive = () => child.exitCode === null && child.signalCode === null
  const good = await restoreBackups({ url, dataDir, isAlive }, 1, line => said.push(line))
  expect(good, said.join('\n')).toBe(1)
})
