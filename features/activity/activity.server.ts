import { join, Sql, sql } from '../../database/connection/sql.ts'
import { literal, roundUp } from '../../database/list/limit.ts'
import { pageOf } from '../../database/list/list.ts'
import { after, type Order, orderBy } from '../../database/list/order.ts'
import { call, page } from '../../server/pages/boot.ts'
import { read } from '../../server/request/endpoint.ts'
import { getProfile } from '../profile/contract.ts'
import { activityListing, type Kind, kinds, listActivity } from './contract.ts'

const newestFirst: Order = {
  by: [
    [sql`created_at`, 'timestamptz'],
    [sql`id`, 'integer'],
    [sql`kind`, 'text'],
  ],
  descending: true,
}

const list = read(listActivity, ({ query: { kind, limit, after: cursor } }) => {
  const inOrder = sql`order by ${orderBy(newestFirst)} limit ${literal(roundUp(limit + 1))}`
  /**
   * Each kind by itself, in the order of its index. The kind is a literal, so that the plan reads one table only; where
   * another kind alone is asked for, that table is not read.
   */
  const latestOf = (one: Kind) => {
    const itself = new Sql([`'${one}'`], [])
    return sql`(select * from activity where kind = ${itself} and actor_id is not null
      and (select coalesce(${kind}, ${itself}) = ${itself}) and ${after(newestFirst, cursor)} ${inOrder})`
  }
  return pageOf({
    rows: sql`select * from (${join(kinds.map(latestOf), ' union all ')}) latest ${inOrder}`,
    order: newestFirst,
    json: sql`activity_json(kind, id, created_at, actor_id, subject_id)`,
    limit,
  })
})

export default [list]

export const preloads = [
  page('/activity', url => [
    call(getProfile, {}),
    call(listActivity, activityListing(Object.fromEntries(url.searchParams))),
  ]),
]
