import type { SessionUser } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { type AccountRequest, handleAsServer } from '../../server/request/endpoint.ts'
import { Refusal, tooMany } from '../../server/request/errors.ts'
import { audit } from '../../server/session/audit.ts'
import { consumeLink } from '../../server/session/links.ts'
import { lockAccount } from '../../server/session/revoke-access.ts'
import { hashOf, identityOf } from '../../server/session/session.ts'
import { postConfirmation } from './confirmation.ts'
import { confirmAddress, sendConfirmation } from './contract.ts'

async function sendAgain({ me, http, services }: AccountRequest<typeof sendConfirmation>) {
  if (me.email_confirmed || !services.config.emailConfirmation)
    throw new Refusal(409, 'Your email address needs no confirmation.')
  const isSent = await services.db.asSystem(async tx => {
    if (!(await postConfirmation(tx, services, me.user_id))) return false
    await audit(tx, 'confirmation mail sent', me.user_id, http)
    return true
  })
  if (!isSent) throw tooMany(3600)
}

type Link = { is_used: boolean; is_expired: boolean; is_confirmed: boolean }

/**
 * Requires a session as well as the link. With the link alone, the owner of a mailbox could by mistake confirm an account that a
 * stranger registered with their address and the stranger's password.
 */
async function confirm({ body, me, http, services }: AccountRequest<typeof confirmAddress>) {
  return services.db.asSystem(async tx => {
    await lockAccount(tx, me)
    const link = await tx.maybe<Link>(sql`
      select l.used_at is not null as is_used, l.expires_at <= now() as is_expired, u.email_confirmed_at is not null as is_confirmed
      from signed_links l join users u on u.id = l.user_id and lower(u.email) = lower(l.subject)
      where l.token_hash = ${hashOf(body.token)} and l.purpose = 'confirm-address' and u.id = ${me.user_id}`)
    const problem = problemOf(link)
    if (problem) throw new Refusal(400, problem)
    await consumeLink(tx, 'confirm-address', body.token)
    await tx.run(
      sql`update users set email_confirmed_at = coalesce(email_confirmed_at, now()) where id = ${me.user_id}`,
    )
    await audit(tx, 'email confirmed', me.user_id, http)
    return identityOf(
      tx,
      services,
      await tx.one<SessionUser>(sql`select * from authenticate(${hashOf(http.token ?? '')})`),
    )
  })
}

function problemOf(link: Link | null): string | null {
  if (!link) return 'This link is not complete, or belongs to another account.'
  if (link.is_used && link.is_confirmed) return 'This link was used already. Your email address is confirmed.'
  if (link.is_used) return 'We sent you a newer link. Please use that one.'
  if (link.is_expired) return 'This link has expired. Please ask for a new one.'
  return null
}

export default [handleAsServer(sendConfirmation, sendAgain), handleAsServer(confirmAddress, confirm)]
