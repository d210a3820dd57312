import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { QUEUES, SCHEMA } from '../../database/queues.ts'
import { postMail } from '../../server/mail/mail.ts'
import { jobs as sliceJobs } from '../../server/slices.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { runJobs } from './run-jobs.ts'
import { smtpServer } from './smtp.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())

const mail = { recipient: 'ada@example.com', subject: 'Hello', body: 'A word.' }
const written = () =>
  server.owner.one<{ mails: number; jobs: number }>(sql`
    select (select count(*)::int from outbox) as mails, (select count(*)::int from jobs.job where name = 'mail') as jobs`)

test('a mail and its job are written in one transaction: a rollback leaves neither', async () => {
  const before = await written()
  const broken = server.db.asSystem(async tx => {
    await postMail(tx, mail)
    throw new Error('Something else failed.')
  })
  await expect(broken).rejects.toThrow('Something else failed.')
  expect(await written()).toEqual(before)
  await server.db.asSystem(tx => postMail(tx, mail))
  expect(await written()).toEqual({ mails: before.mails + 1, jobs: before.jobs + 1 })
})

test('every queue has a worker', () => {
  // server/jobs/jobs.ts starts those of the first three.
  const worked = ['mail', 'cleaning', 'backup', ...sliceJobs.map(({ queue }) => queue)]
  expect(worked.toSorted()).toEqual(Object.keys(QUEUES).toSorted())
})

test('enqueue writes the same row as the library’s send', async () => {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => server.db.runForQueue(text, values) },
    schema: SCHEMA,
    migrate: false,
  })
  const later = new Date('2030-01-02T03:04:05Z')
  const row = async (id: number) => {
    const { job } = await server.owner.one<{ job: Record<string, unknown> }>(sql`
      select to_jsonb(j) - 'id' || jsonb_build_object('data', data - 'id', 'singleton_key', singleton_key = data ->> 'id',
          'created_on', now() - created_on < interval '10 seconds', 'keep_until', keep_until - start_after,
          'start_after', case when start_after < now() + interval '1 minute' then 'now' else start_after::text end) as job
      from jobs.job j where singleton_key = ${String(id)}`)
    return job
  }
  await boss.send('mail', { id: 1001, more: true }, { singletonKey: '1001' })
  await boss.send('mail', { id: 1002, more: true }, { singletonKey: '1002', startAfter: later })
  // Two mails without the job that their trigger added.
  await server.owner.run(sql`insert into outbox (id, recipient, subject, body) overriding system value
    select id, 'ada@example.com', 'Hello', 'Text' from generate_series(1003, 1004) id`)
  await server.owner.run(sql`delete from jobs.job where singleton_key in ('1003', '1004')`)
  await server.db.asSystem(async tx => {
    await tx.rows(sql`select enqueue('mail', '{"id": 1003, "more": true}')`)
    await tx.rows(sql`select enqueue('mail', '{"id": 1004, "more": true}', ${later})`)
  })
  expect(await row(1003)).toEqual(await row(1001))
  expect(await row(1004)).toEqual(await row(1002))
  expect(await row(1003)).toMatchObject({
    retry_limit: 35,
    retry_delay: 60,
    retry_backoff: true,
    retry_delay_max: 21_600,
    policy: 'exclusive',
    keep_until: '31 days',
  })
})

test('a member may enqueue, once per key and only for a row that exists, and has no other rights on the queue', async () => {
  const ada = await server.member('Ada')
  const [mail] = await server.owner.rows<{ id: string }>(
    sql`insert into outbox (recipient, subject, body) values ('ada@example.com', 'Hello', 'Text') returning id`,
  )
  const id = Number(mail?.id)
  const jobs = () =>
    server.owner.rows(
      sql`select (data ->> 'id')::float8 as id from jobs.job where (data ->> 'id')::float8 in (${id}, ${id + 1})`,
    )
  for (const data of [`{"id": ${id}}`, `{"id": "${id}"}`, `{"id": "0${id}", "more": 1}`, `{"id": ${id + 1}}`])
    await ada.sql(sql`select enqueue('mail', ${data}, 'infinity')`)
  await expect(ada.sql(sql`select enqueue('mail', ${`{"id": ${id}.0}`})`)).rejects.toMatchObject({ code: '22P02' })
  expect(await jobs()).toEqual([{ id }])
  const refused = { code: '42501' }
  for (const queue of ['cleaning', 'removing', '__pgboss__send-it', 'nowhere', null])
    await expect(ada.sql(sql`select enqueue(${queue}, '{}')`)).rejects.toMatchObject(refused)
  await expect(
    ada.sql(sql`select enqueue('mail', ${JSON.stringify({ text: 'x'.repeat(1000) })})`),
  ).rejects.toMatchObject({ code: '22001' })
  await expect(server.visitor.sql(sql`select enqueue('mail', '{}')`)).rejects.toMatchObject(refused)
  await expect(ada.sql(sql`select * from jobs.job`)).rejects.toMatchObject(refused)
  await expect(server.db.asSystem(tx => tx.rows(sql`select * from jobs.job`))).rejects.toMatchObject(refused)
  // The role of the queue has no rights on members' tables.
  await expect(server.db.runForQueue('select * from public.outbox')).rejects.toMatchObject(refused)
  await expect(server.db.runForQueue('select * from public.posts')).rejects.toMatchObject(refused)
})

test('two processes run a cron job once, and once to catch up after downtime', async () => {
  await server.owner.run(sql`delete from jobs.job`)
  // The servers were off for five hours.
  await server.owner.run(sql`update jobs.schedule set created_on = now() - interval '1 day'`)
  // The next run is not due during the test.
  await server.owner.run(
    sql`update jobs.schedule set cron = ((extract(minute from now())::integer + 30) % 60) || ' * * * *' where name = 'cleaning'`,
  )
  await server.owner.run(sql`update jobs.version set cron_on = now() - interval '5 hours'`)
  const pace = { pollSeconds: 0.5, watchSeconds: 1 }
  const { failures } = runJobs(server, undefined, pace)
  const other = runJobs(server, undefined, pace)
  const runs = async () =>
    (await server.owner.rows<{ state: string }>(sql`select state::text from jobs.job where name = 'cleaning'`)).map(
      job => job.state,
    )
  await expect.poll(runs, { timeout: 15_000 }).toEqual(['completed'])
  // Both check cron several more times.
  await sleep(4000)
  expect(await runs()).toEqual(['completed'])
  // Each minute of the removals also ran once.
  const doubled = await server.owner.rows(
    sql`select singleton_on from jobs.job where name = '__pgboss__send-it' group by 1, singleton_key having count(*) > 1`,
  )
  expect(doubled).toEqual([])
  expect([...failures, ...other.failures]).toEqual([])
})

test('a worker survives the loss of all its connections and continues', async () => {
  const { letters, url } = await smtpServer()
  await server.owner.run(sql`delete from jobs.job`)
  runJobs(server, url, { pollSeconds: 0.5, watchSeconds: 1 })
  await server.db.asSystem(tx => postMail(tx, mail))
  await expect.poll(() => letters.length, { timeout: 10_000 }).toBe(1)
  for (let i = 0; i < 10; i++) {
    await server.owner.rows(sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)
    await sleep(100)
  }
  // The pool notices lost connections with its next statements.
  await expect.poll(() => server.db.asSystem(tx => postMail(tx, mail)).catch(() => null), { timeout: 10_000 }).toBe(1)
  await expect.poll(() => letters.length, { timeout: 10_000 }).toBe(2)
})
