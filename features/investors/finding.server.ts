import { commonOrRare } from '../../database/common-or-rare.ts'
import { literally, written } from '../../database/list.ts'
import { allOf, type Sql, sql } from '../../database/sql.ts'
import type { Request } from '../../server/endpoint.ts'
import type { countInvestors } from './contract.ts'
import { type Order, orderBy } from './paging.server.ts'
import { EVERY_STAGE, type Sort } from './shared/options.ts'

type Narrowing = Request<typeof countInvestors>['query']

/** Each has its index in the migration; shared/cursor.ts names the same values. */
export const orders: Record<Sort, Order> = {
  name: { columns: [sql`name`, sql`id`], down: false },
  // Among equals more voices weigh more; without any, an investor comes last.
  rating: { columns: [sql`coalesce(avg_rating, 0)`, sql`rating_count`, sql`id`], down: true },
  newest: { columns: [sql`created_at`, sql`id`], down: true },
  commented: { columns: [sql`comments_count`, sql`id`], down: true },
}

// What is asked for stands behind a select, unseen by the planner: it then makes one plan for all, instead of one each time.
const hasText = (q: string) => sql`search_text like (select '%' || lower(${literally(q)} collate names) || '%')`
const overlaps = (column: Sql, tags: readonly string[]) => sql`${column} && (select ${tags}::text[])`
// Written out: the index of the top rated serves only a number that the planner can see.
const isTopRated = sql`avg_rating >= 4`

/** The investors who can have the text, through the index of words and pairs. One or two letters are a part of nearly every word. */
const hasWords = (q: string) =>
  q.split(/\s+/).some(word => word.length > 2)
    ? sql`investor_keys_in(search_text collate "C") && (select investor_keys_with(${q}))`
    : null

/** OR within the stages and within the focus areas, AND between everything. `throughWords`: where the search begins, not where rows are at hand. */
export const narrowed = ({ q, stage, focus, top_rated }: Narrowing, throughWords = true) =>
  allOf([
    q && throughWords ? hasWords(q) : null,
    q ? hasText(q) : null,
    stage && overlaps(sql`stage`, [...stage, EVERY_STAGE]),
    focus && overlaps(sql`focus`, focus),
    top_rated === 'true' && isTopRated,
  ])

/** The first investors of a list, in order. */
export function firstOf(narrowing: Narrowing, order: Order, start: Sql | undefined, most: number): Sql {
  const inOrder = orderBy(order)
  const matches = narrowed(narrowing, false)
  const along = allOf([narrowing.top_rated === 'true' && isTopRated, start])
  if (!narrowing.q && !narrowing.stage && !narrowing.focus)
    return sql`select * from investors where ${along} order by ${inOrder} limit ${written(most)}`
  // A text costs more to look through than a tag, and is scarce more often: most people search for a name.
  const sample = narrowing.stage || narrowing.focus ? 150 : 50
  const walk = (steps: number, condition: Sql) => sql`select * from (
    select * from investors where ${along} and ${condition} order by ${inOrder} limit ${written(steps)}) walked where ${matches}`
  // The offset keeps the order apart from the search: it must not tempt the planner to walk along it after all.
  const sorted = (condition: Sql) => sql`select * from (
    select * from investors where ${allOf([narrowed(narrowing), start])} and ${condition} offset 0) found
    order by ${inOrder} limit ${written(most)}`
  return sql`
    with ${commonOrRare(walk, sorted, most, sample)}
    -- One of the two has rows, in order.
    select * from near where (select yes from is_full) union all select * from rare`
}
