import { literal, roundUp } from '../../database/list/limit.ts'
import { sql } from '../../database/sql.ts'
import { handle, type Request, read } from '../../server/endpoint.ts'
import { lockVersion } from '../../server/versions.ts'
import { createReply, deleteReply, listReplies, updateReply } from './contract.ts'
import { mustAgree } from './payload.ts'
import { justWritten, replyJson } from './rows.ts'

/** Oldest first, read from the beginning onwards or from the end backwards. */
const list = read(listReplies, ({ params, query }) => {
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

async function create({ tx, me, params, body }: Request<typeof createReply>) {
  mustAgree(body, me, { post_id: params.id })
  const { content, is_anonymous = false } = body
  return tx.last(sql`
    insert into comments (post_id, content, is_anonymous, user_id)
    values (${params.id}, ${content}, ${is_anonymous}, ${is_anonymous ? null : me.profile_id})
    returning ${replyJson(justWritten, justWritten)}`)
}

async function update({ tx, me, params, body }: Request<typeof updateReply>) {
  mustAgree(body, me, params)
  await lockVersion(tx, body.version, { table: 'comments', id: params.id })
  return tx.json(sql`update comments set content = ${body.content} where id = ${params.id} returning ${replyJson()}`)
}

async function remove({ tx, params }: Request<typeof deleteReply>) {
  await tx.one(sql`delete from comments where id = ${params.id} returning id`)
}

export default [
  list,
  handle(createReply, create),
  handle(updateReply, update, { on: 'comments' }),
  handle(deleteReply, remove, { on: 'comments' }),
]
