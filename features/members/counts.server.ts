import { join, type Sql, sql } from '../../database/connection/sql.ts'
import { literal } from '../../database/list/limit.ts'
import { closeRowsOf } from '../../database/list/search.ts'
import { read } from '../../server/request/endpoint.ts'
import { countMembers, MAX_LOCATIONS } from './contract.ts'
import { type Filters, hasTags, isListed, matchesOf, searched } from './search.ts'

const fields = ['industry', 'stage', 'needs', 'can_help_with', 'location'] as const
type Field = (typeof fields)[number]
const columns: Record<Field, Sql> = {
  industry: sql`industry`,
  stage: sql`stage`,
  needs: sql`needs`,
  can_help_with: sql`can_help_with`,
  location: sql`location`,
}
/** The bit of a field in `missed`, and its value in `field`. */
const bitOf = (field: Field) => literal(2 ** fields.indexOf(field))

/** All counts of the screen are sums over two small tables of tallies: of all listed members, and of those found. */
const counts = read(
  countMembers,
  ({ query }) => sql`
    with spellings as materialized (${spellingsOf(query.location)}), ${found(query)}
    select json_build_object(
      'matching', (${sumOf(sql`found where field = 1 and missed = 0`)}),
      'listed', (${sumOf(sql`listed where field = 1`)}),
      'is_close', (select is_close from result),
      'industries', (${choices('industry', sql`array[nullif(industry, '')]`)}),
      'stages', (${choices('stage', sql`array[nullif(stage, '')]`)}),
      'needs', (${choices('needs', sql`needs`)}),
      'can_help_with', (${choices('can_help_with', sql`can_help_with`)}),
      'locations', (${locations}))`,
)

/** The tables `listed`, `found` and `result`. Typos are tolerated only if nothing matches exactly. */
function found(query: Filters & { q?: string }): Sql {
  const listed = sql`listed as materialized (${tallies(query, sql`true`)})`
  const { typed, ids, close } = searched(query.q) ?? {}
  if (!typed || !ids || !close) return sql`${listed}, found as (table listed), result as (select false as is_close)`
  return sql`${typed}, ${listed},
    exact as materialized (${tallies(query, sql`id in (${ids})`)}),
    close as materialized (${tallies(query, sql`id in (select id from (${closeRowsOf('profiles', close)}) close) and not exists (select from exact where missed = 0)`)}),
    result as materialized (select exists (select from close where missed = 0) as is_close),
    found as materialized (
      select exact.* from exact, result where not is_close union all select close.* from close, result where is_close)`
}

/**
 * How many members have each value of each field, in one pass. `field` is the bit of the field that a row is about, `missed` has the bits
 * of the filters that these members do not match.
 */
function tallies(filters: Filters, condition: Sql): Sql {
  const matches: Record<Field, Sql> = {
    ...matchesOf(filters),
    location: sql`(${filters.location ?? null}::text is null or coalesce(location = any (array(table spellings)), false))`,
  }
  const missed = join(
    fields.map(field => sql`case when ${matches[field]} then 0 else ${bitOf(field)} end`),
    ' + ',
  )
  const all = join(fields.map(field => columns[field]))
  const field = join(
    fields.map(each => sql`${bitOf(each)} * (1 - grouping(${columns[each]}))`),
    ' + ',
  )
  return sql`
    select ${field} as field, ${all}, missed, count(*)::integer as members
    from (select ${all}, ${missed} as missed from profiles where ${isListed} and ${condition}) member
    group by grouping sets (${join(fields.map(each => sql`(${columns[each]}, missed)`))})`
}

/** The ways in which members write this location, so that it is not compared for every member. */
const spellingsOf = (location: string | undefined) =>
  sql`select distinct location from profiles where ${location ?? null}::text is not null and ${hasTags({ location })}`

const sumOf = (from: Sql) => sql`select coalesce(sum(members), 0)::integer from ${from}`

/** Each value that a listed member has, with its number of results if the other filters stay the same. */
const choices = (field: Field, values: Sql) => sql`
  select coalesce(json_agg(json_build_object('value', value, 'count', coalesce(count, 0)) order by value), '[]')
  from (select distinct value from listed, unnest(${values}) value where field = ${bitOf(field)} and value is not null) options
  left join (select value, sum(members)::integer as count from found, unnest(${values}) value
    where ${isResultOf(field)} group by value) results using (value)`

const isResultOf = (field: Field) => sql`field = ${bitOf(field)} and missed in (0, ${bitOf(field)})`

/** By how many members write it so, then in all its spellings together. */
const locations = sql`
  select coalesce(json_agg(json_build_object('value', value, 'count', count) order by count desc, value), '[]')
  from (select (array_agg(location order by members desc, location))[1] as value, sum(members)::integer as count
    from (select location, sum(members) as members from found where location <> '' and ${isResultOf('location')} group by location) spelt
    group by plain(location) order by count desc, value limit ${literal(MAX_LOCATIONS)}) results`

export default [counts]
