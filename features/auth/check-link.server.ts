import { type Sql, sql } from '../../database/connection/sql.ts'
import { handle, type Request } from '../../server/request/endpoint.ts'
import { throttleFrom } from '../../server/request/throttle.ts'
import { isUsable } from '../../server/session/links.ts'
import { checkLink, type LinkPurpose } from './contract.ts'

const isStillUseful: Record<LinkPurpose, Sql> = {
  'reset-password': sql`true`,
  // Another account may have taken the new address since the mail was sent.
  'confirm-email': sql`not exists (select from users u where lower(u.email) = lower(l.subject) and u.id <> l.user_id)`,
  // The account may have another address by now.
  'confirm-address': sql`exists (select from users u where u.id = l.user_id and lower(u.email) = lower(l.subject))`,
}

/** Lets the page show an expired link when it opens. Does not reveal whose link it is, and is throttled like using the link. */
async function check({ body, http, services }: Request<typeof checkLink>) {
  await throttleFrom(services, http, 'check-link', services.config.limits.resetPerHour, 3600)
  const { purpose, token } = body
  const link = await services.db.asSystem(tx =>
    tx.maybe(sql`select 1 from signed_links l where ${isUsable(purpose, token)} and ${isStillUseful[purpose]}`),
  )
  return { is_valid: link !== null }
}

export default [handle(checkLink, check)]
