import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { Id } from '../../contract/ids.ts'

/**
 * The address in the header List-Unsubscribe and in the footer of each mail. Opening it shows a page; a POST switches the mails off. Mail
 * providers send it as a form (RFC 8058) without a session; the page sends JSON. The body is not needed.
 */
export const unsubscribe = endpoint('POST', '/unsubscribe', {
  summary: "Switch off the mails that this mail's link is for: of one kind, or the digest",
  access: 'anyone',
  query: z.object({ token: z.string().max(100) }),
  takes: ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'],
  reply: z.object({ what: z.string() }),
})

export const describeUnsubscribe = endpoint('POST', '/api/unsubscribe/check', {
  summary: "What a mail's link switches off; does not act. Null if the link is unknown or has expired",
  access: 'anyone',
  body: z.object({ token: z.string().max(100) }),
  reply: z.object({ what: z.string().nullable() }),
})

/** For development and the demo, where no mail is sent. */
export const showOutbox = endpoint('GET', '/outbox', {
  summary:
    'The mails to my address, as a page. Only in development and in the demo, and only on the machine of the server',
  sends: ['text/html'],
})
export const showOutboxMail = endpoint('GET', '/outbox/:id', {
  summary: 'One of these mails, as a mail program shows it',
  params: z.object({ id: Id }),
  sends: ['text/html'],
})
