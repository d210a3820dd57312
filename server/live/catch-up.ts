import type { Change } from '../../contract/change.ts'
import type { Database } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { hello, message, resync } from './changes.ts'
import { aliveAmong } from './sessions.ts'

const MAX_CHANGES = 500
/** A sequence number is assigned before the commit, so a lower one may become visible after a higher one: include recent ones again. */
const RECENT = sql`now() - interval '2 seconds'`

type Listener = { userId: string; sessionId: string }
/** `at`: the new position. Null: the session has ended. */
type CaughtUp = { at: number; text: string } | null

/**
 * The changes after position `last`, and the new position. `last` is null for a client without a position, which needs no changes, and
 * 'unknown' for an invalid position. The result depends only on changes that this member may see, so that it reveals nothing about
 * private changes of others. The session is checked again: it may have ended before this stream received notifications.
 */
export async function catchUp(
  db: Database,
  { userId, sessionId }: Listener,
  last: number | 'unknown' | null,
): Promise<CaughtUp> {
  const since = typeof last === 'number' ? last : Number.MAX_SAFE_INTEGER
  const mine = sql`(only_for is null or only_for = ${userId})`
  const { isAlive, newest, isKept, isComplete, changes } = await db.asSystem(tx =>
    tx.one<{ isAlive: boolean; newest: number; isKept: boolean; isComplete: boolean; changes: Change[] }>(sql`
      select exists (${aliveAmong([sessionId])}) as "isAlive",
        coalesce((select max(id) from live_changes where ${mine}), 0)::float8 as newest,
        exists (select from live_changes where id = ${since} and ${mine}) as "isKept",
        exists (select from live_changes where id = 1) as "isComplete",
        (select coalesce(json_agg(json_build_object('kind', kind, 'op', op, 'id', row_id, 'parent', parent_id) order by id), '[]')
          from (select * from live_changes where (id > ${since} or at > ${RECENT}) and ${mine} order by id limit ${MAX_CHANGES}) missed) as changes`),
  )
  if (!isAlive) return null
  const answer = (text: string) => ({ at: newest, text })
  if (last === null) return answer(hello)
  // The oldest changes are deleted first: if the client's last change still exists, so do all later ones.
  // Position 0 is that of a page from before the first change.
  const isKnown = since === newest || isKept || (since === 0 && isComplete)
  if (!isKnown || changes.length === MAX_CHANGES) return answer(resync)
  return answer(changes.length ? message(changes) : hello)
}
