import { connect, type Socket } from 'node:net'
import type { Database, Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import type { Config } from '../config.ts'

export type Mail = { recipient: string; subject: string; body: string }

/** A mail is a row first, written with whatever it speaks of, and sent afterwards: it is neither lost nor sent for nothing. */
export const postMail = (tx: Tx, mail: Mail) =>
  tx.run(sql`insert into outbox (recipient, subject, body) values (${mail.recipient}, ${mail.subject}, ${mail.body})`)

type Waiting = Mail & { id: string }
/**
 * Milliseconds for one mail from connecting to the server's last word: less than the minute for which its row is leased. The timeouts of
 * the library count silence only, and a server that sends a line now and then would hold up all other mails for ever.
 */
const MAIL_MS = 45_000
/** With waits that double from a minute to six hours, that is about a week. */
const MOST_ATTEMPTS = 36

/** Takes one waiting mail; another process leaves it alone meanwhile, and so do we, longer each time it fails. */
const lease = (db: Database) =>
  db.asSystem(tx =>
    tx.maybe<Waiting>(sql`
      update outbox set leased_until = now() + least(interval '6 hours', interval '1 minute' * 2 ^ least(attempts, 10)), attempts = attempts + 1
      where id = (select id from outbox where sent_at is null and attempts < ${MOST_ATTEMPTS}
        and (leased_until is null or leased_until < now()) order by id limit 1 for update skip locked)
      returning id, recipient, subject, body`),
  )

/** Sends what waits in the outbox. Without SMTP_URL the mails stay there for the operator: `npm run outbox`. */
export function startMail(
  { config, db, log }: { config: Config; db: Database; log: (error: unknown) => void },
  { mailMs = MAIL_MS } = {},
) {
  const { smtpUrl, mailFrom } = config
  if (!smtpUrl) return { stop: async () => {} }
  let timer: NodeJS.Timeout
  let stopped = false
  let underWay = Promise.resolve()

  const round = async (): Promise<void> => {
    try {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({
        url: smtpUrl,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 20_000,
        getSocket: connectFor(mailMs),
      })
      while (!stopped) {
        const mail = await lease(db)
        if (!mail) break
        const { id, recipient, subject, body } = mail
        try {
          await transport.sendMail({ from: mailFrom, to: recipient, subject, text: body })
          await db.asSystem(tx =>
            tx.run(sql`update outbox set sent_at = now(), body = '', last_error = null where id = ${id}`),
          )
        } catch (error) {
          log(error)
          await db.asSystem(tx => tx.run(sql`update outbox set last_error = ${String(error)} where id = ${id}`))
        }
      }
    } catch (error) {
      log(error)
    }
    if (!stopped) next(5000)
  }
  const next = (wait: number) => {
    timer = setTimeout(() => {
      underWay = round()
    }, wait).unref()
  }
  next(0)
  return {
    /** Done when the mail that is under way is. */
    stop(): Promise<void> {
      stopped = true
      clearTimeout(timer)
      return underWay
    },
  }
}

type ServerAddress = { host?: string; port?: number | string; secure?: boolean }
type Connected = (error: Error | null, socket?: { connection: Socket }) => void

/** Connects to the mail server, for so many milliseconds at most. The library adds TLS to the connection. */
const connectFor =
  (ms: number) =>
  ({ host = 'localhost', secure = false, port = secure ? 465 : 587 }: ServerAddress, done: Connected) => {
    const socket = connect({ host, port: Number(port) })
    const deadline = setTimeout(() => socket.destroy(new Error('The mail server took too long.')), ms)
    socket
      .once('close', () => clearTimeout(deadline))
      .once('error', done)
      .once('connect', () => {
        socket.off('error', done)
        done(null, { connection: socket })
      })
  }
