import type { Tx } from '../../database/database.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { handle, type Request } from '../../server/endpoint.ts'
import { likeTopic, unlikeTopic } from './contract.ts'
import { topicOf } from './topics.server.ts'

/** A second like of the same member changes nothing; the count is the trigger's. */
const like = ({ tx, me, params }: Request<typeof likeTopic>) =>
  thenRead(
    tx,
    params.id,
    sql`insert into post_likes (post_id, profile_id) values (${params.id}, ${me.profile_id}) on conflict do nothing`,
  )

const unlike = ({ tx, me, params }: Request<typeof unlikeTopic>) =>
  thenRead(tx, params.id, sql`delete from post_likes where post_id = ${params.id} and profile_id = ${me.profile_id}`)

/** Both statements travel at once; they run in this order. */
async function thenRead(tx: Tx, id: number, change: Sql) {
  const [, topic] = await Promise.all([tx.run(change), tx.last(topicOf(id))])
  return topic
}

export default [handle(likeTopic, like), handle(unlikeTopic, unlike)]
