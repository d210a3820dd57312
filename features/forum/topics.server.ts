import { type Sql, setGiven, sql } from '../../database/connection/sql.ts'
import { list } from '../../database/list/list.ts'
import type { Order } from '../../database/list/order.ts'
import { search } from '../../database/list/search.ts'
import { read, write } from '../../server/request/endpoint.ts'
import {
  createTopic,
  DEFAULT_CATEGORY,
  deleteTopic,
  getTopic,
  listTopics,
  type topicSorts,
  updateTopic,
} from './contract.ts'
import { justWritten, topicJson } from './rows.ts'

/** Ids increase with time. */
const orders: Record<(typeof topicSorts)[number], Order> = {
  newest: { by: [[sql`posts.id`, 'integer']], descending: true },
  active: {
    by: [
      [sql`posts.active_at`, 'timestamptz'],
      [sql`posts.id`, 'integer'],
    ],
    descending: true,
  },
}

/** Full-text search in the content of topics and replies. */
const bodies = {
  matches: (query: Sql) =>
    sql`posts.words @@ ${query} or exists (select from comments c where c.post_id = posts.id and c.words @@ ${query})`,
  ids: (query: Sql) =>
    sql`select id from posts where words @@ ${query} union select post_id from comments where words @@ ${query}`,
}

const listed = read(listTopics, ({ query: { q, category, pinned, sort, limit, after } }) =>
  list({
    from: 'posts',
    order: orders[sort],
    filters: [category && sql`category_of(posts) = ${category}`, pinned && sql`posts.is_pinned`],
    search: search('posts', q, { by: 'word', bodies, forgives: true }),
    json: topicJson(),
    limit,
    after,
  }),
)

export const topicOf = (id: number) => sql`select ${topicJson()} from posts where id = ${id}`

const create = write(createTopic, ({ me, body }) => {
  const { title, content, tags = [DEFAULT_CATEGORY], is_anonymous = false, mentions = [] } = body
  return sql`
    insert into posts (title, content, tags, is_anonymous, user_id, mentions)
    values (${title}, ${content}, ${tags}, ${is_anonymous}, ${is_anonymous ? null : me.profile_id}, ${mentions})
    returning ${topicJson(justWritten)}`
})

const on = 'posts'
const update = write(
  updateTopic,
  ({ params, body }) => sql`
    update posts set ${setGiven(['title', 'content', 'tags', 'mentions'], body)} where id = ${params.id} returning ${topicJson()}`,
  { on },
)

const remove = write(deleteTopic, ({ params }) => sql`delete from posts where id = ${params.id} returning id`, { on })

export default [listed, read(getTopic, ({ params }) => topicOf(params.id)), create, update, remove]
