import { allOf, type Condition, name, Sql, sql } from '../connection/sql.ts'
import { decodeCursor } from './cursor.ts'
import { literal } from './limit.ts'
import { rowsOf } from './list.ts'
import type { Order } from './order.ts'
import { amongNewest, closeRowsOf, closeTo, hasAll, idsOf, type Search, similarTo, typedParts } from './search.ts'

/**
 * A list in order of relevance, best first:
 * 1. the title begins with the query, in alphabetical order;
 * 2. the title contains all words;
 * 3. the whole text does;
 * 4. (`closeRows`) the title contains all words with typing errors.
 * Within 2 to 4 the newest come first.
 */
type Ranked = {
  from: string
  /** The column with the title in its first line and the rest of the text after it. Without one there are no titles. */
  text?: 'search_text' | 'word_text'
  /** A text besides that column, searched by words and prefixes (full-text index). */
  words?: 'words'
  filters?: Condition[]
  most: number
  /** The cursor of the page before. */
  after?: string
}

/** Sort columns of the rows: the tier, the start of the title in tier 1, and the negative id. */
export const byRelevance: Order = {
  by: [
    [sql`tier`, 'integer'],
    [sql`title_start`, 'text'],
    [sql`newest`, 'integer'],
  ],
}

/** The CTE that `rankedRows` uses: the query as patterns and words. */
export const typedQuery = (q: string) => sql`typed as materialized (
  select *, left(word_starts(plain(${q})), 60) as prefix,
    -- The same patterns, but only at the beginning of a word.
    array(select regexp_replace(pattern, '^% ?', '% ') from unnest(patterns) pattern) as word_patterns
  from (${typedParts(q, 'word')}) typed)`

/** The tier of rows with typing errors. */
export const CLOSE = 4

const LAST_ID = 2_147_483_647
const patterns = sql`(select patterns from typed)`
/** Conditions for the trigram index, which cannot search for an array: the two longest words. */
const hasLongest = (text: Sql) =>
  sql`${text} like ${patterns}[1] and ${text} like coalesce(${patterns}[2], ${patterns}[1])`
const newestFirst: Order = { by: [[sql`id`, 'integer']], descending: true }

/**
 * Rows of tiers 1 to 3 (id, tier, title_start, newest, rank) of a table in this order. `rank` is finer than the tier, to compare rows of several tables: 0 for
 * a title that equals the query, 1 begins with it, 2 words that begin with the typed ones, 3 words that contain them, 4 text, 5 errors.
 */
export function rankedRows({ from, text, words, filters = [], most, after }: Ranked): Sql {
  const at = positionOf(after)
  const rows = { from, order: newestFirst, most }
  const start = (tier: number) => startOf(at, tier)
  const isShort = (...earlier: string[]) => sql`(${sumOf(earlier)}) < ${literal(most)}`

  const column = name(text ?? 'words')
  const inText = text ? hasAll(column, patterns) : sql`false`
  const inWords = sql`words @@ (select query from typed)`
  const table = name(from)
  const textSearch: Search = {
    matches: words ? sql`(${inText} or ${inWords})` : inText,
    ids: unionOf([
      text && idsOf(from, hasLongest(column), inText, sql`select id from compared`),
      words && sql`select id from ${table} where ${inWords}`,
    ]),
  }
  const sorted = (rows: Sql) =>
    sql`select * from (${rows}) ranked order by tier, title_start, newest limit ${literal(most)}`
  if (!text) return sorted(row(3, sql`4`, rowsOf({ ...rows, filters, search: textSearch, start: start(3) })))

  const title = titleOf(text)
  const beginning = sql`left(${title}, 60)`
  const begins = sql`${patterns} is not null and ${beginning} >= (select prefix from typed)
    and ${beginning} < (select prefix || U&'\\+10FFFF' from typed)`
  const inTitle = hasAll(title, patterns)
  const titleSearch: Search = {
    matches: inTitle,
    ids: idsOf(
      from,
      hasLongest(title),
      inTitle,
      sql`select id from compared join ${table} using (id) where ${inTitle}`,
    ),
  }
  const lower = { titleStart: at.tier === 1 ? at.titleStart : '', id: at.tier === 1 ? at.id : LAST_ID }
  return sql`
    with compared as materialized (${amongNewest(from, inText)}),
    starting as materialized (
      select id, ${beginning} as title_start from ${table}
      where ${allOf(filters)} and ${begins} and ${at.tier <= 1} and ${beginning} >= (select ${lower.titleStart}::text)
        and (${beginning} > (select ${lower.titleStart}::text) or id < (select ${lower.id}::integer))
      order by ${beginning}, id desc limit ${literal(most)}),
    titled as materialized (${rowsOf({
      ...rows,
      filters: [...filters, isShort('starting'), sql`(${begins}) is not true`],
      search: titleSearch,
      start: start(2),
    })}),
    texts as materialized (${rowsOf({
      ...rows,
      filters: [...filters, isShort('starting', 'titled'), sql`(${begins}) is not true`, sql`(${inTitle}) is not true`],
      search: textSearch,
      start: start(3),
    })})
    ${sorted(sql`
      select id, 1 as tier, title_start, -id as newest,
        case when title_start = (select prefix from typed) then 0 else 1 end as rank from starting
      union all ${row(2, sql`case when ${hasAll(title, sql`(select word_patterns from typed)`)} then 2 else 3 end`, sql`select * from titled`)}
      union all ${row(3, sql`4`, sql`select * from texts`)}`)}`
}

/** The rows of tier 4: the title contains all words with typing errors. None unless `when`, or if the page before was of this tier. */
export function closeRows({ from, text, filters = [], most, after }: Ranked, when: Sql): Sql | undefined {
  if (!text) return undefined
  const at = positionOf(after)
  const title = titleOf(text)
  const isWanted = sql`(${at.tier === CLOSE} or ${at.tier === 0} and ${when})`
  const close = closeRowsOf(from, {
    similar: allOf([...filters, similarTo(title), isWanted]),
    matches: allOf([closeTo(title), startOf(at, CLOSE)]),
  })
  return row(CLOSE, sql`5`, sql`${close} order by id desc limit ${literal(most)}`)
}

const titleOf = (text: string) => sql`split_part(${name(text)}, E'\\n', 1)`

const row = (tier: number, rank: Sql, rows: Sql) =>
  sql`select id, ${literal(tier)} as tier, '' collate "C" as title_start, -id as newest, ${rank} as rank from (${rows}) found`

type Position = { tier: number; titleStart: string; id: number }

/** The last row of the page before; tier 0 for the first page. */
function positionOf(after: string | undefined): Position {
  const types = byRelevance.by.map(([, type]) => type)
  const [tier, titleStart, newest] = after === undefined ? ['0', '', '0'] : decodeCursor(after, types)
  return { tier: Number(tier), titleStart: String(titleStart), id: -Number(newest) }
}

/** The rows of a tier after this one. In a subselect, which hides the value from the planner, so that one generic plan is reused. */
const startOf = (at: Position, tier: number) =>
  sql`id < (select ${at.tier < tier ? LAST_ID : at.tier === tier ? at.id : 0}::integer)`

const sumOf = (tables: string[]) => new Sql([tables.map(table => `(select count(*) from ${table})`).join(' + ')], [])

const unionOf = (queries: (Sql | undefined | '')[]) =>
  queries.filter(query => query instanceof Sql).reduce((one, other) => sql`${one} union ${other}`)
