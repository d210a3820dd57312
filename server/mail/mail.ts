import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import type { Config } from '../config.ts'
import { htmlOfText } from './account-html.ts'

export type Mail = {
  recipient: string
  /** Further recipients of the same mail. */
  otherRecipients?: string[]
  /** The header To. Without it, it names the recipients. With it, no header has the addresses to which the mail is delivered. */
  shownTo?: string[]
  replyTo?: string[]
  subject: string
  /** The text part. */
  body: string
  /** Without it, the HTML part is made from the text when the mail is sent. */
  html?: string
  headers?: Record<string, string>
  /** The row of member_mails of a mail about notifications. */
  memberMailId?: string
  /** The offer of a mail about an introduction. It is deleted with the offer, and keeps no addresses and names once it is sent. */
  offerId?: string
}

/**
 * Transactional outbox: the mail is a row, written in the transaction of the change it reports; a trigger (enqueue_mail) adds the job
 * that sends it. So no mail is lost, and none is sent for a change that was rolled back. Without SMTP_URL the mails stay in the outbox
 * for the operator: `npm run outbox`.
 */
export const postMail = (tx: Tx, mail: Mail) =>
  tx.run(sql`
    insert into outbox (recipient, other_recipients, shown_to, reply_to, subject, body, html, headers, member_mail_id, offer_id)
    values (${mail.recipient}, ${mail.otherRecipients ?? []}::text[], ${mail.shownTo ?? []}::text[], ${mail.replyTo ?? []}::text[],
      ${mail.subject}, ${mail.body}, ${mail.html ?? null}, ${JSON.stringify(mail.headers ?? {})}, ${mail.memberMailId ?? null}, ${mail.offerId ?? null})`)

type UnsentMail = Pick<Mail, 'recipient' | 'subject' | 'body' | 'headers'> & {
  html: string | null
  other_recipients: string[]
  shown_to: string[]
  reply_to: string[]
  message_id: string
}
/** nodemailer throws if all recipients are refused. `rejectedErrors` is missing in its types. */
type Sent = { rejected: (string | { address: string })[]; rejectedErrors?: Error[] }
type Settings = Pick<Config, 'mailFrom' | 'communityName' | 'publicUrl'> & { smtpUrl: string }

/**
 * Total time for sending one mail, and for marking it as sent. Together less than the time after which another process takes over the
 * job (`expireInSeconds` in database/queues.ts). The timeouts of nodemailer are idle timeouts only: a server that sends a line now and
 * then would never reach them.
 */
export const MAIL_TIMEOUT_MS = 45_000
const MARK_SENT_TIMEOUT_MS = 30_000

/** `ms` is the total time of a connection. */
export async function openTransport(smtpUrl: string, ms: number) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    getSocket: connectWithDeadline(ms),
  })
}

/** Sends a mail of the outbox unless it is already sent. Throws on failure; the job is then retried. */
export function makeSender(
  { smtpUrl, mailFrom, ...settings }: Settings,
  db: Database,
  { mailMs = MAIL_TIMEOUT_MS } = {},
): (id: number) => Promise<void> {
  let transport: ReturnType<typeof openTransport> | undefined
  const domain = /@([^<>@\s]+?)>?$/.exec(mailFrom)?.[1] ?? 'localhost'

  return async id => {
    const mail = await db.asSystem(tx =>
      tx.maybe<UnsentMail>(
        sql`select recipient, other_recipients, shown_to, reply_to, subject, body, html, headers, message_id from outbox where id = ${id} and sent_at is null`,
      ),
    )
    if (!mail) return
    const { recipient, other_recipients, shown_to, reply_to, subject, body, headers, message_id } = mail
    // As objects, nodemailer parses no address: a comma or a name cannot add a recipient.
    const addresses = (list: string[]) => list.map(address => ({ name: '', address }))
    const recipients = [recipient, ...other_recipients]
    const shownTo = shown_to.length ? shown_to : recipients
    const to = addresses(shownTo)
    const envelope = { from: mailFrom, to: addresses(recipients) }
    const replyTo = reply_to.length ? addresses(reply_to) : undefined
    const html = mail.html ?? htmlOfText(settings, mail)
    transport ??= openTransport(smtpUrl, mailMs)
    const messageId = `<${message_id}@${domain}>`
    const message = { from: mailFrom, to, replyTo, subject, text: body, html, headers, messageId, envelope }
    try {
      const { rejected, rejectedErrors }: Sent = await (await transport).sendMail(message)
      if (rejected.length > 0) {
        const refused = rejected.map(one => (typeof one === 'string' ? one : one.address))
        await keepForRefused(db, id, refused, shownTo)
        throw rejectedErrors?.[0] ?? new Error('The mail server refused a recipient.')
      }
    } catch (error) {
      await db
        .asSystem(tx => tx.run(sql`update outbox set last_error = ${String(error)} where id = ${id}`))
        .catch(() => undefined)
      throw error
    }
    await markAsSent(db, id)
  }
}

/** The retries are for the refused recipients only. The others have got the mail, and would get it again. */
const keepForRefused = (db: Database, id: number, [recipient = '', ...others]: string[], shownTo: string[]) =>
  untilStored(db, tx =>
    tx.run(
      sql`update outbox set recipient = ${recipient}, other_recipients = ${others}::text[], shown_to = ${shownTo}::text[] where id = ${id}`,
    ),
  )

/**
 * Deletes the text, and the subject if it is about a notification: it contains names and titles that the member may not see any more later.
 * Of a mail about an introduction, the addresses too: those of people outside are not kept.
 */
const markAsSent = (db: Database, id: number) =>
  untilStored(db, tx =>
    tx.run(sql`
      update outbox set sent_at = now(), body = '', html = null, headers = '{}', last_error = null, other_recipients = '{}', shown_to = '{}', reply_to = '{}',
        recipient = case when offer_id is null then recipient else '' end,
        subject = case when member_mail_id is null and offer_id is null then subject else '' end
      where id = ${id}`),
  )

/** Retries, since a short database outage after delivery must not cause a second delivery. */
async function untilStored(db: Database, update: (tx: Tx) => Promise<unknown>): Promise<void> {
  for (const giveUp = performance.now() + MARK_SENT_TIMEOUT_MS; ; await sleep(500))
    try {
      await db.asSystem(update)
      return
    } catch (error) {
      if (performance.now() > giveUp) throw error
    }
}

type ServerAddress = { host?: string; port?: number | string; secure?: boolean }
type Connected = (error: Error | null, socket?: { connection: Socket }) => void

/** Connects to the mail server and destroys the socket after `ms`. nodemailer adds TLS to the connection. */
const connectWithDeadline =
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
