import { sql } from '../../database/sql.ts'
import { handle, type Request } from '../../server/endpoint.ts'
import { notAllowed, notFound } from '../../server/errors.ts'
import { addIntroductionComment, deleteIntroductionComment, listIntroductionComments } from './contract.ts'
import { answerPage, oneMore, readCursor } from './paging.ts'
import { mustBeMine } from './payload.ts'

/** A comment as it is sent: `c` is its row, `p` its author's profile. */
const commentJson = sql`json_build_object(
  'id', c.id, 'request_id', c.request_id, 'user_id', c.user_id, 'user_name', coalesce(p.full_name, ''), 'profile_id', p.id,
  'avatar_url', p.avatar_url, 'comment_text', c.comment_text, 'created_at', c.created_at,
  'can_delete', may_delete_introduction_comment(c.user_id, c.request_id))`

async function list({ tx, http, params, query }: Request<typeof listIntroductionComments>) {
  const cursor = query.after ? readCursor(query.after) : null
  const older = cursor ? sql`and (c.created_at, c.id) < (${cursor.value}::timestamptz, ${cursor.id}::integer)` : sql``
  // Of an unknown request there is no list, not even an empty one.
  await tx.one(sql`select 1 from introduction_requests where id = ${params.requestId}`)
  return answerPage(
    { tx, http },
    listIntroductionComments,
    { ...params, ...query },
    sql`select ${commentJson} as item, concat(c.id, ':', c.created_at) as cursor
      from (select * from introduction_comments c where c.request_id = ${params.requestId} ${older}
          order by c.created_at desc, c.id desc limit ${oneMore(query.limit)}) c
        left join profiles p on p.user_id = c.user_id
      order by c.created_at desc, c.id desc`,
  )
}

function add({ tx, me, params, body }: Request<typeof addIntroductionComment>) {
  mustBeMine(body, me)
  return tx.json(sql`
    with c as (insert into introduction_comments (request_id, user_id, comment_text)
      values (${params.requestId}, ${me.user_id}, ${body.comment_text}) returning *)
    select ${commentJson} from c left join profiles p on p.user_id = c.user_id`)
}

async function remove({ tx, params }: Request<typeof deleteIntroductionComment>) {
  const it = sql`from introduction_comments where id = ${params.commentId} and request_id = ${params.requestId}`
  if (await tx.run(sql`delete ${it}`)) return
  throw (await tx.maybe(sql`select 1 ${it}`)) ? notAllowed() : notFound()
}

export default [
  handle(listIntroductionComments, list),
  handle(addIntroductionComment, add),
  handle(deleteIntroductionComment, remove),
]
