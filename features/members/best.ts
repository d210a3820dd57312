import { allOf, type Condition, sql } from '../../database/connection/sql.ts'
import { decodeCursor, encodeCursor } from '../../database/list/cursor.ts'
import { literal, roundUp } from '../../database/list/limit.ts'
import { pageOf } from '../../database/list/list.ts'
import { after, type Order, orderBy } from '../../database/list/order.ts'
import { closeRowsOf, type Search } from '../../database/list/search.ts'
import { cardFields } from './card-json.ts'
import { byName } from './search.ts'

/** The rank of all members that do not match. */
const RANK_OF_OTHERS = 2_147_483_647
const byRank: Order = { by: [[sql`rank`, 'integer'], ...byName.by] }

type Page = { filters: Condition[]; search?: Search; limit: number; after?: string }

/**
 * A page of 'Best for me': first those who match me, in the order of my_matches() (features/matches/rules.sql), then all others by name.
 * The order does not depend on who wants to be suggested, or on whom I refused: the directory lists everybody.
 */
export function bestFirst({ filters, search, limit, after: cursor }: Page) {
  const types = byRank.by.map(([, type]) => type)
  const [rank = '0', ...named] = cursor === undefined ? [] : decodeCursor(cursor, types)
  const startOfOthers = after(byName, Number(rank) === RANK_OF_OTHERS ? encodeCursor(JSON.stringify(named)) : undefined)
  const most = literal(roundUp(limit + 1))
  const wanted = allOf([...filters, search && sql`id in (select id from found union all select id from close)`])
  return pageOf({
    rows: sql`
      with ${search ? foundBy(search, filters) : sql``} mine as materialized (select my_matches() as best),
      matching as materialized (
        select p.id, b.rank::integer as rank, p.full_name
        -- The offsets keep the order: only the first are looked up.
        from (select * from unnest((select best from mine)) with ordinality b(id, rank) where rank > (select ${rank}::integer) order by rank offset 0) b
          cross join lateral (select id, full_name from profiles where profiles.id = b.id and ${wanted} offset 0) p
        order by b.rank limit ${most}),
      others as (select id, ${literal(RANK_OF_OTHERS)} as rank, full_name from profiles
        where (select count(*) < ${most} from matching) and ${wanted} and id not in (select unnest(best) from mine) and ${startOfOthers}
        order by ${orderBy(byName)} limit ${most})
      select id, rank from (table matching union all table others) members order by ${orderBy(byRank)} limit ${most}`,
    shown: sql`page join profiles using (id) left join (
      select one, topics_of(one.id) as topics from profiles one where one.id = my_profile_id() offset 0) me on true`,
    order: byRank,
    json: sql`json_build_object(${cardFields}, 'reasons',
      case when id <> my_profile_id() then match_reasons(me.one, profiles, me.topics) end)`,
    limit,
  })
}

/** All that a search finds: a typo is forgiven only if nothing matches exactly. */
const foundBy = (
  { typed, ids, close = { similar: sql`false`, matches: sql`false` } }: Search,
  filters: Condition[],
) => sql`${typed ? sql`${typed},` : sql``}
  found as materialized (select id from profiles where ${allOf(filters)} and id in (${ids})),
  close as materialized (${closeRowsOf('profiles', { ...close, similar: allOf([...filters, close.similar, sql`not exists (select from found)`]) })}),`
