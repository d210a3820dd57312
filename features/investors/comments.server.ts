import { allOf, sql } from '../../database/sql.ts'
import { handle, type Request } from '../../server/endpoint.ts'
import { type Comment, deleteComment, listComments, postComment, updateComment } from './contract.ts'
import { afterCursor, linkToNext, type Order, orderBy, readPage } from './paging.server.ts'
import { refuseAnotherId, refuseAnotherSender } from './payload.ts'
import { commentCursorOf } from './shared/cursor.ts'

const withWriter = sql`json_build_object('id', c.id, 'investor_id', c.investor_id, 'user_id', c.user_id, 'content', c.content,
  'rating', c.rating, 'is_private', c.is_private, 'created_at', c.created_at, 'can_edit', is_writer(c.user_id),
  'user', json_build_object('full_name', p.full_name, 'avatar_url', p.avatar_url))`

const newestFirst: Order = { columns: [sql`created_at`, sql`id`], down: true }

async function list({ tx, http, params, query }: Request<typeof listComments>) {
  const wanted = allOf([sql`investor_id = ${params.id}`, afterCursor(newestFirst, query.after)])
  const found = sql`
    select * from investor_comments where ${wanted} order by ${orderBy(newestFirst)} limit ${query.limit + 1}`
  const rows = sql`select ${withWriter} as row from (${found}) c join profiles p on p.id = c.user_id
    order by c.created_at desc, c.id desc`
  const page = await readPage<Comment>(tx, rows, query.limit)
  // No comments, or no such investor?
  if (page.count === 0) await tx.one(sql`select 1 from investors where id = ${params.id}`)
  linkToNext(http, page, last => [listComments, { ...params, ...query, after: commentCursorOf(last) }])
  return page.list
}

function post({ tx, me, params, body }: Request<typeof postComment>) {
  refuseAnotherSender(body.user_id, me.profile_id)
  refuseAnotherId('investor_id', body.investor_id, params.id)
  return tx.json(sql`
    with c as (
      insert into investor_comments (investor_id, user_id, content, rating, is_private)
      values (${params.id}, ${me.profile_id}, ${body.content}, ${body.rating ?? null}, ${body.is_private ?? false})
      returning *)
    select ${withWriter} from c join profiles p on p.id = c.user_id`)
}

function update({ tx, params, body }: Request<typeof updateComment>) {
  refuseAnotherId('id', body.id, params.id)
  return tx.json(sql`
    with c as (
      update investor_comments set content = coalesce(${body.content}, content),
        rating = case when ${body.rating !== undefined} then ${body.rating ?? null} else rating end,
        is_private = coalesce(${body.is_private}, is_private)
      where id = ${params.id} returning *)
    select ${withWriter} from c join profiles p on p.id = c.user_id`)
}

async function remove({ tx, params }: Request<typeof deleteComment>) {
  await tx.one(sql`delete from investor_comments where id = ${params.id} returning id`)
}

const on = 'investor_comments'
export default [
  handle(listComments, list),
  handle(postComment, post),
  handle(updateComment, update, { on }),
  handle(deleteComment, remove, { on }),
]
