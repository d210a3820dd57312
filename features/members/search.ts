import { roundedUp } from '../../database/list.ts'
import { allOf, type Sql, sql } from '../../database/sql.ts'

/** What narrows the directory, as conditions on `profiles`. */
export type Narrowing = { q?: string; industry?: string; stage?: string }

const MOST_WORDS = 6

/** Only who has a name is listed. */
export const isListed = sql`full_name <> ''`

const isWord = (text: string) => /[\p{L}\p{N}]/u.test(text)
export const hasWords = ({ q }: Narrowing) => isWord(q ?? '')
const wordsOf = (q: string | undefined, between: RegExp) => (q ?? '').split(between).filter(isWord).slice(0, MOST_WORDS)

/** Every word typed must be found, each anywhere in the text. Subqueries, so that they are answered once and not for every row. */
const matches = ({ q }: Narrowing): Sql =>
  allOf(wordsOf(q, /\s+/).map(word => sql`search_text like (select word_pattern(${word}))`))

/** The same, through the index of words. */
export const exactly = (narrowing: Narrowing): Sql =>
  allOf([
    ...wordsOf(narrowing.q, /\s+/).map(word => sql`words_in(search_text) && array(select words_with(${word}))`),
    matches(narrowing),
  ])

/** With spelling slips forgiven. */
export const closely = ({ q }: Narrowing): Sql =>
  allOf(wordsOf(q, /[^\p{L}\p{N}]+/u).map(word => sql`words_in(search_text) && array(select close_words(${word}))`))

export const chosen = ({ industry, stage }: Narrowing): Sql =>
  allOf([isListed, Boolean(industry) && sql`industry = ${industry}`, Boolean(stage) && sql`stage = ${stage}`])

/** `12:Ada Osei`: the member the last page ended with. */
export function isLater(after: string | undefined): Sql | null {
  const [, id, name] = /^(\d{1,9}):(.*)$/s.exec(after ?? '') ?? []
  return id === undefined ? null : sql`(full_name, id) > (${name}, ${Number(id)})`
}

/** Which members a list without a search goes on with. */
export const inOrder = (narrowing: Narrowing, after: string | undefined): Sql =>
  allOf([chosen(narrowing), isLater(after)])

/**
 * The ids of the next members in list order, at least so many, with a search. A common word is found among the next few hundred names, without looking further; a rare one through
 * the index of words, whose hits have to be sorted. The planner cannot be left to choose: it takes what is searched for to have
 * nothing to do with the order, and would walk through all members for 'Zoë'. Where no member matches, close ones count.
 */
export function foundInOrder(narrowing: Narrowing, after: string | undefined, least: number): Sql {
  const most = roundedUp(least)
  const here = inOrder(narrowing, after)
  const anyExact = sql`exists (select from profiles where ${chosen(narrowing)} and ${exactly(narrowing)})`
  return sql`
    with near as materialized (
      select id, full_name from (
        select id, full_name, search_text from profiles where ${here} order by full_name, id limit 300) next
      where ${matches(narrowing)} order by full_name, id limit ${most}),
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
