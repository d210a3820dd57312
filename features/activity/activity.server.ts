import { roundedUp } from '../../database/list.ts'
import { allOf, join, Sql, sql } from '../../database/sql.ts'
import { call, page } from '../../server/boot.ts'
import { read } from '../../server/endpoint.ts'
import { getProfile } from '../profile/contract.ts'
import { type Kind, kinds, listActivity } from './contract.ts'
import { listingOf } from './shared/listing.ts'

const newestFirst = sql`created_at desc, id desc, kind desc`

const list = read(listActivity, ({ query }) => {
  const { kind, limit = 500, after } = query
  const most = roundedUp(limit + 1)
  const sources = (kind ? [kind] : kinds).map(one => latestOf(one, most, after))
  return sql`
    with page as materialized (
      select * from (${join(sources, ' union all ')}) a order by ${newestFirst} limit ${most}),
    shown as (select page.*, activity_json(kind, id, created_at, actor_id, subject_id) as item
      from page order by ${newestFirst} limit ${limit})
    select coalesce(json_agg(item order by ${newestFirst}), '[]'),
      case when (select count(*) from page) > ${limit}
        then (select item ->> 'cursor' from shown order by created_at, id, kind limit 1) end
    from shown`
})

/** Each kind by itself, in the order of its index. The kind is written into the statement, so that the plan reads one table only. */
function latestOf(kind: Kind, most: Sql, after?: string): Sql {
  const wanted = allOf([
    sql`kind = ${new Sql([`'${kind}'`], [])} and actor_id is not null`,
    after !== undefined && olderThan(after),
  ])
  return sql`(select * from activity where ${wanted} order by ${newestFirst} limit ${most})`
}

function olderThan(cursor: string): Sql {
  const [at, item = ''] = cursor.split('~')
  const [kind, id] = item.split('-')
  return sql`created_at <= ${at}::timestamptz
    and (created_at, id, kind) < (${at}::timestamptz, ${id}::integer, ${kind})`
}

export default [list]

export const preloads = [
  page('/activity', url => [call(getProfile, {}), call(listActivity, listingOf(url.searchParams.get('kind') ?? ''))]),
]
