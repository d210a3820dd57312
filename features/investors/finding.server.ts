import { TOP_RATED } from '../../contract/rating.ts'
import { allOf, type Condition, sql } from '../../database/connection/sql.ts'
import { literal } from '../../database/list/limit.ts'
import type { Order } from '../../database/list/order.ts'
import { type Search, search, tagged } from '../../database/list/search.ts'
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
  ]
  return { from: 'investors', filters, search: withTags(searched, tagged('investors', { focus, stage: stages })) }
}

/**
 * Both the words and the tags. As a filter of the list, a tag that no investor has would make it read the whole table; a search reads a limited
 * number of rows in list order, and then uses the indexes.
 */
function withTags(searched: Search | undefined, tags: Search | undefined): Search | undefined {
  if (!searched || !tags) return searched ?? tags
  return {
    typed: searched.typed,
    matches: allOf([searched.matches, tags.matches]),
    ids: sql`select id from investors where ${tags.matches} and id in (${searched.ids})`,
  }
}
