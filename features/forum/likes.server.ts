import { sql } from '../../database/connection/sql.ts'
import { write } from '../../server/request/endpoint.ts'
import { likeTopic, unlikeTopic } from './contract.ts'
import { topicOf } from './topics.server.ts'

/** Idempotent. A trigger updates the count. */
const like = write(likeTopic, ({ me, params: { id } }) => [
  sql`insert into post_likes (post_id, profile_id) values (${id}, ${me.profile_id}) on conflict do nothing`,
  topicOf(id),
])

const unlike = write(unlikeTopic, ({ me, params: { id } }) => [
  sql`delete from post_likes where post_id = ${id} and profile_id = ${me.profile_id}`,
  topicOf(id),
])

export default [like, unlike]
