import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../server/config.ts'
import { htmlOfText } from '../server/mail/account-html.ts'
import { runCommand, say } from './command-line.ts'
import { withOwner } from './owner.ts'

type Mail = {
  id: string
  recipient: string
  /** The header To. */
  shown: string
  subject: string
  body: string
  html: string | null
  written: string
  state: string
}

/**
 * `npm run outbox`: prints the latest mails, oldest first, and writes those that were not sent as HTML files to look at in a browser. In
 * production without SMTP_URL this is the only way to read them; development and the demo also have the page /outbox.
 */
await runCommand(() =>
  withOwner(async owner => {
    const { rows } = await owner.query<Mail>(`
      select id, array_to_string(recipient || other_recipients, ', ') as recipient,
        array_to_string(case when shown_to = '{}' then recipient || other_recipients else shown_to end, ', ') as shown, subject, body, html, to_char(created_at, 'YYYY-MM-DD HH24:MI:SS OF') as written,
        case when sent_at is not null then 'sent'
             when last_error is not null then 'not sent yet: ' || last_error
             else 'not sent' end as state
      from (select * from outbox order by id desc limit 20) latest order by id`)
    // Only this user can read the folder: mails contain links that give access.
    const folder = rows.some(mail => mail.body) ? mkdtempSync(join(tmpdir(), 'community-outbox-')) : ''
    for (const mail of rows) {
      const file = mail.body && join(folder, `${mail.id}.html`)
      if (file) writeFileSync(file, mail.html ?? htmlOfText(readConfig(process.env), mail), { mode: 0o600 })
      say(
        `To:      ${mail.shown || '(deleted when it was sent)'}\n${
          mail.shown === mail.recipient ? '' : `For:     ${mail.recipient}\n`
        }Date:    ${mail.written} (${mail.state})\nSubject: ${mail.subject || '(deleted when it was sent)'}\n${
          file ? `HTML:    file://${file}\n` : ''
        }\n${mail.body}\n${'-'.repeat(72)}`,
      )
    }
    say(rows.length === 0 ? 'No mail has been written yet.' : `The latest ${rows.length} of the outbox.`)
  }),
)
