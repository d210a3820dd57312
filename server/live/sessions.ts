import { type Sql, sql } from '../../database/connection/sql.ts'

/** Filters session ids to those that are still valid. */
export const aliveAmong = (ids: string[]): Sql => sql`
  select s.id from sessions s join users u on u.id = s.user_id where s.id = any(${ids}::uuid[]) and is_valid(s, u)`
