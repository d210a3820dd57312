import { sql } from '../../database/connection/sql.ts'
import { htmlOfText } from '../../server/mail/account-html.ts'
import { escapeHtml } from '../../server/mail/mail-text.ts'
import { type AccountRequest, Bytes, handleAsServer } from '../../server/request/endpoint.ts'
import { notFound } from '../../server/request/errors.ts'
import type { Http } from '../../server/request/http.ts'
import type { Services } from '../../server/services.ts'
import { showOutbox, showOutboxMail } from './mail-contract.ts'

type Mail = { id: string; subject: string; body: string; html: string | null; written: string }

/** Mails have inline styles. The page runs no script and loads nothing. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox allow-popups"

const page = (html: string) =>
  new Bytes(Buffer.from(html), { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY })

/** Instead of the subject of a mail about notifications, which is deleted when it is sent. */
const SENT = 'A mail about notifications, sent'

/** A proxy on the same machine connects from loopback too, so its headers count, trusted or not. */
function refuseFromElsewhere({ config }: Services, { ip, headers }: Http): void {
  const isLocal = /^(127\.|::1$|::ffff:127\.)/.test(ip) && !headers['x-forwarded-for'] && !headers.forwarded
  if (!config.outboxPage || !isLocal) throw notFound()
}

const mailsTo = ({ db }: Services, email: string, id: number | null) =>
  db.asSystem(tx =>
    tx.rows<Mail>(sql`
      select id, subject, body, html, to_char(created_at, 'YYYY-MM-DD HH24:MI') || ' UTC' as written from outbox
      where lower(${email}) in (select lower(address) from unnest(recipient || other_recipients) address) and (${id}::bigint is null or id = ${id}) order by id desc limit 50`),
  )

async function list({ me, http, services }: AccountRequest<typeof showOutbox>) {
  refuseFromElsewhere(services, http)
  const mails = await mailsTo(services, me.email, null)
  const rows = mails.map(
    ({ id, subject, body, written }) =>
      `<li>${body ? `<a href="/outbox/${id}" dir="auto">${escapeHtml(subject)}</a>` : `<span dir="auto">${escapeHtml(subject || SENT)}</span>`} <small>${written}</small></li>`,
  )
  return page(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Outbox</title>
<style>:root{color-scheme:light dark}body{max-width:44rem;margin:3rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif}li{margin:.5rem 0}</style></head>
<body><h1>Outbox</h1><p>The latest mails to ${escapeHtml(me.email)}. The text of a mail is deleted when it is sent.</p>
${rows.length ? `<ol reversed>${rows.join('')}</ol>` : '<p>No mail has been written yet.</p>'}</body></html>`)
}

async function show({ me, params, http, services }: AccountRequest<typeof showOutboxMail>) {
  refuseFromElsewhere(services, http)
  const [mail] = await mailsTo(services, me.email, params.id)
  if (!mail) throw notFound('This mail')
  return page(mail.html ?? htmlOfText(services.config, mail))
}

export default [handleAsServer(showOutbox, list), handleAsServer(showOutboxMail, show)]
