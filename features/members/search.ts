import { allOf, join, type Sql, sql } from '../../database/sql.ts'

/** What narrows the directory, as conditions on `profiles`. */
export type Narrowing = { q?: string; industry?: string; stage?: string }

const MOST_WORDS = 6

/** Only who has a name is listed. */
const isListed = sql`full_name <> ''`

export const hasWords = ({ q }: Narrowing) => /[\p{L}\p{N}]/u.test(q ?? '')

const wordsOf = (q: string | undefined, between: RegExp) =>
  (q ?? '').split(between).filter(Boolean).slice(0, MOST_WORDS)

/** Every word must be found, each anywhere in the text. */
export const exactly = ({ q }: Narrowing): Sql[] =>
  wordsOf(q, /\s+/).map(word => sql`search_text like word_pattern(${word})`)

/** The same with spelling slips forgiven. */
export const closely = ({ q }: Narrowing): Sql[] =>
  wordsOf(q, /[^\p{L}\p{N}]+/u).map(word => sql`search_text like any (close_patterns(${word}))`)

export const chosen = ({ industry, stage }: Narrowing): Sql[] => [
  isListed,
  ...(industry ? [sql`industry = ${industry}`] : []),
  ...(stage ? [sql`stage = ${stage}`] : []),
]

/** `12:Ada Osei`: the member the last page ended with. */
export function later(after: string | undefined): Sql[] {
  const [, id, name] = /^(\d{1,9}):(.*)$/s.exec(after ?? '') ?? []
  return id === undefined ? [] : [sql`(full_name, id) > (${name}, ${Number(id)})`]
}

/** The next members in list order, one more than asked for, so that it shows whether there are more. */
export function inOrder(where: Sql[], most: number): Sql {
  return sql`select id, full_name from profiles where ${allOf(where)} order by full_name, id limit ${most}`
}

/**
 * The same with a search. A common word is found among the next few hundred names, without looking further; a rare one through
 * the index of word parts, whose hits have to be sorted. The planner cannot be left to choose: it takes names to have nothing to do with
 * the order of names, and would walk through all members for 'Zoë'.
 */
export function foundInOrder(where: Sql[], search: Sql[], most: number): Sql {
  return sql`
    with near as materialized (
      select id, full_name from (
        select id, full_name, search_text from profiles where ${allOf(where)} order by full_name, id limit 500) next
      where ${allOf(search)} order by full_name, id limit ${most}),
    far as materialized (
      select id, full_name from profiles where ${allOf([...where, ...search])} and (select count(*) from near) < ${most})
    (select * from near where (select count(*) from near) = ${most})
    union all (select * from far order by full_name, id limit ${most})`
}

/** How many there are for each pair of industry and stage. */
export const pairs = (search: Sql[]) => sql`
  select industry, stage, count(*) as members from profiles where ${join([isListed, ...search], ' and ')} group by industry, stage`
