import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { postMail } from '../../server/mail/mail.ts'
import { run } from '../commands.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { runJobs } from './run-jobs.ts'
import { smtpServer } from './smtp.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.owner.run(sql`delete from outbox`)
  await server.owner.run(sql`delete from jobs.job`)
})

const write = (...names: string[]) =>
  server.db.asSystem(async tx => {
    for (const name of names)
      await postMail(tx, { recipient: `${name}@example.com`, subject: 'Hello', body: 'A word.' })
  })

type Job = { id: number; state: string; tries: number; wait: number }
const jobs = () =>
  server.owner.rows<Job>(sql`
    select (data ->> 'id')::integer as id, state::text, retry_count as tries,
      extract(epoch from start_after - now())::float8 as wait
    from jobs.job where name = 'mail' order by 1`)
const states = async () => (await jobs()).map(job => job.state)
const outbox = () =>
  server.owner.rows<{ recipient: string; sent: boolean; body: string; last_error: string | null }>(
    sql`select recipient, sent_at is not null as sent, body, last_error from outbox order by id`,
  )

test('a mail is sent within about a second of its commit, and so are nine mails of one transaction', async () => {
  const { letters, url } = await smtpServer()
  const { failures } = runJobs(server, url)
  await write('first')
  await expect.poll(() => letters.length, { timeout: 10_000 }).toBe(1)
  const began = performance.now()
  await write(...Array.from({ length: 9 }, (_, i) => `member${i}`))
  await expect.poll(() => letters.length, { timeout: 10_000, interval: 20 }).toBe(10)
  expect(performance.now() - began).toBeLessThan(2500)
  expect(new Set(letters.map(letter => letter.to)).size).toBe(10)
  expect(new Set(letters.map(letter => letter.messageId)).size).toBe(10)
  await expect.poll(async () => new Set(await states()), { timeout: 10_000 }).toEqual(new Set(['completed']))
  expect((await outbox()).every(mail => mail.sent && mail.body === '')).toBe(true)
  expect(failures).toEqual([])
})

test('stopping waits for running mails, marks them as sent, and starts no other', async () => {
  const open = Promise.withResolvers<string>()
  const { letters, url } = await smtpServer(() => open.promise)
  await write('ada', 'bob', 'carol', 'dora', 'eve')
  const { failures, stop } = runJobs(server, url)
  // Four at once.
  await expect.poll(() => letters.length, { timeout: 10_000 }).toBe(4)
  let isStopped = false
  const stopping = stop().then(() => {
    isStopped = true
  })
  // Enough time for a stop that does not wait.
  await server.owner.rows(sql`select pg_sleep(0.3)`)
  expect(isStopped).toBe(false)
  open.resolve('250 taken')
  await stopping
  expect(failures).toEqual([])
  expect((await outbox()).map(mail => mail.sent)).toEqual([true, true, true, true, false])
  expect(await states()).toEqual(['completed', 'completed', 'completed', 'completed', 'created'])
})

test('a mail server that keeps sending lines without finishing does not block later mails', async () => {
  let connections = 0
  const open = new Set<Socket>()
  const smtp = createServer(socket => {
    connections += 1
    open.add(socket)
    socket.on('error', () => {}).on('close', () => open.delete(socket))
    socket.write('220 here\r\n')
    const drip = setInterval(() => socket.write('250-slowly\r\n'), 50)
    socket.on('close', () => clearInterval(drip))
  })
  await new Promise<void>(resolve => smtp.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void smtp.close())
  const names = ['ada', 'bob', 'carol', 'dora', 'eve', 'fay']
  await write(...names)
  const { failures } = runJobs(server, `smtp://127.0.0.1:${(smtp.address() as { port: number }).port}`, { mailMs: 300 })
  const failed = async () => (await outbox()).filter(mail => mail.last_error?.includes('took too long')).length
  await expect.poll(failed, { timeout: 20_000 }).toBe(names.length)
  await expect.poll(states, { timeout: 10_000 }).toEqual(names.map(() => 'retry'))
  expect(failures).toHaveLength(names.length)
  expect(connections).toBe(names.length)
  await expect.poll(() => open.size).toBe(0)
})

