import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

const HOUR = 3_600_000

/** Once an hour, what has served its time goes. Several processes may do it at once: each finds less to do. */
export function startCleaning(db: Database, log: (error: unknown) => void) {
  const clean = () =>
    db
      .asSystem(async tx => {
        await tx.run(sql`delete from sessions where expires_at < now() or last_used_at < now() - interval '7 days'`)
        await tx.run(sql`delete from password_resets where expires_at < now() - interval '1 day'`)
        await tx.run(sql`delete from email_changes where expires_at < now() - interval '1 day'`)
        await tx.run(sql`delete from idempotency_keys where created_at < now() - interval '1 day'`)
        await tx.run(sql`delete from throttles where since < now() - interval '25 hours'`)
        await tx.run(sql`delete from sign_in_failures where last_failed_at < now() - interval '1 day'`)
        await tx.run(sql`delete from factor_challenges where expires_at < now() - interval '1 day'`)
        await tx.run(sql`delete from remembered_devices where expires_at < now()`)
        await tx.run(sql`delete from signing_keys where retired_at < now() - interval '2 days'`)
        await tx.run(sql`delete from live_changes where at < now() - interval '1 hour' and id < live_cursor()`)
        await tx.run(sql`delete from live_streams where seen_at < now() - interval '1 minute'`)
        await tx.run(sql`delete from known_devices where seen_at < now() - interval '1 year'`)
      })
      .catch(log)
  const timer = setInterval(clean, HOUR).unref()
  return { stop: () => clearInterval(timer) }
}
