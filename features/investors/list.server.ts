import { allOf, join, sql } from '../../database/sql.ts'
import { handle, type Request } from '../../server/endpoint.ts'
import { countInvestors, investorNeighbours, listInvestors } from './contract.ts'
import { investorColumns, investorJson } from './investor-json.ts'
import { afterCursor, answerPage, beyond, type Order, orderBy, reversed } from './paging.server.ts'
import { cursorOf } from './shared/cursor.ts'
import { EVERY_STAGE, type Sort } from './shared/options.ts'

const orders: Record<Sort, Order> = {
  name: { columns: [sql`name`, sql`id`], down: false },
  // Among equals, more voices weigh more; without any, an investor comes last.
  rating: { columns: [sql`coalesce(avg_rating, 0)`, sql`rating_count`, sql`id`], down: true },
  newest: { columns: [sql`created_at`, sql`id`], down: true },
  commented: { columns: [sql`comments_count`, sql`id`], down: true },
}

type Narrowing = Request<typeof countInvestors>['query']

/** OR within the stages and within the focus areas, AND between all. */
const narrowed = ({ q, stage, focus, top_rated }: Narrowing) =>
  allOf([
    q ? sql`search_text like '%' || lower(${q.replace(/[\\%_]/g, '\\$&')} collate names) || '%'` : null,
    stage && sql`stage && ${[...stage, EVERY_STAGE]}::text[]`,
    focus && sql`focus && ${focus}::text[]`,
    // Written out: the index of the top rated serves only a number it can see.
    top_rated === 'true' && sql`avg_rating >= 4`,
  ])

const isNarrowed = ({ q, stage, focus }: Narrowing) => Boolean(q || stage || focus)

/**
 * A word may be in one investor or in half of them, and only a plan made for that very word knows whether to fetch the
 * matches and sort them, or to walk along the order until a page is full.
 */
async function planFor({ tx, query }: { tx: Request<typeof listInvestors>['tx']; query: Narrowing }): Promise<void> {
  if (isNarrowed(query)) await tx.run(sql`set local plan_cache_mode = force_custom_plan`)
}

async function list({ tx, http, query }: Request<typeof listInvestors>) {
  const order = orders[query.sort]
  const wanted = allOf([narrowed(query), afterCursor(order, query.after)])
  await planFor({ tx, query })
  return answerPage(
    { tx, http },
    {
      rows: sql`select ${investorJson} as row from (
      select ${investorColumns} from investors where ${wanted} order by ${orderBy(order)} limit ${query.limit + 1}) investors`,
      limit: query.limit,
      endpoint: listInvestors,
      input: query,
      cursorOf: (row: Parameters<typeof cursorOf>[0]) => cursorOf(row, query.sort),
    },
  )
}

async function count({ tx, query }: Request<typeof countInvestors>) {
  await planFor({ tx, query })
  return tx.json(sql`select json_build_object('matching', (select count(*) from investors where ${narrowed(query)}),
    'total', (select count(*) from investors))`)
}

async function neighbours({ tx, params, query }: Request<typeof investorNeighbours>) {
  const order = orders[query.sort]
  const place = await tx.one<{ values: unknown[] }>(sql`
    select json_build_array(${join(order.columns)}) as values from investors where id = ${params.id}`)
  await planFor({ tx, query })
  const nearest = (direction: Order) => sql`(
    select json_build_object('id', id, 'name', name, 'firm', firm) from investors
    where ${narrowed(query)} and ${beyond(direction, place.values)} order by ${orderBy(direction)} limit 1)`
  return tx.json(sql`select json_build_object('previous', ${nearest(reversed(order))}, 'next', ${nearest(order)})`)
}

export default [handle(listInvestors, list), handle(countInvestors, count), handle(investorNeighbours, neighbours)]
