import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'

export type Mail = { recipient: string; subject: string; body: string }

/**
 * A mail is a row first, written with whatever it speaks of, and sent afterwards by the job that is written with the row (enqueue_mail): it is
 * neither lost nor sent for nothing. Without SMTP_URL the mails stay there for the operator: `npm run outbox`.
 */
export const postMail = (tx: Tx, mail: Mail) =>
  tx.run(sql`insert into outbox (recipient, subject, body) values (${mail.recipient}, ${mail.subject}, ${mail.body})`)

type Waiting = Mail & { message_id: string }

/**
 * Milliseconds for one mail from connecting to the server's last word, and for noting it afterwards. Together less than the time after which
 * another process takes the job over (`expireInSeconds` in database/queues.ts). The timeouts of the mail library count silence only, and a
 * server that sends a line now and then would go on for ever.
 */
export const MAIL_MS = 45_000
const NOTE_MS = 30_000

/** Sends a mail of the outbox, unless it was sent before. Throws when it could not be sent; the job is then tried again. */
export function makeSender(
  { smtpUrl, mailFrom }: { smtpUrl: string; mailFrom: string },
  db: Database,
  { mailMs = MAIL_MS } = {},
): (id: number) => Promise<void> {
  const opening = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url: smtpUrl,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      getSocket: connectFor(mailMs),
    })
  }
  let transport: ReturnType<typeof opening> | undefined
  const domain = /@([^<>@\s]+?)>?$/.exec(mailFrom)?.[1] ?? 'localhost'

  return async id => {
    const mail = await db.asSystem(tx =>
      tx.maybe<Waiting>(
        sql`select recipient, subject, body, message_id from outbox where id = ${id} and sent_at is null`,
      ),
    )
    if (!mail) return
    const { recipient, subject, body, message_id } = mail
    transport ??= opening()
    const messageId = `<${message_id}@${domain}>`
    try {
      await (await transport).sendMail({ from: mailFrom, to: recipient, subject, text: body, messageId })
    } catch (error) {
      await db
        .asSystem(tx => tx.run(sql`update outbox set last_error = ${String(error)} where id = ${id}`))
        .catch(() => undefined)
      throw error
    }
    await noteAsSent(db, id)
  }
}

/** The mail server has it: a database that is away for a moment must not make us send it again. */
async function noteAsSent(db: Database, id: number): Promise<void> {
  const note = () =>
    db.asSystem(tx => tx.run(sql`update outbox set sent_at = now(), body = '', last_error = null where id = ${id}`))
  for (const giveUp = Date.now() + NOTE_MS; ; await sleep(500))
    try {
      await note()
      return
    } catch (error) {
      if (Date.now() > giveUp) throw error
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
