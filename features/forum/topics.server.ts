import { roundedUp } from '../../database/list.ts'
import { setGiven, sql } from '../../database/sql.ts'
import { handle, type Request, read } from '../../server/endpoint.ts'
import { lockVersion } from '../../server/versions.ts'
import { createTopic, DEFAULT_CATEGORY, deleteTopic, getTopic, listTopics, updateTopic } from './contract.ts'
import { mustAgree } from './payload.ts'
import { justWritten, topicJson } from './rows.ts'

/** One more than the page holds tells whether there is a next one. */
const list = read(listTopics, ({ query }) => {
  const { q = '', category = null, pinned, limit = 500, after = null } = query
  const before = sql`coalesce(${after}::integer, (select max(id) + 1 from posts), 1)`
  const isFiltered = q.trim() !== '' || category || pinned
  const ids = isFiltered
    ? sql`select newest_topics(search_terms(${q}, ${category}, ${Boolean(pinned)}), ${before}, ${limit + 1}) as id`
    : sql`select id from posts where id < ${before} order by id desc limit ${roundedUp(limit + 1)}`
  return sql`
    with page as materialized (${ids})
    select coalesce(json_agg(${topicJson()} order by posts.id desc), '[]'),
      case when (select count(*) from page) > ${limit} then min(posts.id) end
    from (select id from page order by id desc limit ${limit}) shown join posts using (id)`
})

export const topicOf = (id: number) => sql`select ${topicJson()} from posts where id = ${id}`

async function create({ tx, me, body }: Request<typeof createTopic>) {
  mustAgree(body, me)
  const { title, content, tags = [DEFAULT_CATEGORY], is_anonymous = false } = body
  return tx.last(sql`
    insert into posts (title, content, tags, is_anonymous, user_id)
    values (${title}, ${content}, ${tags}, ${is_anonymous}, ${is_anonymous ? null : me.profile_id})
    returning ${topicJson(justWritten, justWritten, justWritten)}`)
}

async function update({ tx, me, params, body }: Request<typeof updateTopic>) {
  mustAgree(body, me, params)
  await lockVersion(tx, body.version, { table: 'posts', id: params.id })
  return tx.json(sql`
    update posts set ${setGiven(['title', 'content', 'tags'], body)} where id = ${params.id} returning ${topicJson()}`)
}

async function remove({ tx, params }: Request<typeof deleteTopic>) {
  await tx.one(sql`delete from posts where id = ${params.id} returning id`)
}

export default [
  list,
  read(getTopic, ({ params }) => topicOf(params.id)),
  handle(createTopic, create),
  handle(updateTopic, update, { on: 'posts' }),
  handle(deleteTopic, remove, { on: 'posts' }),
]
