import { sql } from '../../database/connection/sql.ts'
import { read, write } from '../../server/request/endpoint.ts'
import { followTopic, getFollow, unfollowTopic } from './contract.ts'

const isFollowed = (id: number) => sql`
  select json_build_object('is_followed', exists (
    select from topic_follows f where f.post_id = posts.id and f.profile_id = my_profile_id()))
  from posts where id = ${id}`

const follow = write(followTopic, ({ me, params: { id } }) => [
  sql`
    insert into topic_follows (post_id, profile_id) select id, ${me.profile_id}::integer from posts where id = ${id}
    on conflict do nothing`,
  isFollowed(id),
])

const unfollow = write(unfollowTopic, ({ me, params: { id } }) => [
  sql`delete from topic_follows where post_id = ${id} and profile_id = ${me.profile_id}`,
  isFollowed(id),
])

export default [read(getFollow, ({ params }) => isFollowed(params.id)), follow, unfollow]
