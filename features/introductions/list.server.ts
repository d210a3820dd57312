import { allOf, type Sql, sql } from '../../database/sql.ts'
import { handle, type Request } from '../../server/endpoint.ts'
import { listIntroductionRequests } from './contract.ts'
import { answerPage, oneMore, readCursor } from './paging.ts'
import { requestJson } from './request-json.ts'
import type { Sort } from './shared/words.ts'

/** What an order goes by, what a cursor holds of it (the field that shared/cursor.ts names), and how that is read back. */
type Order = { by: Sql; held: Sql; read: (value: string) => Sql; down?: true }

const date = { by: sql`r.created_at`, held: sql`r.created_at`, read: (value: string) => sql`${value}::timestamptz` }
const orders: Record<Sort, Order> = {
  newest: { ...date, down: true },
  oldest: date,
  urgent: {
    by: sql`urgency_rank(r.urgency)`,
    held: sql`r.urgency`,
    read: value => sql`urgency_rank(${value})`,
    down: true,
  },
  title: { by: sql`r.shown_title collate names`, held: sql`r.shown_title`, read: value => sql`${value}` },
  company: { by: sql`r.shown_company collate names`, held: sql`r.shown_company`, read: value => sql`${value}` },
}

function list({ tx, me, query, http }: Request<typeof listIntroductionRequests>) {
  const { by, held, read, down } = orders[query.sort]
  const [direction, beyond] = down ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const inOrder = sql`order by ${by} ${direction}, r.id ${direction}`
  const cursor = query.after ? readCursor(query.after) : null
  const wanted = allOf([
    query.status && sql`r.status = ${query.status}`,
    query.mine === 'true' && sql`r.user_id = ${me.user_id}`,
    ...wordsOf(query.q).map(word => sql`r.searched ilike ${word}`),
    cursor && sql`(${by}, r.id) ${beyond} (${read(cursor.value)}, ${cursor.id}::integer)`,
  ])
  return answerPage(
    { tx, http },
    listIntroductionRequests,
    query,
    sql`select ${requestJson} as item, concat(r.id, ':', ${held}) as cursor
      from (select * from introduction_requests r where ${wanted} ${inOrder} limit ${oneMore(query.limit)}) r
        left join profiles p on p.user_id = r.user_id
      ${inOrder}`,
  )
}

const MOST_WORDS = 8

/** Every word must occur somewhere, just as it is written: %, _ and \ are letters like any other. */
const wordsOf = (q = '') =>
  q
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MOST_WORDS)
    .map(word => `%${word.replace(/[\\%_]/g, '\\$&')}%`)

export default [handle(listIntroductionRequests, list)]
