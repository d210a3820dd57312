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

/** OR within stages and within focus areas, AND between the filters. Uses the index of the filter that is likely most selective. */
export function narrowed({ q, stage, focus, top_rated }: Narrowing) {
  const wanted = stage && [...stage, EVERY_STAGE]
  const areas = focus && tagged('investors', 'focus', focus)
  const stages = wanted && tagged('investors', 'stage', wanted)
  const searched = search('investors', q, { by: 'phrase' }) ?? areas ?? stages
  const filters: Condition[] = [
    // A literal, so that the planner can use the partial index.
    top_rated === 'true' && sql`avg_rating >= ${literal(TOP_RATED)}`,
    searched !== areas && hasAny(sql`focus`, focus),
    searched !== stages && hasAny(sql`stage`, wanted),
  ]
  return { from: 'investors', filters, search: searched }
}

/** Also true without tags, so that one prepared statement serves both cases. */
const hasAny = (column: Sql, tags: readonly string[] | undefined) =>
  sql`(${tags ?? null}::text[] is null or ${column} && ${tags ?? null}::text[])`
