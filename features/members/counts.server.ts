import { nothing, type Sql, sql } from '../../database/connection/sql.ts'
import { handle, type Request } from '../../server/request/endpoint.ts'
import { countMembers } from './contract.ts'
import { isListed, searched } from './search.ts'

type Pair = { industry: string; stage: string; members: number }

/** Two small tables of numbers, and everything the screen says about amounts comes from them. */
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

  /** Each choice with what it would leave, the other filter staying as it is. */
  const choices = (of: 'industry' | 'stage', other: { industry?: string; stage?: string }) =>
    [...new Set(listed.map(pair => pair[of]))]
      .filter(Boolean)
      .sort()
      .map(value => ({ value, count: sumOf(found.filter(matches({ ...other, [of]: value }))) }))

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
