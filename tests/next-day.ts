import { sql } from '../database/connection/sql.ts'
import type { TestServer } from './test-server.ts'

/** As if a day had passed since members chose who is suggested to whom. */
export async function nextDay({ owner }: TestServer): Promise<void> {
  await owner.run(sql`update match_settings set changed_on = changed_on - 1`)
  await owner.run(sql`update match_refusals set created_at = created_at - interval '1 day'`)
  await owner.run(sql`update mutes set created_at = created_at - interval '1 day'`)
}