test('a refused mail is retried with the same Message-ID and a doubling back-off, and given up after a week', async () => {
  const { letters, url } = await smtpServer((_, nth) => (nth === 36 ? '250 taken' : '451 not now'))
  await write('ada')
  runJobs(server, url, { pollSeconds: 0.5 })
  const refused = (tries: number) =>
    expect
      .poll(async () => (await jobs()).map(job => [job.state, job.tries]), { timeout: 10_000 })
      .toEqual([['retry', tries]])
  const waits: number[] = []
  for (let tries = 0; tries < 4; tries++) {
    await refused(tries)
    waits.push((await jobs())[0]?.wait ?? 0)
    await server.owner.run(sql`update jobs.job set start_after = now() where name = 'mail'`)
  }
  waits.forEach((wait, tries) => {
    expect(wait).toBeGreaterThan(60 * 2 ** tries - 5)
    expect(wait).toBeLessThanOrEqual(120 * 2 ** tries)
  })
  await refused(4)
  // The longest wait.
  await server.owner.run(sql`update jobs.job set start_after = now(), retry_count = 20 where name = 'mail'`)
  await refused(21)
  expect((await jobs())[0]?.wait).toBeGreaterThan(6 * 3600 - 10)
  expect((await jobs())[0]?.wait).toBeLessThanOrEqual(6 * 3600)
  // The 36th try is the last one.
  await server.owner.run(sql`update jobs.job set start_after = now(), retry_count = 34 where name = 'mail'`)
  await expect.poll(states, { timeout: 10_000 }).toEqual(['failed'])
  expect(letters).toHaveLength(7)
  expect(new Set(letters.map(letter => letter.messageId)).size).toBe(1)
  expect(letters[0]?.messageId).toMatch(/^<[0-9a-f-]{36}@localhost>$/)
  const [mail] = await outbox()
  expect(mail).toMatchObject({ sent: false, body: 'A word.' })
  expect(mail?.last_error).toContain('451 not now')
})

test('a mail to two of whom one is refused: the other gets it once, and the retries are for the refused one', async () => {
  let isRefused = true
  const reply = (address: string) => (isRefused && address === 'bob@example.com' ? '450 not yet' : '250 yes')
  const { letters, url } = await smtpServer(undefined, reply)
  const shownTo = ['ada@shared.example', 'bob@shared.example']
  await server.db.asSystem(tx =>
    postMail(tx, {
      recipient: 'ada@example.com',
      otherRecipients: ['bob@example.com'],
      shownTo,
      subject: 'Hello',
      body: 'A word.',
    }),
  )
  runJobs(server, url, { pollSeconds: 0.5 })
  const retried = async (tries: number) => {
    await expect
      .poll(async () => (await jobs()).map(job => [job.state, job.tries]), { timeout: 10_000 })
      .toEqual([['retry', tries]])
    expect(letters.map(({ envelope }) => envelope.to)).toEqual([['ada@example.com']])
    expect((await outbox())[0]).toMatchObject({ recipient: 'bob@example.com', sent: false })
    expect((await outbox())[0]?.last_error).toContain('450 not yet')
    await server.owner.run(sql`update jobs.job set start_after = now() where name = 'mail'`)
  }
  await retried(0)
  await retried(1)
  isRefused = false
  await expect.poll(states, { timeout: 10_000 }).toEqual(['completed'])
  expect(letters.map(({ envelope }) => envelope.to)).toEqual([['ada@example.com'], ['bob@example.com']])
  // The same mail to both, as if it had been sent once.
  expect(new Set(letters.map(({ to }) => to))).toEqual(new Set([shownTo.join(', ')]))
  expect(new Set(letters.map(({ messageId }) => messageId)).size).toBe(1)
  expect((await outbox())[0]).toMatchObject({ sent: true, last_error: null })
})

test('without SMTP_URL mails wait, and are sent once it is set', async () => {
  await write('ada')
  const { failures, stop } = runJobs(server, undefined, { pollSeconds: 0.5 })
  await server.owner.rows(sql`select pg_sleep(1.5)`)
  await stop()
  expect([await states(), failures]).toEqual([['created'], []])
  const { letters, url } = await smtpServer()
  runJobs(server, url)
  await expect.poll(() => letters.map(letter => letter.to), { timeout: 10_000 }).toEqual(['ada@example.com'])
})

test('a mail whose row was deleted, for example because its member left, is not sent', async () => {
  await write('ada', 'bob')
  await server.owner.run(sql`delete from outbox where recipient = 'ada@example.com'`)
  const { letters, url } = await smtpServer()
  const { failures } = runJobs(server, url)
  await expect.poll(states, { timeout: 10_000 }).toEqual(['completed', 'completed'])
  expect(letters.map(letter => letter.to)).toEqual(['bob@example.com'])
  expect(failures).toEqual([])
})

test('npm run outbox shows the header To, and for whom a mail is if that differs', async () => {
  const mail = { recipient: 'ada@example.com', otherRecipients: ['bob@example.com'], subject: 'Hello', body: 'A word.' }
  await server.db.asSystem(async tx => {
    await postMail(tx, mail)
    await postMail(tx, { ...mail, shownTo: ['ada@shared.example', 'bob@shared.example'] })
  })
  const folder = mkdtempSync(join(tmpdir(), 'community-mails-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { code, output } = await run('outbox.ts', [], { DATABASE_URL: server.db.url, TMPDIR: folder })
  expect(code).toBe(0)
  expect(output).toMatch(/^To: +ada@example\.com, bob@example\.com\nDate:/m)
  expect(output).toMatch(
    /^To: +ada@shared\.example, bob@shared\.example\nFor: +ada@example\.com, bob@example\.com\nDate:/m,
  )
})
