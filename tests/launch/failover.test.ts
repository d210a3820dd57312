import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newClient } from '../../database/connection/client.ts'
import { newPair } from '../../proof/database-pair.ts'
import { newDatabase } from '../../proof/law.ts'
import { register } from '../../proof/member.ts'
import { bundledPostgres } from '../../proof/postgres-versions.ts'
import { withQueries } from '../../proof/recount.ts'
import { startServer } from '../../proof/server.ts'
import { freshFolder } from './opening.ts'

// Long enough for a busy machine; the test does not measure time.
vi.setConfig({ testTimeout: 300_000 })

async function pair() {
  const started = await newPair(bundledPostgres())
  onTestFinished(started.remove)
  return started
}

test('with several hosts the server uses the primary; when that is killed, it uses the promoted standby and has lost nothing', async () => {
  const { primary, promote, withBothHosts, onStandby } = await pair()
  const url = await newDatabase(primary.url)
  const server = await startServer(freshFolder(), {
    DATABASE_URL: `${withBothHosts(url)}?target_session_attrs=read-write`,
  })
  onTestFinished(async () => void (await server.stop()))
  const cookie = await register(server.url)
  const post = async () => {
    const title = randomUUID()
    const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': title }
    const body = JSON.stringify({ title, content: 'Text' })
    const answer = await fetch(`${server.url}/api/posts`, { method: 'POST', headers, body })
    await answer.text()
    return { title, status: answer.status }
  }
  const acknowledged: string[] = []
  for (let i = 0; i < 5; i++) {
    const { title, status } = await post()
    expect(status).toBe(201)
    acknowledged.push(title)
  }

  await primary.stop('SIGKILL')
  await expect.poll(async () => (await post()).status, { timeout: 60_000 }).toBe(503)
  // A standby is not written to, and not taken for the primary.
  await sleep(500)
  expect((await post()).status).toBe(503)
  await promote()
  await expect.poll(async () => (await post()).status, { timeout: 60_000, interval: 100 }).toBe(201)
  const rows = await withQueries(onStandby(url), query => query('select title as name from posts'))
  const kept = rows.map(({ name }) => name)
  expect(acknowledged.filter(title => !kept.includes(title))).toEqual([])
  expect(server.isAlive()).toBe(true)
})

test('a server does not start on a standby', async () => {
  const { standby } = await pair()
  const client = newClient({ connectionString: `${standby.url}?target_session_attrs=primary` })
  await expect(client.connect()).rejects.toThrow(`no primary: 127.0.0.1:${standby.port} is a standby`)
  const any = newClient({ connectionString: standby.url })
  await any.connect()
  await any.end()
  const nobody = newClient({
    connectionString: standby.url.replace(/127.0.0.1:\d+/, `127.0.0.1:1,127.0.0.1:${standby.port}`),
  })
  await expect(nobody.connect()).rejects.toThrow(/no primary: .*ECONNREFUSED.*; .*is a standby/)
})
