import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { postMail } from '../../server/mail/mail.ts'
import { makeReadLimit } from '../../server/request/read-limit.ts'
import { hashOf } from '../../server/session/session.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { runJobs } from './run-jobs.ts'
import { smtpServer } from './smtp.ts'

// Rows whose times are a day ahead are what the database has after its clock was set back by a day.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())

test('a limit in the database whose window began in the future begins anew', async () => {
  const ask = async () =>
    (await server.db.asSystem(tx => tx.one<{ wait: number }>(sql`select throttle('clock:test', 2, 60) as wait`))).wait
  for (let i = 0; i < 3; i++) await ask()
  expect(await ask()).toBeGreaterThan(0)
  await server.owner.run(sql`update throttles set since = now() + interval '1 day' where key = 'clock:test'`)
  expect(await ask()).toBe(0)
})

test('the limit of reads restarts after a minute, also if the clock is set back', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const limit = makeReadLimit(1)
  const hash = hashOf('token')
  limit.learn(hash, 'ada')
  vi.setSystemTime(Date.now() - 24 * 3_600_000)
  expect(() => limit.count(hash)).toThrow('Too many requests')
  vi.advanceTimersByTime(61_000)
  expect(() => limit.count(hash)).not.toThrow()
})

test('cron and jobs that were added before the clock was set back run, and a delayed job keeps its delay', async () => {
  const { letters, url } = await smtpServer()
  for (const name of ['ada', 'bob'])
    await server.db.asSystem(tx =>
      postMail(tx, { recipient: `${name}@example.com`, subject: 'Hello', body: 'A word.' }),
    )
  const ofBob = sql`data ->> 'id' = (select id::text from outbox where recipient = 'bob@example.com')`
  await server.owner.run(sql`update jobs.job set start_after = start_after + interval '1 hour' where ${ofBob}`)
  await server.owner.run(
    sql`update jobs.job set created_on = created_on + interval '1 day', start_after = start_after + interval '1 day'`,
  )
  await server.owner.run(sql`update jobs.version set cron_on = now() + interval '1 day'`)
  runJobs(server, url, { pollSeconds: 0.5, watchSeconds: 1 })
  await expect.poll(() => letters.map(({ to }) => to), { timeout: 20_000 }).toEqual(['ada@example.com'])
  const [found] = await server.owner.rows<{ cron_is_past: boolean; delay: number }>(sql`
    select cron_on <= now() as cron_is_past,
      (select extract(epoch from start_after - created_on)::integer from jobs.job where ${ofBob}) as delay
    from jobs.version`)
  expect(found).toEqual({ cron_is_past: true, delay: 3600 })
})

test('cron goes on when the clock of the process that runs it is set back', async () => {
  await server.owner.run(sql`update jobs.version set cron_on = null`)
  runJobs(server, undefined, { pollSeconds: 1, watchSeconds: 1 })
  const ranSince = async (time: string) =>
    (await server.owner.rows(sql`select from jobs.version where cron_on > ${time}::timestamptz + interval '3 seconds'`))
      .length
  const now = async () => (await server.owner.rows<{ now: string }>(sql`select now()::text as now`))[0]?.now ?? ''
  const started = await now()
  await expect.poll(() => ranSince(started), { timeout: 20_000 }).toBe(1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 24 * 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  const setBack = await now()
  await expect.poll(() => ranSince(setBack), { timeout: 20_000 }).toBe(1)
})
