import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { connect } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { refusalOf } from '../../server/request/errors.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { databaseProxy } from './database-proxy.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())

/** A separate server process on the same database. */
async function startServer() {
  const { SECRET_KEY = Buffer.alloc(32).toString('base64') } = process.env
  const child = fork(join(import.meta.dirname, 'second-server.ts'), {
    env: {
      ...process.env,
      DATABASE_URL: server.db.url,
      DATA_DIR: server.config.dataDir,
      SECRET_KEY,
      LOG_LEVEL: 'silent',
      LIMIT_WRITES_PER_MINUTE: '1000000',
      LIMIT_READS_PER_MINUTE: '1000000',
    },
    silent: true,
  })
  let complaints = ''
  child.stderr?.on('data', chunk => {
    complaints += chunk
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [port] = await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}`,
    /** Empty while the process runs. */
    ending: () => (child.exitCode === null && child.signalCode === null ? '' : `ended: ${complaints}`),
  }
}

const terminateAll = () =>
  server.owner.rows(sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)

test('with all connections terminated repeatedly under load, the process survives and answers every request', async () => {
  const ada = await server.member('Ada')
  const { url, ending } = await startServer()
  const answers: Record<string, number> = {}
  const written: string[] = []
  let isOver = false
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { cookie: ada.cookies, 'content-type': 'application/json', ...init.headers }
    // A request without an answer is counted as 'TimeoutError'.
    const signal = AbortSignal.timeout(25_000)
    const status = await fetch(url + path, { ...init, headers, signal }).then(
      async answer => {
        await answer.text()
        return answer.status
      },
      error => (error as Error).name,
    )
    answers[status] = (answers[status] ?? 0) + 1
    return status
  }
  const read = async (path: string) => {
    while (!isOver) await ask(path)
  }
  /** Retries with the same Idempotency-Key until it is acknowledged, as the browser does. */
  const write = async () => {
    while (!isOver) {
      const title = randomUUID()
      const init = {
        method: 'POST',
        headers: { 'idempotency-key': title },
        body: JSON.stringify({ title, content: 'Under load' }),
      }
      while ((await ask('/api/posts', init)) !== 201 && !ending()) await sleep(20)
      written.push(title)
    }
  }
  const clients = [
    ...['/api/members', '/api/posts', '/api/profile', '/api/events', '/members'].flatMap(path => [
      read(path),
      read(path),
      read(path),
    ]),
    write(),
    write(),
    write(),
  ]
  for (let round = 0; round < 20 && !ending(); round++) {
    await sleep(100)
    await terminateAll()
  }
  isOver = true
  await Promise.all(clients)
  expect(ending()).toBe('')

  // 503 is the only answer to a lost connection, and at least one request lost its connection.
  const { 200: good, 201: made, 503: away, ...others } = answers
  expect(others).toEqual({})
  expect(Math.min(good ?? 0, made ?? 0, away ?? 0)).toBeGreaterThan(0)

  // The next requests succeed, and every acknowledged write exists once.
  expect(await ask('/api/members')).toBe(200)
  const kept = await server.owner.rows<{ title: string }>(sql`select title from posts where content = 'Under load'`)
  expect(kept.map(topic => topic.title).sort()).toEqual(written.sort())
})

test('a transaction ended by idle_in_transaction_session_timeout fails as unavailable', async () => {
  const idle = server.db.asSystem(async tx => {
    await tx.run(sql`set local idle_in_transaction_session_timeout = 50`)
    await sleep(500)
    return tx.rows(sql`select 1`)
  })
  const error = await idle.catch(error => error)
  expect(refusalOf(error)?.status).toBe(503)
  expect(await server.db.asSystem(tx => tx.rows(sql`select 1 as one`))).toEqual([{ one: 1 }])
})

test('a silent connection is closed after a timeout, and its requests fail', async () => {
  const { url, isSilent } = await databaseProxy(server.db.url)
  const db = connect(url, { connections: 2, socketTimeoutMs: 500 })
  onTestFinished(() => db.close())
  const hash = Buffer.alloc(32)
  const read = () => db.readWithSession(hash, () => undefined, sql`select to_json(1)`).catch(error => error)
  const write = () => db.asSystem(tx => tx.rows(sql`select 1`)).catch(error => error)
  // The session does not exist, but PostgreSQL answers.
  expect(await read()).toMatchObject({ code: 'NO401' })
  expect(await write()).toHaveLength(1)
  isSilent(true)
  for (const error of await Promise.all([read(), write(), read(), write()])) expect(refusalOf(error)?.status).toBe(503)
  isSilent(false)
  await expect.poll(read, { timeout: 20_000 }).toMatchObject({ code: 'NO401' })
  expect(await write()).toHaveLength(1)
})
