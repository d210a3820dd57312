import { sql } from '../../database/connection/sql.ts'
import { handle, type Request } from '../../server/request/endpoint.ts'
import { Refusal } from '../../server/request/errors.ts'
import { throttleFrom, throttleLinkCheck } from '../../server/request/throttle.ts'
import type { Services } from '../../server/services.ts'
import { isUsable } from '../../server/session/links.ts'
import { describeUnsubscribe, unsubscribe } from './mail-contract.ts'
import type { Kind } from './shared/kinds.ts'
import { mailNames } from './shared/mail-names.ts'

/** Mail providers send the requests of many members from few addresses. */
const MAX_PER_HOUR = 3000
const MAX_BODY_BYTES = 4096

const linkOf = (services: Services, token: string) =>
  services.db.asSystem(tx =>
    tx.maybe<{ user_id: string; subject: Kind | 'digest' }>(
      sql`select l.user_id, l.subject from signed_links l where ${isUsable('unsubscribe', token)}`,
    ),
  )

/** Idempotent: the link is not used up, since providers may repeat the request. It gives no other access to the account. */
async function switchOff({ query: { token }, http, services }: Request<typeof unsubscribe>) {
  await throttleFrom(services, http, 'unsubscribe', MAX_PER_HOUR, 3600)
  const link = await linkOf(services, token)
  if (!link) throw new Refusal(400, 'This link has expired. You can choose what is mailed in your settings.')
  await services.db.asSystem(tx => tx.run(sql`select unsubscribe(${link.user_id}, ${link.subject})`))
  return { what: mailNames[link.subject] }
}

async function describe({ body: { token }, http, services }: Request<typeof describeUnsubscribe>) {
  await throttleLinkCheck(services, http)
  const link = await linkOf(services, token)
  return { what: link ? mailNames[link.subject] : null }
}

export default [
  handle(unsubscribe, switchOff, {
    upload: { types: [...(unsubscribe.files.takes ?? [])], maxBytes: MAX_BODY_BYTES },
    allowsOtherSites: true,
  }),
  handle(describeUnsubscribe, describe),
]
