import { setGiven, sql } from '../../database/connection/sql.ts'
import { literal, roundUp } from '../../database/list/limit.ts'
import { read, write } from '../../server/request/endpoint.ts'
import { createReply, deleteReply, listReplies, REPLIES_A_PAGE, REPLIES_ABOVE, updateReply } from './contract.ts'
import { justWritten, replyJson } from './rows.ts'

/** Returns replies oldest first; pages forwards from the first reply or backwards from the last, or both ways from one. */
const list = read(listReplies, ({ params, query }) => {
  if (query.around !== undefined) return around(params.id, query.around, query.limit ?? REPLIES_A_PAGE)
  const { after = 0, before = 2_147_483_647, newest, limit = 500 } = query
  const isBackwards = query.before !== undefined || newest !== undefined
  const order = isBackwards ? sql`desc` : sql`asc`
  const wanted = sql`post_id = ${params.id} and id > ${after} and id < ${before}`
  return sql`
    with page as materialized (select id from comments where ${wanted} order by id ${order} limit ${literal(roundUp(limit + 1))}),
    shown as (select coalesce(json_agg(${replyJson()} order by comments.id), '[]') as replies, max(comments.id) as last
      from (select id from page order by id ${order} limit ${limit}) wanted join comments using (id))
    select replies, case when ${!isBackwards} and (select count(*) from page) > ${limit} then last end
    from posts, shown where posts.id = ${params.id}`
})

const around = (topic: number, reply: number, limit: number) => sql`
  with shown as (
    (select id from comments where post_id = ${topic} and id < ${reply} order by id desc limit ${literal(REPLIES_ABOVE)})
    union all
    (select id from comments where post_id = ${topic} and id >= ${reply} order by id limit ${Math.max(1, limit - REPLIES_ABOVE)}))
  select (select coalesce(json_agg(${replyJson()} order by comments.id), '[]') from shown join comments using (id)), null
  from posts where posts.id = ${topic}`

const create = write(
  createReply,
  ({ me, params, body: { content, is_anonymous = false, mentions = [] } }) => sql`
    insert into comments (post_id, content, is_anonymous, user_id, mentions)
    values (${params.id}, ${content}, ${is_anonymous}, ${is_anonymous ? null : me.profile_id}, ${mentions})
    returning ${replyJson(justWritten)}`,
  { under: 'posts' },
)

const on = 'comments'
const update = write(
  updateReply,
  ({ params, body }) =>
    sql`update comments set ${setGiven(['content', 'mentions'], body)} where id = ${params.id} returning ${replyJson()}`,
  { on },
)

const remove = write(deleteReply, ({ params }) => sql`delete from comments where id = ${params.id} returning id`, {
  on,
})

export default [list, create, update, remove]
