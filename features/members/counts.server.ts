import { nothing, type Sql, sql } from '../../database/connection/sql.ts'
import { handle, type Request } from '../../server/request/endpoint.ts'
import { countMembers } from './contract.ts'
import { isListed, searched } from './search.ts'

type Pair = { industry: string; stage: string; members: number }

/** All counts of the screen are sums over two small tables: all listed members, and those found, per industry and stage. */
async function count({ tx, query }: Request<typeof countMembers>) {
  const pairs = (condition?: Sql) =>
    tx.rows<Pair>(sql`${condition && searching?.typed ? sql`with ${searching.typed}` : nothing}
      select industry, stage, count(*)::integer as members from profiles where ${isListed} and ${condition ?? sql`true`} group by industry, stage`)
  const searching = searched(query.q)
  const listed = await pairs()
  let found = searching ? await pairs(sql`id in (${searching.ids})`) : listed
  const isExact = sumOf(found.filter(matches(query))) > 0
  const close = searching?.close && !isExact ? await pairs(searching.close) : []
  const isClose = sumOf(close.filter(matches(query))) > 0
  if (isClose) found = close

  /** Each option with its number of results if the other filter stays the same. */
  const choices = (field: 'industry' | 'stage', otherFilter: { industry?: string; stage?: string }) =>
    [...new Set(listed.map(pair => pair[field]))]
      .filter(Boolean)
      .sort()
      .map(value => ({ value, count: sumOf(found.filter(matches({ ...otherFilter, [field]: value }))) }))

  return {
    matching: sumOf(found.filter(matches(query))),
    listed: sumOf(listed),
    is_close: isClose,
    industries: choices('industry', { stage: query.stage }),
    stages: choices('stage', { industry: query.industry }),
  }
}

const sumOf = (pairs: Pair[]) => pairs.reduce((sum, pair) => sum + pair.members, 0)

const matches =
  ({ industry, stage }: { industry?: string; stage?: string }) =>
  (pair: Pair) =>
    (!industry || pair.industry === industry) && (!stage || pair.stage === stage)

export default [handle(countMembers, count)]
