import { commonOrRare } from '../../database/common-or-rare.ts'
import { stepUp, written } from '../../database/list.ts'
import { allOf, type Sql, sql } from '../../database/sql.ts'

/** What narrows the directory, as conditions on `profiles`. */
export type Narrowing = { q?: string; industry?: string; stage?: string }

const MOST_WORDS = 6

/** Only who has a name is listed. */
export const isListed = sql`full_name <> ''`

const isWord = (text: string) => /[\p{L}\p{N}]/u.test(text)
export const hasWords = ({ q }: Narrowing) => isWord(q ?? '')
const wordsOf = (q: string | undefined, between: RegExp) => (q ?? '').split(between).filter(isWord).slice(0, MOST_WORDS)

// Subqueries, so that they are answered once and not for every row.
const hasPart = (word: string) => sql`search_text like (select word_pattern(${word}))`
const hasWordWith = (word: string) => sql`words_in(search_text) && array(select words_with(${word}))`

/** Every word typed must be found, each anywhere in the text. */
const matches = ({ q }: Narrowing): Sql => allOf(wordsOf(q, /\s+/).map(hasPart))

/** The same, through the index of words. Of plain letters and digits it knows all there is to know; of 'e-commerce' only the longer part. */
export const exactly = ({ q }: Narrowing): Sql =>
  allOf(wordsOf(q, /\s+/).flatMap(word => [hasWordWith(word), isPlain(word) ? null : hasPart(word)]))
const isPlain = (word: string) => /^[a-z\d]{1,60}$/i.test(word)

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

/** The next members in list order, at least so many, with a search. Where no member matches, close ones count. */
export function foundInOrder(narrowing: Narrowing, after: string | undefined, least: number, shown = sql`card`): Sql {
  const most = stepUp(least)
  const here = inOrder(narrowing, after)
  const anyExact = sql`exists (select from profiles where ${chosen(narrowing)} and ${exactly(narrowing)})`
  const walk = (steps: number, condition: Sql) => sql`select id, full_name, ${shown} from (
    select id, full_name, ${shown}, search_text from profiles where ${here} and ${condition}
    order by full_name, id limit ${written(steps)}) walked where ${matches(narrowing)}`
  // The offset keeps the order apart from the search: it must not tempt the planner to walk along it after all.
  const sorted = (condition: Sql) => sql`select * from (
    select id, full_name, ${shown} from profiles where ${here} and ${condition} offset 0) hits order by full_name, id limit ${written(most)}`
  return sql`
    with ${commonOrRare(walk, unless => sorted(sql`${exactly(narrowing)} and ${unless}`), most, 50)},
    close as materialized (${sorted(sql`${closely(narrowing)} and not exists (select from near) and not exists (select from rare)
      and not ${isLater(after) ? anyExact : sql`false`}`)})
    -- One of the three has rows, in order.
    select * from near where (select yes from is_full)
    union all select * from rare union all select * from close`
}
