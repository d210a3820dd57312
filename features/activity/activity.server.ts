import { roundedUp } from '../../database/list.ts'
import { join, Sql, sql } from '../../database/sql.ts'
import { call, page } from '../../server/boot.ts'
import { read } from '../../server/endpoint.ts'
import { getProfile } from '../profile/contract.ts'
import { type Kind, kinds, listActivity } from './contract.ts'
import { listingOf } from './shared/listing.ts'

const newestFirst = sql`created_at desc, id desc, kind desc`

const list = read(listActivity, ({ query }) => {
  const { kind, limit = 500, after } = query
  const most = roundedUp(limit + 1)
  const sources = kinds.map(one => latestOf(one, kind, most, after))
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

/**
 * Each kind by itself, in the order of its index. The kind is written into the statement, so that the plan reads one table only; where
 * another kind alone is asked for, that table is not read.
 */
function latestOf(kind: Kind, asked: Kind | undefined, most: Sql, after = FIRST): Sql {
  const itself = new Sql([`'${kind}'`], [])
  return sql`(select * from activity
    where kind = ${itself} and actor_id is not null and (select coalesce(${asked}, ${itself}) = ${itself}) and ${olderThan(after)}
    order by ${newestFirst} limit ${most})`
}

/** Before everything there is: where a list begins that is given no other place. */
const FIRST = 'infinity~-0'

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
