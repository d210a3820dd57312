import type { Change } from '../../contract/live.ts'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { hello, message, resync } from './changes.ts'

const MOST = 500
/** Numbers are given out before the commit, so that a lower one may become visible after a higher one: look back a little. */
const OVERLAP = 50
const LATELY = sql`now() - interval '2 seconds'`

/** What somebody who last heard number `heard` has missed; null has seen nothing yet and needs nothing. */
export async function catchUp(db: Database, userId: string, heard: number | null): Promise<string> {
  const since = heard ?? Number.MAX_SAFE_INTEGER
  const { newest, oldest, changes } = await db.asSystem(tx =>
    tx.one<{ newest: number; oldest: number | null; changes: Change[] }>(sql`
      select coalesce((select max(id) from live_changes where only_for is null or only_for = ${userId}), 0)::float8 as newest, (select min(id) from live_changes)::float8 as oldest,
        (select coalesce(json_agg(json_build_object('kind', kind, 'op', op, 'id', row_id, 'parent', parent_id) order by id), '[]')
          from (select * from live_changes where id > ${since - OVERLAP} and (id > ${since} or at > ${LATELY})
            and (only_for is null or only_for = ${userId}) order by id limit ${MOST}) missed) as changes`),
  )
  if (heard === null) return hello(newest)
  // Forgotten meanwhile, or numbered anew after a crash: nobody can say what was missed.
  const isKnown = since === newest || (oldest !== null && since >= oldest - 1 && since < newest)
  if (!isKnown || changes.length === MOST) return resync(newest)
  return changes.length ? message(newest, changes) : hello(newest)
}
