import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { postMail, startMail } from '../../server/mail/mail.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())

/** As much of a mail server as takes a mail; it says that it has it when `accept` is called. */
async function mailServer() {
  const arrived: string[] = []
  let accept = () => {}
  const accepted = new Promise<void>(resolve => {
    accept = resolve
  })
  const smtp = createServer((socket: Socket) => {
    let letter: string | null = null
    socket.on('error', () => {})
    socket.write('220 here\r\n')
    socket.on('data', async chunk => {
      if (letter !== null) {
        letter += chunk
        if (!letter.endsWith('\r\n.\r\n')) return
        arrived.push(letter)
        letter = null
        await accepted
        socket.write('250 taken\r\n')
      } else if (/^DATA/i.test(String(chunk))) {
        letter = ''
        socket.write('354 go on\r\n')
      } else socket.write('250 yes\r\n')
    })
  })
  await new Promise<void>(resolve => smtp.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void smtp.close())
  return { arrived, accept, url: `smtp://127.0.0.1:${(smtp.address() as { port: number }).port}` }
}

test('stopping waits for the mail that is under way, which is then marked as sent, and takes no further one', async () => {
  const { arrived, accept, url } = await mailServer()
  await server.db.asSystem(async tx => {
    for (const recipient of ['ada@example.com', 'bob@example.com'])
      await postMail(tx, { recipient, subject: 'Hello', body: 'A word.' })
  })
  const failures: unknown[] = []
  const mail = startMail({
    config: { ...server.config, smtpUrl: url },
    db: server.db,
    log: error => failures.push(error),
  })
  await expect.poll(() => arrived.length, { timeout: 10_000 }).toBe(1)
  expect(arrived[0]).toContain('To: ada@example.com')
  let isStopped = false
  const stopping = mail.stop().then(() => {
    isStopped = true
  })
  // Time for a stop that waits for nothing to be done with.
  await server.owner.rows(sql`select 1`)
  expect(isStopped).toBe(false)
  accept()
  await stopping
  expect(failures).toEqual([])
  expect(
    await server.owner.rows(sql`select recipient, sent_at is not null as sent, attempts from outbox order by id`),
  ).toEqual([
    { recipient: 'ada@example.com', sent: true, attempts: 1 },
    { recipient: 'bob@example.com', sent: false, attempts: 0 },
  ])
})

test('a mail server that only ever says that it goes on does not hold up the mails after it', async () => {
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
  await server.owner.run(sql`delete from outbox`)
  await server.db.asSystem(async tx => {
    for (const recipient of ['ada@example.com', 'bob@example.com'])
      await postMail(tx, { recipient, subject: 'Hello', body: 'A word.' })
  })
  const failures: unknown[] = []
  const smtpUrl = `smtp://127.0.0.1:${(smtp.address() as { port: number }).port}`
  const mail = startMail(
    { config: { ...server.config, smtpUrl }, db: server.db, log: error => failures.push(error) },
    { mailMs: 300 },
  )
  onTestFinished(() => mail.stop())
  const tries = () => server.owner.rows(sql`select attempts, last_error is not null as failed from outbox`)
  const failed = { attempts: 1, failed: true }
  await expect.poll(tries, { timeout: 20_000 }).toEqual([failed, failed])
  expect(failures).toHaveLength(2)
  expect(connections).toBe(2)
  await expect.poll(() => open.size).toBe(0)
})
