import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { sql } from '../../database/sql.ts'
import { postMail, startMail } from '../../server/mail.ts'
import { type House, openHouse } from '../house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse({ adminUrl: inject('adminUrl') })
})
afterAll(() => house.close())

/** As much of a mail server as takes a mail; it says that it has it when `accept` is called. */
async function mailServer() {
  const arrived: string[] = []
  let accept = () => {}
  const accepted = new Promise<void>(resolve => {
    accept = resolve
  })
  const server = createServer((socket: Socket) => {
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
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { arrived, accept, url: `smtp://127.0.0.1:${(server.address() as { port: number }).port}` }
}

test('stopping waits for the mail that is under way, which is then marked as sent, and takes no further one', async () => {
  const { arrived, accept, url } = await mailServer()
  await house.db.asSystem(async tx => {
    for (const recipient of ['ada@example.com', 'bob@example.com'])
      await postMail(tx, { recipient, subject: 'Hello', body: 'A word.' })
  })
  const failures: unknown[] = []
  const mail = startMail({
    config: { ...house.config, smtpUrl: url },
    db: house.db,
    log: error => failures.push(error),
  })
  await expect.poll(() => arrived.length, { timeout: 10_000 }).toBe(1)
  expect(arrived[0]).toContain('To: ada@example.com')
  let isStopped = false
  const stopping = mail.stop().then(() => {
    isStopped = true
  })
  // Time for a stop that waits for nothing to be done with.
  await house.owner.rows(sql`select 1`)
  expect(isStopped).toBe(false)
  accept()
  await stopping
  expect(failures).toEqual([])
  expect(
    await house.owner.rows(sql`select recipient, sent_at is not null as sent, attempts from outbox order by id`),
  ).toEqual([
    { recipient: 'ada@example.com', sent: true, attempts: 1 },
    { recipient: 'bob@example.com', sent: false, attempts: 0 },
  ])
})
