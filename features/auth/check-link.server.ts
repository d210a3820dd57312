import { type Sql, sql } from '../../database/connection/sql.ts'
import { handle, type Request } from '../../server/request/endpoint.ts'
import { throttleFrom } from '../../server/request/throttle.ts'
import { hashOf } from '../../server/session/session.ts'
import { checkLink, type LinkPurpose } from './contract.ts'

const isGood = sql`l.used_at is null and l.expires_at > now()`

const links: Record<LinkPurpose, (hash: Buffer) => Sql> = {
  'reset-password': hash => sql`select 1 from password_resets l where l.token_hash = ${hash} and ${isGood}`,
  // An address that another account has taken meanwhile cannot be had any more.
  'confirm-email': hash => sql`
    select 1 from email_changes l where l.token_hash = ${hash} and ${isGood}
      and not exists (select from users u where lower(u.email) = lower(l.new_email) and u.id <> l.user_id)`,
  'confirm-address': hash => sql`
    select 1 from email_confirmations l join users u on u.id = l.user_id and lower(u.email) = lower(l.email)
    where l.token_hash = ${hash} and ${isGood}`,
}

/** So that a page says at once that its link no longer works. Says nothing about whose it is, and counts tries as using it does. */
async function check({ body, http, services }: Request<typeof checkLink>) {
  await throttleFrom(services, http, 'check-link', services.config.limits.resetPerHour, 3600)
  const link = await services.db.asSystem(tx => tx.maybe(links[body.purpose](hashOf(body.token))))
  return { is_valid: link !== null }
}

export default [handle(checkLink, check)]
