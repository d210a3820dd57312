import type { Tx } from '../../database/connection/database.ts'
import { type Sql, sql } from '../../database/connection/sql.ts'
import { hashOf, newToken } from './session.ts'

/** What a link in a mail does. Mail scanners open links, so opening one only shows a page: a POST with the token acts. */
type LinkPurpose = 'reset-password' | 'confirm-email' | 'confirm-address' | 'unsubscribe' | `answer:${string}`

type NewLink = {
  purpose: LinkPurpose
  userId: string
  /** What it is about, such as the new address. */
  subject?: string
  hours: number
}

/** Stores a new link and returns its token. The caller has locked the account (lockUser), so that no revocation is missed. */
export async function newLink(tx: Tx, { purpose, userId, subject = '', hours }: NewLink): Promise<string> {
  const token = newToken()
  await tx.run(sql`
    insert into signed_links (token_hash, purpose, user_id, subject, expires_at)
    values (${hashOf(token)}, ${purpose}, ${userId}, ${subject}, now() + make_interval(secs => ${hours * 3600}))`)
  return token
}

/** Conditions on `l`, a row of signed_links: for any purpose, and for one. */
export const isUnexpired = (token: string): Sql => sql`l.token_hash = ${hashOf(token)} and l.expires_at > now()`
export const isUsable = (purpose: LinkPurpose, token: string): Sql =>
  sql`${isUnexpired(token)} and l.used_at is null and l.purpose = ${purpose}`

/** The account of a link, to lock before the link is used. */
export const ownerOf = (purpose: LinkPurpose, token: string): Sql =>
  sql`(select l.user_id from signed_links l where ${isUsable(purpose, token)})`

/** Marks a link as used. Null if it is unknown, expired or already used. */
export const consumeLink = (tx: Tx, purpose: LinkPurpose, token: string) =>
  tx.maybe<{ user_id: string; subject: string }>(sql`
    update signed_links l set used_at = now() where ${isUsable(purpose, token)} returning l.user_id, l.subject`)
