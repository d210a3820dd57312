import type { Database } from '../../database/connection/database.ts'
import { type Sql, sql } from '../../database/connection/sql.ts'
import type { Config } from '../config.ts'

const deleteExpired: Sql[] = [
  sql`delete from sessions s using users u where u.id = s.user_id and not is_valid(s, u)`,
  // Kept for a while after their end, since a confirmation tells an expired link from an unknown one.
  sql`delete from signed_links where expires_at < now() - interval '30 days'`,
  sql`delete from signed_links where expires_at < now() and (purpose = 'unsubscribe' or purpose like 'answer:%')`,
  sql`delete from idempotency_keys where created_at < now() - interval '1 day'`,
  sql`delete from throttles where since < now() - interval '25 hours'`,
  sql`delete from sign_in_failures where last_failed_at < now() - interval '1 day'`,
  sql`delete from factors where status = 'unverified' and created_at < now() - interval '1 hour'`,
  sql`delete from factor_challenges where expires_at < now() - interval '1 day'`,
  sql`delete from remembered_devices where expires_at < now()`,
  sql`delete from signing_keys where retired_at < now() - interval '2 days'`,
  sql`delete from live_changes where at < now() - interval '1 hour' and id < live_cursor()`,
  sql`delete from live_streams where seen_at < now() - interval '1 minute'`,
  sql`delete from known_devices where seen_at < now() - interval '1 year'`,
  // Unsent mails too: no link or code in a mail is valid for longer, and without SMTP_URL mails would accumulate.
  sql`delete from outbox where coalesce(sent_at, created_at) < now() - interval '30 days'`,
]

/** The next run continues after these. */
const MAX_BATCHES = 500
const ACTS_PER_BATCH = 5000

type Settings = Pick<Config, 'auditDays'>

/** One transaction per statement: a failing one does not stop the others. */
export async function clean(db: Database, { auditDays }: Settings, log: (error: unknown) => void): Promise<void> {
  const all = [...deleteExpired, sql`select forget_old_audit(${auditDays})`, sql`select forget_old_notifications()`]
  for (const statement of all) await db.asSystem(tx => tx.run(statement)).catch(log)
  await forgetActs(db).catch(log)
}

/** In batches: a deleted topic with many followers leaves hundreds of thousands of acts. */
async function forgetActs(db: Database): Promise<void> {
  const forget = () => db.asSystem(tx => tx.one<{ more: boolean }>(sql`select forget_acts(${ACTS_PER_BATCH}) as more`))
  for (let batch = 0; batch < MAX_BATCHES; batch++) if (!(await forget()).more) return
}
