import { commonOrRare } from '../../database/common-or-rare.ts'
import { stepUp, written } from '../../database/list.ts'
import { allOf, type Sql, sql } from '../../database/sql.ts'

/** What narrows the directory, as conditions on `profiles`. */
export type Narrowing = { q?: string; industry?: string; stage?: string }

const MOST_WORDS = 6

/** Only who has a name is listed. */
export const isListed = sql`full_name <> ''`

const isWord = (text: string) => /[\p{L}\p{N}]/u.test(text)

const hasSign = (word: string) => /[%_\\]/.test(word)

/** The longest first: they are the rarest, and lead to the fewest rows. */
const wordsOf = (q: string | undefined, between: RegExp) =>
  (q ?? '')
    .split(between)
    .filter(isWord)
    .slice(0, MOST_WORDS)
    .sort((a, b) => b.length - a.length)
const exactWords = ({ q }: Narrowing) => wordsOf(q, /\s+/).filter(word => !hasSign(word))
const hasWords = (narrowing: Narrowing) => exactWords(narrowing).length > 0
/** None where a sign is asked for: what is spelled otherwise does not have it. */
const closeWords = (narrowing: Narrowing) =>
  signWords(narrowing).length > 0 ? [] : wordsOf(narrowing.q, /[^\p{L}\p{N}]+/u)

/** What is looked for sign by sign: what has no letters at all, and what has one of the signs that mean something to LIKE. */
const signWords = ({ q = '' }: Narrowing) => {
  const words = q.split(/\s+/).filter(word => word !== '' && (!isWord(q) || hasSign(word)))
  return words.slice(0, MOST_WORDS)
}

export const isSearch = (narrowing: Narrowing) => hasWords(narrowing) || signWords(narrowing).length > 0

// All words travel as one array, so that there is one statement for any number of them. The array stands behind a select, unseen by the
// planner: it then makes one plan for all, instead of one each time. What is made of the words stands in subqueries and in parts of a
// `with`, so that it is made once and not for every row.
const listed = (words: string[]) => sql`unnest((select ${words}::text[]))`

/** The same texts as search_text has, with their signs. */
const writtenText = sql`lower((full_name || e'\n' || company_name || e'\n' || industry || e'\n' || company_description) collate names)`
const hasSigns = (narrowing: Narrowing): Sql => {
  const patterns = sql`array(select '%' || as_pattern(lower(word collate names)) || '%' from ${listed(signWords(narrowing))} word)`
  return sql`((select cardinality(${patterns}) = 0) or ${writtenText} like all (${patterns}))`
}

/** Every word typed must be found, each anywhere in the text. */
const matches = (narrowing: Narrowing): Sql => sql`search_text like all (
  array(select word_pattern(word) from ${listed(exactWords(narrowing))} word)) and ${hasSigns(narrowing)}`

/** Has a word of the first list and one of the second, through the index of words. Of a single list: one of that. */
const throughIndex = (lists: Sql) => sql`words_in(search_text) && (select words from ${lists} where place = 1)
  and words_in(search_text) && (select words from ${lists} where place <= 2 order by place desc limit 1)`

/** For `exactly`: of the two longest words typed, the words there are that they are a part of. */
export const withExact = (narrowing: Narrowing): Sql => sql`
  exact as materialized (select place, array(select words_with(word)) as words
    from ${listed(exactWords(narrowing))} with ordinality typed(word, place) where place <= 2)`

/** The same as `matches`, through the index of words, which knows only the longer part of 'e-commerce' and no signs. */
export const exactly = (narrowing: Narrowing): Sql =>
  hasWords(narrowing) ? sql`${throughIndex(sql`exact`)} and ${matches(narrowing)}` : matches(narrowing)

/** For `closely`: of each word typed, the words it may have been meant for. */
export const withClose = (narrowing: Narrowing): Sql => sql`
  alike as materialized (select place, array(select close_words(word)) as words
    from ${listed(closeWords(narrowing))} with ordinality typed(word, place))`

/** With spelling slips forgiven. Only words past the second are looked for in the rows, which takes long. */
export const closely: Sql = sql`${throughIndex(sql`alike`)} and
  (not exists (select from alike where place = 3) or (select bool_and(words_in(search_text) && words) from alike where place > 2))`

export const chosen = ({ industry, stage }: Narrowing): Sql =>
  allOf([isListed, Boolean(industry) && sql`industry = ${industry}`, Boolean(stage) && sql`stage = ${stage}`])

/** `12:Ada Osei`: the member the last page ended with. Without one, the place before everybody. */
function placeOf(after: string | undefined) {
  const [, id = '0', name = ''] = /^(\d{1,9}):(.*)$/s.exec(after ?? '') ?? []
  return { id: Number(id), name }
}

/** Behind a select, unseen by the planner: it then makes one plan for every place, instead of one each time. */
function isLater(after: string | undefined): Sql {
  const { id, name } = placeOf(after)
  return sql`(full_name, id) > ((select ${name}::text), (select ${id}::integer))`
}

/** Which members a list without a search goes on with. */
export const inOrder = (narrowing: Narrowing, after: string | undefined): Sql =>
  sql`${chosen(narrowing)} and ${isLater(after)}`

/** The next members in list order, at least so many, with a search. Where no member matches, close ones count. */
export function foundInOrder(narrowing: Narrowing, after: string | undefined, least: number, shown = sql`card`): Sql {
  const most = stepUp(least)
  const here = inOrder(narrowing, after)
  const isFirstPage = placeOf(after).id === 0
  const anyExact = sql`exists (select from profiles where ${chosen(narrowing)} and ${exactly(narrowing)})`
  const walk = (steps: number, condition: Sql) => sql`select id, full_name, ${shown} from (
    select id, full_name, ${shown}, search_text, company_name, industry, company_description from profiles where ${here} and ${condition}
    order by full_name, id limit ${written(steps)}) walked where ${matches(narrowing)}`
  // The offset keeps order and start apart from the search: they must not tempt the planner to walk along them after all.
  const sorted = (condition: Sql) => sql`select * from (
    select id, full_name, ${shown} from profiles where ${chosen(narrowing)} and ${condition} offset 0) hits
    where ${isLater(after)} order by full_name, id limit ${written(most)}`
  return sql`
    with ${withExact(narrowing)}, ${withClose(narrowing)},
    ${commonOrRare(walk, unless => sorted(sql`${exactly(narrowing)} and ${unless}`), most, 50)},
    close as materialized (${sorted(sql`${closely} and not exists (select from near) and not exists (select from rare)
      and ((select ${isFirstPage}::boolean) or not ${anyExact})`)})
    -- One of the three has rows, in order.
    select * from near where (select yes from is_full)
    union all select * from rare union all select * from close`
}
