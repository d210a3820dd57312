import type { Change } from '../../contract/change.ts'
import type { Database } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { hello, message, resync } from './changes.ts'
import { aliveAmong } from './sessions.ts'

const MOST = 500
/** Numbers are given out before the commit, so that a lower one may become visible after a higher one: look back a little. */
const LATELY = sql`now() - interval '2 seconds'`

type Listener = { userId: string; sessionId: string }
/** `at`: how far they are then. Null: their session has ended. */
type CaughtUp = { at: number; text: string } | null

/**
 * What somebody whose last message was number `last` has missed, and their new position. Null has seen nothing yet and needs
 * nothing; 'unknown' named a place that is not one. Only changes that this member may know of decide the answer, so that it
 * is the same whatever others did in private. The session is looked up once more, since it may have ended after it was admitted and before
 * this stream was told of sessions that end.
 */
export async function catchUp(
  db: Database,
  { userId, sessionId }: Listener,
  last: number | 'unknown' | null,
): Promise<CaughtUp> {
  const since = typeof last === 'number' ? last : Number.MAX_SAFE_INTEGER
  const mine = sql`(only_for is null or only_for = ${userId})`
  const { isAlive, newest, isKept, changes } = await db.asSystem(tx =>
    tx.one<{ isAlive: boolean; newest: number; isKept: boolean; changes: Change[] }>(sql`
      select exists (${aliveAmong([sessionId])}) as "isAlive",
        coalesce((select max(id) from live_changes where ${mine}), 0)::float8 as newest,
        exists (select from live_changes where id = ${since} and ${mine}) as "isKept",
        (select coalesce(json_agg(json_build_object('kind', kind, 'op', op, 'id', row_id, 'parent', parent_id) order by id), '[]')
          from (select * from live_changes where (id > ${since} or at > ${LATELY}) and ${mine} order by id limit ${MOST}) missed) as changes`),
  )
  if (!isAlive) return null
  const answer = (text: string) => ({ at: newest, text })
  if (last === null) return answer(hello)
  // The oldest are forgotten first: while the last change they got is kept, all that came after it are too.
  const isKnown = since === newest || isKept
  if (!isKnown || changes.length === MOST) return answer(resync)
  return answer(changes.length ? message(changes) : hello)
}
