import type { Database } from '../../database/connection/database.ts'
import { setGiven, sql } from '../../database/connection/sql.ts'
import { list } from '../../database/list/list.ts'
import { read, write } from '../../server/request/endpoint.ts'
import { deleteComment, listComments, postComment, updateComment } from './contract.ts'
import { newestFirst } from './finding.server.ts'

// user_id is renamed in the subquery, because profiles has a column user_id too. Null: the author deleted their account.
const fields = sql`'id', id, 'investor_id', investor_id, 'user_id', user_id, 'content', content,
  'rating', rating, 'is_private', is_private, 'created_at', created_at, 'mentions', mentions_json(mentions, content), 'user',
  coalesce((select json_build_object('full_name', full_name, 'avatar_url', avatar_url)
    from (select user_id as writer) comment join profiles on profiles.id = writer),
    json_build_object('full_name', 'Former member', 'avatar_url', null))`
const commentJson = sql`case when is_mine(investor_comments) then json_build_object(${fields}, 'can_edit', true, 'version', version)
  else json_build_object(${fields}, 'can_edit', false) end`

const listed = read(listComments, ({ params, query: { comment, limit, after } }) => {
  const page = list({
    from: 'investor_comments',
    order: newestFirst,
    filters: [sql`investor_id = ${params.id}`, comment && sql`id = ${comment}`],
    json: commentJson,
    limit,
    after,
  })
  // An unknown investor gives no row (404), not an empty list.
  return sql`select page.* from investors cross join lateral (${page}) page where investors.id = ${params.id}`
})

const post = write(
  postComment,
  ({ me, params, body }) => sql`
    insert into investor_comments (investor_id, user_id, content, rating, is_private, mentions)
      values (${params.id}, ${me.profile_id}, ${body.content}, ${body.rating ?? null}, ${body.is_private ?? false},
        ${body.mentions ?? []})
      returning ${commentJson}`,
  { under: 'investors' },
)

const on = 'investor_comments'
const update = write(
  updateComment,
  ({ params, body }) => sql`
    update investor_comments set ${setGiven(['content', 'rating', 'is_private', 'mentions'], body)}
      where id = ${params.id} returning ${commentJson}`,
  { on },
)

const remove = write(
  deleteComment,
  ({ params }) => sql`delete from investor_comments where id = ${params.id} returning id`,
  {
    on,
  },
)

/** Tells those who commented on an investor privately of a public comment. */
export const notifyPrivateCommenters = (db: Pick<Database, 'asSystem'>, commentId: number): Promise<number> =>
  db.asSystem(tx => tx.run(sql`select notify_private_commenters(${commentId})`))

export default [listed, post, update, remove]
