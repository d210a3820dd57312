import type { Database } from '../../database/connection/database.ts'
import type { Config } from '../config.ts'

/** The last backup is older than a day and two hours. A new community has as long for its first. */
export const lastBackup = `select (select max(made_at) from backups) as last,
  coalesce((select max(made_at) from backups), (select min(created_at) from users)) < now() - interval '26 hours' as is_stale`

/** For the log, the metrics and /readyz. Null: the nightly backups are off or recent. */
export async function staleBackup({ pool }: Database, { backup }: Config) {
  if (backup.to === null) return null
  const { rows } = await pool.query<{ last: Date | null; is_stale: boolean }>(lastBackup)
  return rows[0]?.is_stale ? { backup: 'stale', last_backup: rows[0].last } : null
}
