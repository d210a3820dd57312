import type { Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/**
 * Ends whatever could let somebody in on the strength of how things were: sessions (but one, where its owner goes on), links to
 * set a password or an email that were asked for before, and browsers remembered in place of the second factor.
 */
export async function endTrust(
  tx: Tx,
  userId: string,
  { keepSession = null }: { keepSession?: string | null } = {},
): Promise<void> {
  await tx.run(sql`delete from sessions where user_id = ${userId} and id is distinct from ${keepSession}`)
  await tx.run(sql`update password_resets set used_at = now() where user_id = ${userId} and used_at is null`)
  await tx.run(sql`update email_changes set used_at = now() where user_id = ${userId} and used_at is null`)
  await tx.run(sql`delete from remembered_devices where user_id = ${userId}`)
}
