import { join, sql } from '../../database/connection/sql.ts'
import { literal, roundUp, textLiteral } from '../../database/list/limit.ts'
import { pageOf } from '../../database/list/list.ts'
import { after, type Order, orderBy } from '../../database/list/order.ts'
import { read } from '../../server/request/endpoint.ts'
import { countContributions, type Kind, kinds, listContributions } from './contract.ts'

const newestFirst: Order = {
  by: [
    [sql`created_at`, 'timestamptz'],
    [sql`id`, 'integer'],
    [sql`kind`, 'text'],
  ],
  descending: true,
}

const absent = { absent: 'Member not found' }

const ofMember = (kind: Kind, id: number) => sql`contributions where kind = ${textLiteral(kind)} and profile_id = ${id}`

const list = read(
  listContributions,
  ({ params, query: { kind, limit, after: cursor } }) => {
    const inOrder = sql`order by ${orderBy(newestFirst)} limit ${literal(roundUp(limit + 1))}`
    /** A kind that the query's filter excludes is not read at all. */
    const latestOf = (listed: Kind) => sql`(select * from ${ofMember(listed, params.id)}
      and (select coalesce(${kind ?? null}, ${textLiteral(listed)}) = ${textLiteral(listed)}) and ${after(newestFirst, cursor)} ${inOrder})`
    const page = pageOf({
      rows: sql`select * from (${join(kinds.map(latestOf), ' union all ')}) latest ${inOrder}`,
      order: newestFirst,
      json: sql`json_build_object('kind', kind, 'id', id, 'created_at', created_at, 'subject_id', subject_id, 'subject', subject)`,
      limit,
    })
    // An unknown member gives no row (404), not an empty list.
    return sql`select page.* from profiles cross join lateral (${page}) page where profiles.id = ${params.id}`
  },
  absent,
)

const counts = read(
  countContributions,
  ({ params }) => sql`
    select json_build_object(${join(kinds.map(kind => sql`${textLiteral(kind)}, (select count(*) from ${ofMember(kind, params.id)})`))})
    from profiles where id = ${params.id}`,
  absent,
)

export default [list, counts]
