import { Json } from '../../database/database.ts'
import { allOf, join, Sql, sql } from '../../database/sql.ts'
import { handle, type Request } from '../../server/endpoint.ts'
import { linkTo, MOST_ROWS } from '../../server/links.ts'
import { cursorOf, type Kind, kinds, listActivity } from './contract.ts'

const newestFirst = sql`created_at desc, id desc, actor_id desc, kind desc`

async function list({ tx, query, http }: Request<typeof listActivity>) {
  const { kind, limit = MOST_ROWS, after } = query
  const sources = (kind ? [kind] : kinds).map(one => latestOf(one, limit + 1, after))
  const { items, next } = await tx.one<{ items: string; next: { created_at: string; id: string } | null }>(sql`
    with page as materialized (
      select * from (${join(sources, ' union all ')}) a order by ${newestFirst} limit ${limit + 1}),
    shown as (select page.*, activity_json(kind, id, created_at, actor_id, subject_id) as item
      from page order by ${newestFirst} limit ${limit})
    select coalesce(json_agg(item order by ${newestFirst}), '[]')::text as items,
      case when (select count(*) from page) > ${limit}
        then (select item from shown order by created_at, id, actor_id, kind limit 1) end as next
    from shown`)
  if (next) linkTo(http, 'next', listActivity, { ...query, after: cursorOf(next) })
  return new Json(items)
}

/** Each kind by itself, in the order of its index. The kind is written into the statement, so that the plan reads one table only. */
function latestOf(kind: Kind, most: number, after?: string): Sql {
  const wanted = allOf([sql`kind = ${new Sql([`'${kind}'`], [])}`, after !== undefined && olderThan(after)])
  return sql`(select * from activity where ${wanted} order by ${newestFirst} limit ${most})`
}

function olderThan(cursor: string): Sql {
  const [at, item = ''] = cursor.split('~')
  const [kind, id, actor] = item.split('-')
  return sql`created_at <= ${at}::timestamptz
    and (created_at, id, actor_id, kind) < (${at}::timestamptz, ${id}::integer, ${actor}::integer, ${kind})`
}

export default [handle(listActivity, list)]
