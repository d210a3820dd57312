import { allOf, type Condition, sql } from '../../database/connection/sql.ts'
import { decodeCursor, encodeCursor } from '../../database/list/cursor.ts'
import { literal, roundUp } from '../../database/list/limit.ts'
import { pageOf } from '../../database/list/list.ts'
import { after, type Order, orderBy } from '../../database/list/order.ts'
import type { Search } from '../../database/list/search.ts'
import { cardFields } from './card-json.ts'
import { byName } from './search.ts'

/** The rank of all members that do not match. */
const LAST = 2_147_483_647
const byRank: Order = { by: [[sql`rank`, 'integer'], ...byName.by] }

/** In a subselect: `one` has the same columns as the card. */
const reasons = sql`(select match_reasons(one, profiles) from profiles one where one.id = my_profile_id())`

type Page = { filters: Condition[]; search: Search | undefined; limit: number; after?: string }

/**
 * A page of 'Best for me': first those who match me, in the order of my_matches() (features/matches/rules.sql), then all others by name.
 * The order does not depend on who wants to be suggested, or on whom I refused: the directory lists everybody.
 */
export function bestFirst({ filters, search, limit, after: cursor }: Page) {
  const types = byRank.by.map(([, type]) => type)
  const [rank = '0', ...named] = cursor === undefined ? [] : decodeCursor(cursor, types)
  const startOfOthers = after(byName, Number(rank) === LAST ? encodeCursor(JSON.stringify(named)) : undefined)
  const most = literal(roundUp(limit + 1))
  const wanted = allOf([...filters, search && sql`id in (select id from found union all select id from close)`])
  return pageOf({
    rows: sql`
      with ${search ? foundBy(search, filters) : sql``} best as materialized (
        select id, rank::integer as rank from unnest(my_matches()) with ordinality m(id, rank)),
      matching as (select id, rank, full_name from best join profiles using (id)
        where ${wanted} and rank > (select ${rank}::integer) order by rank limit ${most}),
      others as (select id, ${literal(LAST)} as rank, full_name from profiles
        where ${wanted} and id not in (select id from best) and ${startOfOthers} order by ${orderBy(byName)} limit ${most})
      select id, rank from (table matching union all table others) members order by ${orderBy(byRank)} limit ${most}`,
    shown: sql`page join profiles using (id)`,
    order: byRank,
    json: sql`json_build_object(${cardFields}, 'reasons', ${reasons})`,
    limit,
  })
}

/** All that a search finds: a typo is forgiven only if nothing matches exactly. */
const foundBy = ({ typed = sql``, ids, close = sql`false` }: Search, filters: Condition[]) => sql`${typed},
  found as materialized (select id from profiles where ${allOf(filters)} and id in (${ids})),
  close as materialized (select id from profiles where ${allOf(filters)} and ${close} and not exists (select from found)),`
