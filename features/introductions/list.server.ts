import type { z } from 'zod'
import { pageOf, roundedUp } from '../../database/list.ts'
import { allOf, type Sql, sql } from '../../database/sql.ts'
import { read } from '../../server/endpoint.ts'
import { listIntroductionRequests } from './contract.ts'
import { beyond, orderBy, orders, placeIn, readPlace } from './orders.ts'
import { requestJson } from './request-json.ts'

type Query = z.output<typeof listIntroductionRequests.query>

const list = read(listIntroductionRequests, ({ query }) => {
  const order = orders[query.sort]
  const found =
    query.q?.trim() && query.sort === 'newest' && !query.mine
      ? // Each requester looked up: a search has few, and the planner, who does not know that, would read all profiles.
        sql`(${newestMatches(query)}) r left join lateral (select * from profiles where user_id = r.user_id offset 0) p on true`
      : sql`(${inTheirOrder(query)}) r left join profiles p using (user_id)`
  return pageOf(
    sql`select ${requestJson} as row, ${placeIn(order)} as place from ${found} ${orderBy(order)}`,
    query.limit,
  )
})

/** `offset 0`: these few, each with its row. The page's limit must not tempt the planner to walk along all requests beside them. */
const newestMatches = ({ q, status, after, limit }: Query) => sql`
  select * from newest_introductions(${q}, ${status ?? null}, ${after ? readPlace(after).id : null}, ${limit + 1}) id
    join introduction_requests using (id) offset 0`

function inTheirOrder(query: Query): Sql {
  const order = orders[query.sort]
  const matches =
    query.q?.trim() && sql`search @@ array_to_string(introduction_terms(${query.q}, null), ' & ')::tsquery`
  // `offset 0`: begin with what leaves the fewest rows, my own or those with the words, and only then sort.
  const from = query.mine
    ? sql`(select * from introduction_requests where user_id = me() offset 0)`
    : matches
      ? sql`(select * from introduction_requests where ${matches} offset 0)`
      : sql`introduction_requests`
  const wanted = allOf([
    query.status && sql`r.status = ${query.status}`,
    query.mine && matches,
    query.after && beyond(order, query.after),
  ] as (Sql | undefined)[])
  return sql`select * from ${from} r where ${wanted} ${orderBy(order)} limit ${roundedUp(query.limit + 1)}`
}

export default [list]
