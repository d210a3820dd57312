import { allOf, type Sql, sql } from '../../database/connection/sql.ts'
import { literal } from '../../database/list/limit.ts'
import { read } from '../../server/request/endpoint.ts'
import { countMembers, MAX_LOCATIONS } from './contract.ts'
import { conditions, type Field, type Filters, isListed, searched } from './search.ts'

const fields = Object.keys(conditions) as Field[]

/**
 * All counts of the screen are sums over two tables: all listed members, and those found, grouped by what the filters use. Each
 * option is counted with all other filters as they are.
 */
const counts = read(
  countMembers,
  ({ query }) => sql`
    with ${found(query)}
    select json_build_object(
      'matching', (${sumOf(sql`found where ${matches(query)}`)}),
      'listed', (${sumOf(sql`listed`)}),
      'is_close', (select is_close from result),
      'industries', (${choices(sql`array[nullif(industry, '')]`, matches(query, 'industry'))}),
      'stages', (${choices(sql`array[nullif(stage, '')]`, matches(query, 'stage'))}),
      'needs', (${choices(sql`needs`, matches(query, 'needs'))}),
      'can_help_with', (${choices(sql`can_help_with`, matches(query, 'can_help_with'))}),
      'locations', (${locations(matches(query, 'location'))}))`,
)

/** The tables `listed`, `found` and `result`. Typos are tolerated only if nothing matches exactly. */
function found(query: Filters & { q?: string }): Sql {
  const listed = sql`listed as materialized (${groupsOf(sql`true`)})`
  const { typed, ids, close } = searched(query.q) ?? {}
  if (!typed || !ids || !close) return sql`${listed}, found as (table listed), result as (select false as is_close)`
  return sql`${typed}, ${listed},
    exact as materialized (${groupsOf(sql`id in (${ids})`)}),
    close as materialized (${groupsOf(sql`${close} and not exists (select from exact where ${matches(query)})`)}),
    result as materialized (select exists (select from close where ${matches(query)}) as is_close),
    found as materialized (
      select exact.* from exact, result where not is_close union all select close.* from close, result where is_close)`
}

const groupsOf = (condition: Sql) => sql`
  select industry, stage, needs, can_help_with, location, count(*)::integer as members
  from profiles where ${isListed} and ${condition} group by industry, stage, needs, can_help_with, location`

const sumOf = (from: Sql) => sql`select coalesce(sum(members), 0)::integer from ${from}`

/** One statement for all filters, so that its plan is reused. */
const matches = (filters: Filters, except?: Field) =>
  allOf(fields.map(field => field !== except && conditions[field](filters[field])))

/** Each value that a listed member has, with its number of results. */
const choices = (values: Sql, condition: Sql) => sql`
  select coalesce(json_agg(json_build_object('value', value, 'count', coalesce(count, 0)) order by value), '[]')
  from (select distinct value from listed, unnest(${values}) value where value is not null) options
  left join (select value, sum(members)::integer as count from found, unnest(${values}) value where ${condition} group by value) results
    using (value)`

const locations = (condition: Sql) => sql`
  select coalesce(json_agg(json_build_object('value', value, 'count', count) order by count desc, value), '[]')
  from (select mode() within group (order by location) as value, sum(members)::integer as count from found
    where location <> '' and ${condition} group by plain(location) order by count desc, value limit ${literal(MAX_LOCATIONS)}) results`

export default [counts]
