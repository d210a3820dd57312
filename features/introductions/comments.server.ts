import { sql } from '../../database/connection/sql.ts'
import { list } from '../../database/list/list.ts'
import type { Order } from '../../database/list/order.ts'
import { read, write } from '../../server/request/endpoint.ts'
import { addIntroductionComment, deleteIntroductionComment, listIntroductionComments } from './contract.ts'

/** A comment as contract JSON: `c` is its row, `p` its author's profile. */
const commentJson = (mayDelete = sql`may_delete(c)`) => sql`json_build_object(
  'id', c.id, 'request_id', c.request_id, 'user_id', c.user_id, 'user_name', coalesce(p.full_name, ''), 'profile_id', p.id,
  'avatar_url', p.avatar_url, 'comment_text', c.comment_text, 'created_at', c.created_at,
  'can_delete', ${mayDelete}, 'mentions', mentions_json(c.mentions, c.comment_text))`

const withAuthor = sql`left join profiles p on p.user_id = c.user_id`

const newestFirst: Order = { by: [[sql`c.id`, 'integer']], descending: true }

const listed = read(listIntroductionComments, ({ params: { requestId }, query: { limit, after } }) => {
  const page = list({
    from: 'introduction_comments',
    as: 'c',
    order: newestFirst,
    filters: [sql`c.request_id = ${requestId}`],
    json: commentJson(),
    join: withAuthor,
    limit,
    after,
  })
  // An unknown request gives no row (404), not an empty list.
  return sql`select page.* from introduction_requests r cross join (${page}) page where r.id = ${requestId}`
})

const add = write(
  addIntroductionComment,
  ({ me, params, body }) => sql`
    with c as (insert into introduction_comments (request_id, user_id, comment_text, mentions)
      values (${params.requestId}, ${me.user_id}, ${body.comment_text}, ${body.mentions ?? []}) returning *)
    select ${commentJson(sql`true`)} from c ${withAuthor}`,
  { under: ({ requestId }: { requestId: number }) => sql`introduction_requests r where r.id = ${requestId}` },
)

const comment = ({ requestId, commentId }: { requestId: number; commentId: number }) =>
  sql`introduction_comments r where r.id = ${commentId} and r.request_id = ${requestId}`

const remove = write(deleteIntroductionComment, ({ params }) => sql`delete from ${comment(params)} returning r.id`, {
  on: comment,
})

export default [listed, add, remove]
