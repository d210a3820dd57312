import { TOP_RATED } from '../../contract/rating.ts'
import { type Condition, type Sql, sql } from '../../database/connection/sql.ts'
import { literal } from '../../database/list/limit.ts'
import type { Order } from '../../database/list/order.ts'
import { search, tagged } from '../../database/list/search.ts'
import type { Request } from '../../server/request/endpoint.ts'
import type { countInvestors } from './contract.ts'
import { EVERY_STAGE, type Sort } from './shared/options.ts'

type Narrowing = Request<typeof countInvestors>['query']

export const newestFirst: Order = {
  by: [
    [sql`created_at`, 'timestamptz'],
    [sql`id`, 'integer'],
  ],
  descending: true,
}

export const orders: Record<Sort, Order> = {
  name: {
    by: [
      [sql`name`, 'text'],
      [sql`id`, 'integer'],
    ],
  },
  // Ties: more ratings first. Investors without a rating come last.
  rating: {
    by: [
      [sql`coalesce(avg_rating, 0)`, 'float8'],
      [sql`rating_count`, 'integer'],
      [sql`id`, 'integer'],
    ],
    descending: true,
  },
  newest: newestFirst,
  commented: {
    by: [
      [sql`comments_count`, 'integer'],
      [sql`id`, 'integer'],
    ],
    descending: true,
  },
}

/** OR within stages and within focus areas, AND between the filters. */
export function narrowed({ q, stage, focus, top_rated }: Narrowing) {
  const stages = stage && [...stage, EVERY_STAGE]
  const searched = search('investors', q, { by: 'phrase' })
  const filters: Condition[] = [
    // A literal, so that the planner can use the partial index.
    top_rated === 'true' && sql`avg_rating >= ${literal(TOP_RATED)}`,
    searched && hasAny(sql`focus`, focus),
    searched && hasAny(sql`stage`, stages),
  ]
  return { from: 'investors', filters, search: searched ?? tagged('investors', { focus, stage: stages }) }
}

/**
 * `is true` keeps the planner from using the index of the tag: it would read and sort all rows that have the tag, instead of reading the
 * first ones in the order of the list.
 */
const hasAny = (column: Sql, tags: readonly string[] | undefined) =>
  tags && sql`(${column} && (select ${tags}::text[])) is true`
