import { type Sql, sql } from '../../database/connection/sql.ts'
import { handle, type Request } from '../../server/request/endpoint.ts'
import { throttleFrom } from '../../server/request/throttle.ts'
import { hashOf } from '../../server/session/session.ts'
import { checkLink, type LinkPurpose } from './contract.ts'

const isValid = sql`l.used_at is null and l.expires_at > now()`

const links: Record<LinkPurpose, (hash: Buffer) => Sql> = {
  'reset-password': hash => sql`select 1 from password_resets l where l.token_hash = ${hash} and ${isValid}`,
  // Not valid if another account has taken the new address since the mail was sent.
  'confirm-email': hash => sql`
    select 1 from email_changes l where l.token_hash = ${hash} and ${isValid}
      and not exists (select from users u where lower(u.email) = lower(l.new_email) and u.id <> l.user_id)`,
  'confirm-address': hash => sql`
    select 1 from email_confirmations l join users u on u.id = l.user_id and lower(u.email) = lower(l.email)
    where l.token_hash = ${hash} and ${isValid}`,
}

/** Lets the page show an expired link when it opens. Does not reveal whose link it is, and is throttled like using the link. */
async function check({ body, http, services }: Request<typeof checkLink>) {
  await throttleFrom(services, http, 'check-link', services.config.limits.resetPerHour, 3600)
  const link = await services.db.asSystem(tx => tx.maybe(links[body.purpose](hashOf(body.token))))
  return { is_valid: link !== null }
}

export default [handle(checkLink, check)]
