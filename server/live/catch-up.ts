import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { type Change, message, resync } from './changes.ts'

const MOST = 500
/** Numbers are given out before the commit, so that a lower one may become visible after a higher one: look back a little. */
const OVERLAP = 50

/** What somebody who last heard number `since` has missed; 0 has heard nothing yet and needs nothing. */
export async function catchUp(db: Database, userId: string, since: number): Promise<string> {
  const { newest, oldest, changes } = await db.asSystem(tx =>
    tx.one<{ newest: number; oldest: number | null; changes: Change[] }>(sql`
      select coalesce((select max(id) from live_changes), 0)::float8 as newest, (select min(id) from live_changes)::float8 as oldest,
        (select coalesce(json_agg(json_build_object('kind', kind, 'op', op, 'id', row_id, 'parent', parent_id) order by id), '[]')
          from (select * from live_changes where id > ${since - OVERLAP} and ${since} > 0 and (only_for is null or only_for = ${userId})
            order by id limit ${MOST}) missed) as changes`),
  )
  if (since === 0) return `id: ${newest}\nevent: hello\ndata: {}\n\n`
  // Forgotten meanwhile, or numbered anew after a crash: nobody can say what was missed.
  const isKnown = oldest !== null && since >= oldest - 1 && since <= newest
  if (!isKnown || changes.length === MOST) return resync(newest)
  return changes.length ? message(newest, changes) : `id: ${newest}\nevent: hello\ndata: {}\n\n`
}
