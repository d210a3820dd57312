import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { postMail } from '../../server/mail/mail.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { smtpServer } from './smtp.ts'

// Starting a process takes many seconds on a busy machine.
vi.setConfig({ testTimeout: 240_000 })

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.owner.run(sql`delete from outbox`)
  await server.owner.run(sql`delete from jobs.job`)
  // Shorter times: a job of a dead process expires after three seconds and is retried after one or two.
  await server.owner.run(
    sql`update jobs.queue set expire_seconds = 3, retry_delay = 1, retry_delay_max = 2 where name = 'mail'`,
  )
})

/** A separate worker process on the same database. */
function startWorker(smtpUrl: string): ChildProcess {
  const child = fork(join(import.meta.dirname, 'worker-process.ts'), {
    env: { ...process.env, DATABASE_URL: server.db.url, SMTP_URL: smtpUrl },
    silent: true,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const write = (count = 1) =>
  server.db.asSystem(async tx => {
    for (let i = 0; i < count; i++)
      await postMail(tx, { recipient: `member${i}@example.com`, subject: 'Hello', body: 'A word.' })
  })
const areDone = async () =>
  (await server.owner.rows(sql`select 1 from jobs.job where name = 'mail' and state <> 'completed'`)).length === 0
const unsent = async () => (await server.owner.rows(sql`select 1 from outbox where sent_at is null`)).length

const waiting = sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`

/** Kills with -9 and terminates its waiting backend: PostgreSQL would otherwise finish the statement it has received. */
async function kill(child: ChildProcess) {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  await server.owner.rows(sql`select pg_terminate_backend(pid) from (${waiting}) theirs`)
}

/** Locks rows. `isWaitedFor` resolves when another transaction waits for them. */
async function hold(rows: string) {
  const holder = new pg.Client({ connectionString: server.db.url })
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin')
  await holder.query(`${rows} for update`)
  return {
    isWaitedFor: () =>
      expect
        .poll(async () => (await server.owner.rows(waiting)).length, { timeout: 60_000, interval: 10 })
        .toBeGreaterThan(0),
    letGo: () => holder.query('rollback'),
  }
}

const NEVER = new Promise<string>(() => {})

test('killed before the mail server accepts: another process sends the mail with the same Message-ID', async () => {
  const smtp = await smtpServer((_, nth) => (nth === 1 ? NEVER : '250 taken'))
  await write()
  const first = startWorker(smtp.url)
  await expect.poll(() => smtp.letters.length, { timeout: 60_000 }).toBe(1)
  await kill(first)
  startWorker(smtp.url)
  await expect.poll(areDone, { timeout: 60_000 }).toBe(true)
  expect([smtp.taken(), await unsent()]).toEqual([1, 0])
  expect(smtp.letters).toHaveLength(2)
  expect(new Set(smtp.letters.map(letter => letter.messageId)).size).toBe(1)
})

test('killed between the mail server’s 250 and setting sent_at, the only such moment: sent twice with one Message-ID', async () => {
  const smtp = await smtpServer()
  await write()
  const row = await hold('select 1 from outbox')
  const first = startWorker(smtp.url)
  await row.isWaitedFor()
  expect(smtp.taken()).toBe(1)
  await kill(first)
  await row.letGo()
  startWorker(smtp.url)
  await expect.poll(areDone, { timeout: 60_000 }).toBe(true)
  expect([smtp.taken(), await unsent()]).toEqual([2, 0])
  expect(new Set(smtp.letters.map(letter => letter.messageId)).size).toBe(1)
})

test('killed after setting sent_at, before the job is completed: not sent again', async () => {
  const smtp = await smtpServer()
  await write()
  const row = await hold('select 1 from outbox')
  const first = startWorker(smtp.url)
  await row.isWaitedFor()
  const job = await hold("select 1 from jobs.job where name = 'mail'")
  await row.letGo()
  await expect.poll(unsent, { timeout: 60_000 }).toBe(0)
  await job.isWaitedFor()
  await kill(first)
  await job.letGo()
  expect(await areDone()).toBe(false)
  startWorker(smtp.url)
  await expect.poll(areDone, { timeout: 60_000 }).toBe(true)
  expect(smtp.letters).toHaveLength(1)
})

test('a database outage just after the mail server accepts does not cause a second mail', async () => {
  const smtp = await smtpServer()
  await server.owner.run(sql`update jobs.queue set expire_seconds = 60 where name = 'mail'`)
  await write()
  // Each update of sent_at times out after two seconds; the lock lasts longer than one try.
  const row = await hold('select 1 from outbox')
  startWorker(smtp.url)
  await row.isWaitedFor()
  await sleep(3000)
  await row.letGo()
  await expect.poll(areDone, { timeout: 60_000 }).toBe(true)
  expect([smtp.letters.length, await unsent()]).toEqual([1, 0])
})

test('eight concurrent processes send each mail once', async () => {
  const smtp = await smtpServer(async () => {
    await sleep(50)
    return '250 taken'
  })
  await server.owner.run(sql`update jobs.queue set expire_seconds = 120 where name = 'mail'`)
  const workers = Array.from({ length: 8 }, () => startWorker(smtp.url))
  await Promise.all(workers.map(worker => once(worker, 'message')))
  await write(1)
  await expect.poll(areDone, { timeout: 60_000 }).toBe(true)
  expect(smtp.letters).toHaveLength(1)
  await write(24)
  // A duplicate job for a mail is not written while another waits or runs.
  await server.db.asSystem(tx =>
    tx.rows(sql`select enqueue('mail', jsonb_build_object('id', id)) from outbox, generate_series(1, 8)`),
  )
  await expect.poll(areDone, { timeout: 60_000 }).toBe(true)
  expect(await unsent()).toBe(0)
  const senders = new Set(smtp.letters.map(letter => letter.messageId))
  expect([smtp.letters.length, senders.size]).toEqual([25, 25])
})
