import { sql } from '../../database/connection/sql.ts'
import { write } from '../../server/request/endpoint.ts'
import { visitTopic } from './contract.ts'

const visit = write(
  visitTopic,
  ({ me, params: { id }, body }) => sql`
    insert into topic_visits as v (post_id, profile_id, last_reply_id)
    select id, ${me.profile_id}::integer, ${body.last_reply_id}::integer from posts where id = ${id}
    on conflict (post_id, profile_id) do update
      set last_reply_id = greatest(v.last_reply_id, excluded.last_reply_id), visited_at = now()
    returning json_build_object('last_reply_id', v.last_reply_id)`,
)

export default [visit]
