import { sql } from '../../database/sql.ts'
import { handle, type Request } from '../../server/endpoint.ts'
import { likeTopic, unlikeTopic } from './contract.ts'
import { readTopic } from './topics.server.ts'

/** A second like of the same member changes nothing; the count is the trigger's. */
async function like({ tx, me, params }: Request<typeof likeTopic>) {
  await tx.run(
    sql`insert into post_likes (post_id, profile_id) values (${params.id}, ${me.profile_id}) on conflict do nothing`,
  )
  return readTopic(tx, params.id)
}

async function unlike({ tx, me, params }: Request<typeof unlikeTopic>) {
  await tx.run(sql`delete from post_likes where post_id = ${params.id} and profile_id = ${me.profile_id}`)
  return readTopic(tx, params.id)
}

export default [handle(likeTopic, like), handle(unlikeTopic, unlike)]
