import { sql } from '../database/connection/sql.ts'
import { mailDigests } from '../features/notifications/mail/digests.ts'
import { mailNotifications } from '../features/notifications/mail/notification-mail.ts'
import { questions } from '../server/slices.ts'
import { notifyAsked, notifyFollowers } from './notify-followers.ts'
import type { Member, TestServer } from './test-server.ts'

export type OutboxMail = {
  recipient: string
  subject: string
  body: string
  html: string
  headers: Record<string, string>
}

/** The jobs of a test server that mail, run by hand. `smtpUrl: undefined`: a server that sends no mail. */
export function mailJobs(server: TestServer, more: { smtpUrl?: string; emailConfirmation?: boolean } = {}) {
  const config = { ...server.config, smtpUrl: 'smtp://localhost', ...more }
  const failures: unknown[] = []
  const context = { config, db: server.db, log: (error: unknown) => failures.push(error) }
  return {
    failures,
    /** Two minutes later. */
    async mail() {
      await notifyFollowers(server)
      await notifyAsked(server)
      await server.owner.run(
        sql`update notification_mails set due_at = due_at - interval '2 minutes' where due_at <= now() + interval '2 minutes'`,
      )
      await mailNotifications(context, questions)
    },
    digest: () => mailDigests(context),
  }
}

export const mailsTo = (server: TestServer, member: Member) =>
  server.owner.rows<OutboxMail>(
    sql`select recipient, subject, body, html, headers from outbox where recipient = ${member.email} and headers ? 'List-Unsubscribe' order by id`,
  )

/** The buttons of a mail that answer its question, in its text part. */
export const linksIn = (body = '') =>
  [...body.matchAll(/(.*): http:\S+(\/answer\?token=([\w-]+)&answer=(\w+))/g)].map(
    ([, label = '', path = '', token = '', answer = '']) => ({ label, path, token, answer }),
  )

/** A time zone in which it is now the given hour. */
export function zoneAtHour(hour: number): string {
  const offset = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  // The sign of these names is reversed: Etc/GMT-3 is three hours east of Greenwich.
  return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}
