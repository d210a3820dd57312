import type { Database } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { inBatches } from '../../server/jobs/batches.ts'
import { read, write } from '../../server/request/endpoint.ts'
import { askThoseWhoKnow, getAsk } from './contract.ts'

const BATCH_ROWS = 500

/** Of the member's own requests only. The limits are those of limit_asks (triggers.sql). Whole seconds: every answer has the same length. */
const askOf = (id: number) => sql`
  with week as (select request_id, created_at from tie_asks where user_id = me() and created_at > now() - interval '7 days')
  select json_build_object('asked_at', date_trunc('second', about.asked_at), 'again_at', date_trunc('second',
    greatest(about.asked_at, (select created_at from week order by created_at desc offset 2 limit 1)) + interval '7 days'))
  from introduction_requests r cross join lateral (select max(created_at) as asked_at from week where request_id = r.id) about
  where r.id = ${id} and is_mine(r)`

const ask = write(
  askThoseWhoKnow,
  ({ me, params: { id } }) => [
    sql`insert into tie_asks (request_id, user_id) select r.id, ${me.user_id} from introduction_requests r where r.id = ${id} and is_mine(r)`,
    askOf(id),
  ],
  { on: 'introduction_requests' },
)

/** Tells the members who know the investor of a request that its requester asks them. A second run tells nobody twice. */
export const notifyThoseWhoKnow = (db: Pick<Database, 'asSystem'>, askId: string): Promise<void> =>
  inBatches<string>(db, after => sql`select notify_those_who_know(${askId}, ${after}, ${BATCH_ROWS}) as last`)

export default [read(getAsk, ({ params }) => askOf(params.id)), ask]
