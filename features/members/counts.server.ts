import { name, type Sql, sql } from '../../database/connection/sql.ts'
import { read } from '../../server/request/endpoint.ts'
import { countMembers } from './contract.ts'
import { isListed, searched } from './search.ts'

type Field = 'industry' | 'stage'
type Filters = { [field in Field]?: string }

/** All counts of the screen are sums over two small tables: all listed members, and those found, per industry and stage. */
const counts = read(
  countMembers,
  ({ query }) => sql`
    with ${found(query)}
    select json_build_object(
      'matching', (${sumOf(sql`found where ${matches(query)}`)}),
      'listed', (${sumOf(sql`listed`)}),
      'is_close', (select is_close from result),
      'industries', (${choices('industry', { stage: query.stage })}),
      'stages', (${choices('stage', { industry: query.industry })}))`,
)

/** The tables `listed`, `found` and `result`. Typos are tolerated only if nothing matches exactly. */
function found(query: Filters & { q?: string }): Sql {
  const listed = sql`listed as materialized (${pairsOf(sql`true`)})`
  const { typed, ids, close } = searched(query.q) ?? {}
  if (!typed || !ids || !close) return sql`${listed}, found as (table listed), result as (select false as is_close)`
  return sql`${typed}, ${listed},
    exact as materialized (${pairsOf(sql`id in (${ids})`)}),
    close as materialized (${pairsOf(sql`${close} and not exists (select from exact where ${matches(query)})`)}),
    result as materialized (select exists (select from close where ${matches(query)}) as is_close),
    found as materialized (
      select exact.* from exact, result where not is_close union all select close.* from close, result where is_close)`
}

const pairsOf = (condition: Sql) => sql`
  select industry, stage, count(*)::integer as members from profiles where ${isListed} and ${condition} group by industry, stage`

const sumOf = (from: Sql) => sql`select coalesce(sum(members), 0)::integer from ${from}`

/** One statement for all filters, so that its plan is reused. */
const matches = ({ industry, stage }: Filters) => sql`
  (${industry ?? null}::text is null or industry = ${industry ?? null})
  and (${stage ?? null}::text is null or stage = ${stage ?? null})`

/** Each option with its number of results if the other filter stays the same. */
const choices = (field: Field, otherFilter: Filters) => sql`
  select coalesce(json_agg(json_build_object('value', value, 'count',
      (${sumOf(sql`found where ${name(field)} = value and ${matches(otherFilter)}`)})) order by value), '[]')
    from (select distinct ${name(field)} as value from listed where ${name(field)} <> '') options`

export default [counts]
