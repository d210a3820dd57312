import { join, sql } from '../../database/connection/sql.ts'
import { literal, roundUp, textLiteral } from '../../database/list/limit.ts'
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
   * Reads each kind in the order of its index. The kind is a literal, so that the planner prunes the other tables of the view.
   * A kind that the query's filter excludes is not read at all.
   */
  const latestOf = (listedKind: Kind) => {
    const kindLiteral = textLiteral(listedKind)
    return sql`(select * from activity where kind = ${kindLiteral} and actor_id is not null
      and (select coalesce(${kind}, ${kindLiteral}) = ${kindLiteral}) and ${after(newestFirst, cursor)} ${inOrder})`
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
