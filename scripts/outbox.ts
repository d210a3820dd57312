import { withOwner } from './owner.ts'
import { plainly, say } from './plainly.ts'

type Mail = { recipient: string; subject: string; body: string; written: string; state: string }

/** `npm run outbox`: prints the latest mails, oldest first. Without SMTP_URL this is the only way to read them. */
await plainly(() =>
  withOwner(async owner => {
    const { rows } = await owner.query<Mail>(`
      select recipient, subject, body, to_char(created_at, 'YYYY-MM-DD HH24:MI:SS OF') as written,
        case when sent_at is not null then 'sent'
             when last_error is not null then 'not sent yet: ' || last_error
             else 'not sent' end as state
      from (select * from outbox order by id desc limit 20) latest order by id`)
    for (const mail of rows) {
      say(
        `To:      ${mail.recipient}\nDate:    ${mail.written} (${mail.state})\nSubject: ${mail.subject}\n\n${mail.body}\n${'-'.repeat(72)}`,
      )
    }
    say(rows.length === 0 ? 'No mail has been written yet.' : `The latest ${rows.length} of the outbox.`)
  }),
)
