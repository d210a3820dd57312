import type { Tx } from '../../database/database.ts'
import { allOf, type Sql, sql } from '../../database/sql.ts'
import type { Request } from '../../server/endpoint.ts'
import type { countInvestors } from './contract.ts'
import { type Order, orderBy } from './paging.server.ts'
import { EVERY_STAGE, type Sort } from './shared/options.ts'

export type Narrowing = Request<typeof countInvestors>['query']

/** Each has its index in the migration; shared/cursor.ts names the same values. */
export const orders: Record<Sort, Order> = {
  name: { columns: [sql`name`, sql`id`], down: false },
  // Among equals more voices weigh more; without any, an investor comes last.
  rating: { columns: [sql`coalesce(avg_rating, 0)`, sql`rating_count`, sql`id`], down: true },
  newest: { columns: [sql`created_at`, sql`id`], down: true },
  commented: { columns: [sql`comments_count`, sql`id`], down: true },
}

// Written out: the index of the top rated serves only a number that the planner can see.
const topRated = sql`avg_rating >= 4`

const hasText = (q: string) => sql`search_text like '%' || lower(${q.replace(/[\\%_]/g, '\\$&')} collate names) || '%'`

/** OR within the stages and within the focus areas, AND between everything. */
export const narrowed = ({ q, stage, focus, top_rated }: Narrowing) =>
  allOf([
    q ? hasText(q) : null,
    stage && sql`stage && ${[...stage, EVERY_STAGE]}::text[]`,
    focus && sql`focus && ${focus}::text[]`,
    top_rated === 'true' && topRated,
  ])

/** Plans are usually made once for all values. Which index finds few rows depends on the tags and words of this very request. */
export const planForTheseValues = (tx: Tx) => tx.run(sql`set local plan_cache_mode = force_custom_plan`)

type Wanted = { narrowing: Narrowing; order: Order; start?: Sql; most: number }

/**
 * Finds the first investors of a list: `read` gets a statement that gives them, and tells how many it found.
 *
 * PostgreSQL cannot tell how many investors have a text in them, because the rules keep it from looking at samples of what is
 * searched. So a text is first looked for along the order: one that many investors have fills the page within a few steps. Where
 * it does not, few have it, and the index of texts finds them all at once.
 */
export async function find<Found extends { count: number }>(
  tx: Tx,
  { narrowing, order, start, most }: Wanted,
  read: (investors: Sql) => Promise<Found>,
): Promise<Found> {
  const matches = allOf([narrowed(narrowing), start])
  const inOrder = orderBy(order)
  if (narrowing.q) {
    const walked = allOf([narrowing.top_rated === 'true' && topRated, start])
    const steps = Math.max(300, 12 * most)
    const near = await read(sql`select * from (
      select * from investors where ${walked} order by ${inOrder} limit ${steps}) walked where ${narrowed(narrowing)} limit ${most}`)
    if (near.count >= most) return near
    await planForTheseValues(tx)
    // The offset keeps the order apart from the search, or the planner would walk along it to the end.
    return read(sql`select * from (
      select * from investors where ${matches} offset 0) found order by ${inOrder} limit ${most}`)
  }
  if (narrowing.stage || narrowing.focus) await planForTheseValues(tx)
  return read(sql`select * from investors where ${matches} order by ${inOrder} limit ${most}`)
}
