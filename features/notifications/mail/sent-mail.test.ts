import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../../database/connection/sql.ts'
import { postMail } from '../../../server/mail/mail.ts'
import { runJobs } from '../../../tests/server/run-jobs.ts'
import { smtpServer } from '../../../tests/server/smtp.ts'
import { startTestServer, type TestServer } from '../../../tests/test-server.ts'
import { createTopic } from '../../forum/contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())

test('the cron job mails text and HTML with the headers of RFC 8058; a second try has the same Message-ID', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  await bob.does(createTopic, { title: 'Payroll', content: '@Ada', mentions: [ada.profile_id ?? 0] })
  await server.owner.run(sql`update notification_mails set due_at = now()`)
  // Cron adds the job within a minute; do not wait for it.
  await server.owner.run(sql`
    insert into jobs.job_common (name, data, policy, expire_seconds, deletion_seconds, keep_until)
    values ('notification_mail', '{}', 'exclusive', 300, 3600, now() + interval '1 day') on conflict do nothing`)
  const { letters, url } = await smtpServer((_, nth) => (nth === 1 ? '451 not now' : '250 taken'))
  const { failures } = runJobs(server, url, { pollSeconds: 0.5 })
  await expect.poll(() => letters.length, { timeout: 15_000 }).toBe(1)
  await expect
    .poll(
      () => server.owner.run(sql`update jobs.job set start_after = now() where name = 'mail' and state = 'retry'`),
      {
        timeout: 10_000,
      },
    )
    .toBe(1)
  await expect.poll(() => letters.length, { timeout: 15_000 }).toBe(2)
  const [first, second] = letters
  expect(first?.to).toBe(ada.email)
  expect(second?.messageId).toBe(first?.messageId)
  const unfolded = (second?.text ?? '').replace(/\r\n[ \t]+/g, ' ')
  expect(unfolded).toMatch(/^List-Unsubscribe: ?<http:\/\/localhost:3000\/unsubscribe\?token=[\w-]{43}>\r$/m)
  expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  expect(unfolded).toMatch(/^Content-Type: multipart\/alternative/m)
  expect(unfolded).toMatch(/^Content-Type: text\/plain/m)
  expect(unfolded).toMatch(/^Content-Type: text\/html/m)
  // The refused first try.
  expect(failures).toHaveLength(1)
  const sent = sql`select subject, body, html, headers from outbox where recipient = ${ada.email} and sent_at is not null`
  await expect.poll(() => server.owner.rows(sent)).toEqual([{ subject: '', body: '', html: null, headers: {} }])
  expect((await ada.asks('GET', '/outbox')).text).toContain('A mail about notifications, sent')
})

test('mails about the account get the same frame; their text is unchanged', async () => {
  const { letters, url } = await smtpServer()
  const body = 'Open this link:\n\nhttp://localhost:3000/reset-password#abc\n\nIf it was not you, ignore this mail.'
  await server.db.asSystem(tx => postMail(tx, { recipient: 'ada@example.com', subject: 'Set a password', body }))
  runJobs(server, url)
  await expect.poll(() => letters.length, { timeout: 10_000 }).toBe(1)
  const text = letters[0]?.text.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
  expect(text).toContain(body.replaceAll('\n', '\r\n'))
  expect(text).toContain('href="http://localhost:3000/reset-password#abc"')
  expect(text).toContain('<html lang="en">')
  expect(text).not.toContain('List-Unsubscribe')
})
