import { allOf, type Condition, name, type Sql, sql } from '../connection/sql.ts'
import { literal, roundUp } from './limit.ts'
import { after, columnsOf, type Order, orderBy } from './order.ts'
import { closeRowsOf, type Search } from './search.ts'

type List = {
  /** A table with an `id`, and its alias. */
  from: string
  as?: string
  order: Order
  filters?: Condition[]
  search?: Search
  /** The JSON of a row, and the joins it needs. */
  json: Sql
  join?: Sql
  limit: number
  /** The cursor of the page before. */
  after?: string
}

/** One page of a list: its JSON, and the cursor values of the next page (null: none). */
export function list({ json, join = sql``, limit, ...rest }: List): Sql {
  const { from, as = from, order } = rest
  return pageOf({
    rows: sql`select id from (${rowsOf({ ...rest, most: roundUp(limit + 1) })}) found`,
    shown: sql`page join ${name(from)} ${name(as)} using (id) ${join}`,
    order,
    json,
    limit,
  })
}

type Page = Pick<List, 'order' | 'json' | 'limit'> & {
  /** The rows in order; more than `limit` if there is a next page. */
  rows: Sql
  /** The `from` clause for `json` and the order's columns: `page`, which has these rows, with its joins. */
  shown?: Sql
}

export const pageOf = ({ rows, shown = sql`page`, order, json, limit }: Page): Sql => sql`
  with numbered as materialized (select found.*, row_number() over () as place from (${rows}) found),
  page as (select * from numbered where place <= ${limit})
  select '[' || coalesce(string_agg((${json})::text, ',' order by place), '') || ']' as list,
    case when (select count(*) from numbered) > ${limit}
      then max(json_build_array(${columnsOf(order)})::text) filter (where place = ${limit}) end as next
  from ${shown}`

type Rows = Pick<List, 'from' | 'as' | 'order' | 'filters' | 'search' | 'after'> & {
  most: number
  /** Instead of a cursor: a condition for the start of the page. */
  start?: Sql
}

/** The first ids of a list, in order. */
export function rowsOf({
  from,
  as = from,
  order,
  filters = [],
  search,
  after: cursor,
  most,
  start = after(order, cursor),
}: Rows): Sql {
  const inOrder = (rows: Sql, rest: Sql, some = most) =>
    sql`select * from ${rows} where ${rest} order by ${orderBy(order)} limit ${literal(some)}`
  const alias = name(as)
  const table = sql`${name(from)} ${alias}`
  const wanted = allOf(filters)
  if (!search) return inOrder(table, allOf([...filters, start]))
  // `offset 0` is an optimisation fence: the planner must not scan the index of the order for the inner query.
  const sorted = (found: Sql) =>
    inOrder(sql`(select * from ${table} where ${wanted} and ${found} offset 0) ${alias}`, start)
  const byIndex = sql`id in (${search.ids})`
  const notFound = sql`not exists (select from near) and not exists (select from rare)
      and not exists (select from ${table} where ${wanted} and ${byIndex})`
  const close =
    search.close &&
    sql`,
    close as materialized (${inOrder(
      sql`(${closeRowsOf(from, { ...search.close, similar: allOf([...filters, search.close.similar, notFound]) }, alias)}) ${alias}`,
      start,
    )})`
  return sql`
    with ${search.typed ? sql`${search.typed},` : sql``}
    ${commonOrRare(
      (steps, condition) =>
        sql`select * from (${inOrder(table, allOf([...filters, start, condition]), steps)}) ${alias} where ${search.matches}`,
      condition => sorted(sql`${byIndex} and ${condition}`),
      most,
    )}${close ?? sql``}
    -- Only one of these has rows.
    select * from near where (select yes from is_full)
    union all select * from rare ${close ? sql`union all select * from close` : sql``}`
}

/** For each row of the page, how many rows are scanned in order before the search index is used instead. */
const STEPS_PER_ROW = 40
/** Rows at the start of the list that are sampled to find out whether a search term is common. */
const SAMPLE_ROWS = 50

/**
 * PostgreSQL cannot estimate whether a word is in half of all rows or in one: the generic plan serves all words, and row-level security
 * prevents the use of column statistics. So the statement takes a sample. If the sample has matches, the rows are scanned in order until
 * the page is full. If it has none, or if the scan does not fill the page within a number of steps, the word is rare: the search index
 * finds all matches, which are then sorted.
 */
const commonOrRare = (
  walk: (steps: number, condition: Sql) => Sql,
  sorted: (condition: Sql) => Sql,
  most: number,
) => sql`
  near as materialized (
    ${walk(STEPS_PER_ROW * most, sql`(select count(*) from (${walk(SAMPLE_ROWS, sql`true`)} limit 2) seen) = 2`)} limit ${literal(most)}),
  is_full as materialized (select count(*) = ${literal(most)} as yes from near),
  rare as materialized (${sorted(sql`not (select yes from is_full)`)})`
