import { nothing, type Sql, sql } from '../../database/sql.ts'
import { handle, type Request } from '../../server/endpoint.ts'
import { countMembers } from './contract.ts'
import { closely, exactly, isListed, isSearch, withClose, withExact } from './search.ts'

type Pair = { industry: string; stage: string; members: number }

/** Two small tables of numbers, and everything the screen says about amounts comes from them. */
async function count({ tx, query }: Request<typeof countMembers>) {
  const pairs = (search: Sql, before = nothing) =>
    tx.rows<Pair>(sql`${before}
      select industry, stage, count(*)::integer as members from profiles where ${isListed} and ${search} group by industry, stage`)
  const listed = await pairs(sql`true`)
  let found = isSearch(query) ? await pairs(exactly(query), sql`with ${withExact(query)}`) : listed
  const isExact = sumOf(found.filter(matches(query))) > 0
  const close = !isExact && isSearch(query) ? await pairs(closely, sql`with ${withClose(query)}`) : []
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
