import type { z } from 'zod'
import { ifGiven, pageOf, roundedUp } from '../../database/list.ts'
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

function inTheirOrder({ q, status, mine, sort, after, limit }: Query): Sql {
  const order = orders[sort]
  const typed = q?.trim() || null
  // Behind a select, so that the words are read once and not for every row.
  const hasWords = (terms: Sql) => sql`search @@ (select array_to_string(${terms}, ' & ')::tsquery)`
  const terms = sql`introduction_terms(${typed}, null)`
  // `offset 0`: begin with what leaves the fewest rows, my own or those with the words, and only then sort.
  const from = mine
    ? sql`(select * from introduction_requests where user_id = me() offset 0)`
    : typed
      ? sql`(select * from introduction_requests where ${hasWords(sql`(${terms})[1:10]`)} offset 0)`
      : sql`introduction_requests`
  const hasStatus = sql`r.status = ${status}`
  const wanted = allOf([
    // By date there is an index of every status.
    !mine && !typed && !order.key ? status && hasStatus : ifGiven(status, sql`text`, hasStatus),
    (mine || typed) && ifGiven(typed, sql`text`, sql`r.${hasWords(terms)}`),
    beyond(order, after),
  ] as (Sql | undefined)[])
  return sql`select * from ${from} r where ${wanted} ${orderBy(order)} limit ${roundedUp(limit + 1)}`
}

export default [list]
