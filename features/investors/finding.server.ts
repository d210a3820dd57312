import { TOP_RATED } from '../../contract/rating.ts'
import { commonOrRare } from '../../database/common-or-rare.ts'
import { ifGiven, LAST_ID, literally, written } from '../../database/list.ts'
import { allOf, type Sql, sql } from '../../database/sql.ts'
import type { Request } from '../../server/endpoint.ts'
import type { countInvestors } from './contract.ts'
import { newestFirst, type Order, orderBy } from './paging.server.ts'
import { EVERY_STAGE, type Sort } from './shared/options.ts'

type Narrowing = Request<typeof countInvestors>['query']

/** Each has its index in the migration; shared/cursor.ts names the same values. */
export const orders: Record<Sort, Order> = {
  name: {
    columns: [sql`name`, sql`id`],
    types: [sql`text`, sql`integer`],
    down: false,
    start: ['', 0],
    hasTopRated: true,
  },
  // Among equals more voices weigh more; without any, an investor comes last.
  rating: {
    columns: [sql`coalesce(avg_rating, 0)`, sql`rating_count`, sql`id`],
    types: [sql`float8`, sql`integer`, sql`integer`],
    down: true,
    start: [6, 0, 0],
  },
  newest: newestFirst,
  commented: {
    columns: [sql`comments_count`, sql`id`],
    types: [sql`integer`, sql`integer`],
    down: true,
    start: [LAST_ID, 0],
  },
}

// What is asked for stands behind a select, unseen by the planner: it then makes one plan for all, instead of one each time.
const hasText = (q = '') => sql`search_text like (select '%' || lower(${literally(q)} collate names) || '%')`
const overlaps = (column: Sql, tags: readonly string[] | undefined) =>
  sql`${column} && (select ${tags ?? null}::text[])`
const stagesOf = ({ stage }: Narrowing) => stage && [...stage, EVERY_STAGE]
// Written out: the index of the top rated serves only a number that the planner can see.
const isTopRated = sql`avg_rating >= ${written(TOP_RATED)}`
const wantsTopRated = ({ top_rated }: Narrowing) => top_rated === 'true'

/** OR within the stages and within the focus areas, AND between everything: one text, whichever of them are given. */
const matches = (narrowing: Narrowing) =>
  allOf([
    ifGiven(narrowing.q || null, sql`text`, hasText(narrowing.q)),
    ifGiven(stagesOf(narrowing), sql`text[]`, overlaps(sql`stage`, stagesOf(narrowing))),
    ifGiven(narrowing.focus, sql`text[]`, overlaps(sql`focus`, narrowing.focus)),
    ifGiven(wantsTopRated(narrowing) || null, sql`boolean`, isTopRated),
  ])

/**
 * The index that leads to few rows, where there is one: the words and pairs of a text, else the focus, else the stage. The rest of what
 * is asked for is compared row by row. A text of one or two letters is a part of nearly every word.
 */
function throughIndex(narrowing: Narrowing): { by: Sql; isTag: boolean } | undefined {
  const { q = '', stage, focus } = narrowing
  if (q.split(/\s+/).some(word => word.length > 2))
    return { by: sql`investor_keys_in(search_text collate "C") && (select investor_keys_with(${q}))`, isTag: false }
  if (focus) return { by: overlaps(sql`focus`, focus), isTag: true }
  return stage && { by: overlaps(sql`stage`, stagesOf(narrowing)), isTag: true }
}

const isSearch = ({ q, stage, focus }: Narrowing) => Boolean(q || stage || focus)

/** All investors who match. */
export const narrowed = (narrowing: Narrowing) =>
  allOf([
    wantsTopRated(narrowing) && isTopRated,
    throughIndex(narrowing)?.by,
    isSearch(narrowing) && matches(narrowing),
  ])

/** The first investors of a list, in order. */
export function firstOf(narrowing: Narrowing, order: Order, start: Sql, most: number): Sql {
  const inOrder = orderBy(order)
  const along = allOf([order.hasTopRated && wantsTopRated(narrowing) && isTopRated, start])
  if (!isSearch(narrowing))
    return sql`select * from investors where ${along} and ${ifGiven(wantsTopRated(narrowing) || null, sql`boolean`, isTopRated)}
      order by ${inOrder} limit ${written(most)}`
  const through = throughIndex(narrowing)
  // A text costs more to look through than a tag, and is scarce more often: most people search for a name.
  const sample = through?.isTag ? 150 : 50
  const walk = (steps: number, condition: Sql) => sql`select * from (
    select * from investors where ${along} and ${condition} order by ${inOrder} limit ${written(steps)}) walked where ${matches(narrowing)}`
  // The offset keeps order and start apart from the search: they must not tempt the planner to walk along them after all.
  const sorted = (condition: Sql) => sql`select * from (
    select * from investors where ${allOf([through?.by, matches(narrowing)])} and ${condition} offset 0) found
    where ${start} order by ${inOrder} limit ${written(most)}`
  return sql`
    with ${commonOrRare(walk, sorted, most, sample)}
    -- One of the two has rows, in order.
    select * from near where (select yes from is_full) union all select * from rare`
}
