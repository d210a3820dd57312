import { allOf, type Condition, type Sql, sql } from '../../database/connection/sql.ts'
import type { Order } from '../../database/list/order.ts'
import { type Search, search } from '../../database/list/search.ts'

export const byName: Order = {
  by: [
    [sql`full_name`, 'text'],
    [sql`id`, 'integer'],
  ],
}

/** Profiles without a name are not listed. */
export const isListed = sql`full_name <> ''`

export const searched = (q: string | undefined) => search('profiles', q, { by: 'word', forgives: true })

export type Filters = { industry?: string; stage?: string; needs?: string; can_help_with?: string; location?: string }

/** One statement whether or not the filter is used. */
const isOrAny = (column: Sql, value: string | undefined) =>
  sql`(${value ?? null}::text is null or ${column} = ${value ?? null})`
/**
 * Without a value the array is empty, which every array contains. In a subselect, which hides the value from the planner, so that one
 * generic plan is reused.
 */
const hasOrAny = (column: Sql, value: string | undefined) =>
  sql`${column} @> (select array_remove(array[${value ?? null}::text], null))`

/** The condition of each filter but the location, for one row. */
export const matchesOf = ({ industry, stage, needs, can_help_with }: Filters) => ({
  industry: isOrAny(sql`industry`, industry),
  stage: isOrAny(sql`stage`, stage),
  needs: hasOrAny(sql`needs`, needs),
  can_help_with: hasOrAny(sql`coalesce(can_help_with, '{}')`, can_help_with),
})

/** The members with all of these tags, by the index profiles_by_tags. */
export const hasTags = ({ needs, can_help_with, location }: Filters) =>
  sql`member_tags(needs, can_help_with, location) @> (select member_tags(array_remove(array[${needs ?? null}::text], null),
    array_remove(array[${can_help_with ?? null}::text], null), ${location ?? null}::text))`

/**
 * The directory's filters and search. Industry and stage alone have indexes in the order of the list, so each of their combinations is a
 * statement of its own. With a tag (needs, offers, location), one statement serves all combinations: the list is scanned in its order, and
 * if that does not find enough, the index of the tags is used.
 */
export function narrowed({ q, ...chosen }: Filters & { q?: string }): { filters: Condition[]; search?: Search } {
  const { industry, stage, needs, can_help_with, location } = chosen
  const words = searched(q)
  if (!needs && !can_help_with && !location)
    return {
      filters: [isListed, industry && sql`industry = ${industry}`, stage && sql`stage = ${stage}`],
      search: words,
    }
  const isThere = sql`(${location ?? null}::text is null or plain(location) = (select plain(${location ?? null}::text)))`
  const matches = allOf([...Object.values(matchesOf(chosen)), isThere])
  const ids = sql`select id from profiles where ${hasTags(chosen)} and ${matches}`
  return {
    filters: [isListed],
    search: words
      ? {
          typed: words.typed,
          matches: allOf([words.matches, matches]),
          ids: sql`select id from profiles where ${matches} and id in (${words.ids})`,
          close: words.close && { ...words.close, similar: allOf([words.close.similar, matches]) },
        }
      : { matches, ids },
  }
}
