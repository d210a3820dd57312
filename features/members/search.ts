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
export type Field = keyof Filters

/** One statement whether or not the filter is used. */
const isOrAny = (column: Sql, value: string | undefined) =>
  sql`(${value ?? null}::text is null or ${column} = ${value ?? null})`
/**
 * Without a value the array is empty, which every array contains. In a subselect, which hides the value from the planner, so that one
 * generic plan is reused.
 */
const hasOrAny = (column: Sql, value: string | undefined) =>
  sql`${column} @> (select array_remove(array[${value ?? null}::text], null))`

/** The condition of each filter. The arrays are the expressions of the index profiles_by_tags. */
export const conditions: Record<Field, (value: string | undefined) => Sql> = {
  industry: value => isOrAny(sql`industry`, value),
  stage: value => isOrAny(sql`stage`, value),
  needs: value => hasOrAny(sql`needs`, value),
  can_help_with: value => hasOrAny(sql`coalesce(can_help_with, '{}')`, value),
  location: value => sql`array[plain(location)] @> (select array_remove(array[plain(${value ?? null}::text)], null))`,
}

/**
 * The directory's filters and search. Industry and stage alone have indexes in the order of the list, so each of their combinations is a
 * statement of its own. With a tag (needs, offers, location), all combinations are one statement, which uses the index of the tags.
 */
export function narrowed({ q, ...filters }: Filters & { q?: string }): { filters: Condition[]; search?: Search } {
  const { industry, stage, needs, can_help_with, location } = filters
  const words = searched(q)
  if (!needs && !can_help_with && !location)
    return {
      filters: [isListed, industry && sql`industry = ${industry}`, stage && sql`stage = ${stage}`],
      search: words,
    }
  const tags = allOf([conditions.needs(needs), conditions.can_help_with(can_help_with), conditions.location(location)])
  const others = [isListed, conditions.industry(industry), conditions.stage(stage)]
  // `is true` keeps the planner from using the index of the tags besides that of the words.
  if (words) return { filters: [...others, sql`(${tags}) is true`], search: words }
  return { filters: others, search: { matches: tags, ids: sql`select id from profiles where ${tags}` } }
}
