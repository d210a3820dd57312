import { allOf, type Sql, sql } from '../../database/sql.ts'

/** What narrows the directory, as conditions on `profiles`. */
export type Narrowing = { q?: string; industry?: string; stage?: string }

const MOST_WORDS = 6

/** Only who has a name is listed. */
export const isListed = sql`full_name <> ''`

export const hasWords = ({ q }: Narrowing) => /[\p{L}\p{N}]/u.test(q ?? '')

const wordsOf = (q: string | undefined, between: RegExp) =>
  (q ?? '').split(between).filter(Boolean).slice(0, MOST_WORDS)

/** Every word must be found, each anywhere in the text. */
export const exactly = ({ q }: Narrowing): Sql =>
  allOf(wordsOf(q, /\s+/).map(word => sql`search_text like word_pattern(${word})`))

/** The same with spelling slips forgiven. A subquery, so that the nearest words are looked up only when it comes to that. */
export const closely = ({ q }: Narrowing): Sql =>
  allOf(wordsOf(q, /[^\p{L}\p{N}]+/u).map(word => sql`search_text like any (array(select close_patterns(${word})))`))

export const chosen = ({ industry, stage }: Narrowing): Sql =>
  allOf([isListed, Boolean(industry) && sql`industry = ${industry}`, Boolean(stage) && sql`stage = ${stage}`])

/** `12:Ada Osei`: the member the last page ended with. */
export function isLater(after: string | undefined): Sql | null {
  const [, id, name] = /^(\d{1,9}):(.*)$/s.exec(after ?? '') ?? []
  return id === undefined ? null : sql`(full_name, id) > (${name}, ${Number(id)})`
}

/** The ids of the next members in list order. */
export const inOrder = (narrowing: Narrowing, after: string | undefined, most: number): Sql => sql`
  select id, full_name from profiles where ${allOf([chosen(narrowing), isLater(after)])} order by full_name, id limit ${most}`

/**
 * The same with a search. A common word is found among the next few hundred names, without looking further; a rare one through
 * the index of word parts, whose hits have to be sorted. The planner cannot be left to choose: it takes what is searched for to have
 * nothing to do with the order, and would walk through all members for 'Zoë'. Where no member matches, close ones count.
 */
export function foundInOrder(narrowing: Narrowing, after: string | undefined, most: number): Sql {
  const here = allOf([chosen(narrowing), isLater(after)])
  const anyExact = sql`exists (select from profiles where ${chosen(narrowing)} and ${exactly(narrowing)})`
  return sql`
    with near as materialized (
      select id, full_name from (
        select id, full_name, search_text from profiles where ${here} order by full_name, id limit 500) next
      where ${exactly(narrowing)} order by full_name, id limit ${most}),
    far as materialized (
      select id, full_name from profiles
      where ${here} and ${exactly(narrowing)} and (select count(*) from near) < ${most}),
    close as materialized (
      select id, full_name from profiles
      where ${here} and ${closely(narrowing)} and not exists (select from near) and not exists (select from far)
        and not ${isLater(after) ? anyExact : sql`false`})
    select * from (
      select * from near where (select count(*) from near) = ${most}
      union all select * from far union all select * from close) found
    order by full_name, id limit ${most}`
}
