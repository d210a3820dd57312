import { allOf, type Condition, name, type Sql, sql } from '../connection/sql.ts'
import { literal } from './limit.ts'

/** The conditions of a search: for a scan in the order of the list, and for an index scan. */
export type Search = {
  /** CTEs that the other parts use. */
  typed?: Sql
  /** Whether a row matches. */
  matches: Sql
  /** The ids of all matching rows, found by an index. */
  ids: Sql
  /** The typo-tolerant conditions, used when nothing matches: an index finds the similar rows, which are then compared. */
  close?: Close
}
type Close = { similar: Sql; matches: Sql }

type Options = {
  /** 'word': all words, in any order. 'phrase': the query as a whole. */
  by: 'word' | 'phrase'
  /** Long texts besides `search_text`, searched by whole words and prefixes (full-text index). */
  bodies?: { matches: (query: Sql) => Sql; ids: (query: Sql) => Sql }
  /** Whether typos are tolerated. */
  forgives?: boolean
}

/**
 * Searches `search_text` of a table; undefined for an empty query. The words are one array parameter, so that the statement is the same for
 * any number of words. The longest with trigrams comes first: the trigram index finds it, and the others are filtered.
 */
export function search(table: string, q: string | undefined, { by, bodies, forgives }: Options): Search | undefined {
  if (!q?.trim()) return undefined
  const patterns = sql`(select patterns from typed)`
  const query = sql`(select query from typed)`
  const matches = hasAll(sql`search_text`, patterns)
  const found = idsOf(table, sql`search_text like ${patterns}[1]`, matches)
  return {
    typed: sql`typed as materialized (${typedParts(q, by)})`,
    matches: bodies ? sql`(${matches} or ${bodies.matches(query)})` : matches,
    ids: bodies ? sql`${found} union ${bodies.ids(query)}` : found,
    close: forgives ? { similar: similarTo(sql`search_text`), matches: closeTo(sql`search_text`) } : undefined,
  }
}

/**
 * The query as the search compares it. `indexed`: whether the trigram index can find it; `alike`: the word to find similar ones of; `swapped`:
 * a pattern of the same word with two letters swapped.
 */
export const typedParts = (q: string, by: Options['by']) => sql`
  select *, coalesce(has_trigrams(patterns[1]), true) as indexed, similar_word(words) as alike,
    swap_pattern(similar_word(words)) as swapped from (
    select search_patterns(${q}, ${by === 'word'}) as patterns, search_query(${q}) as query, search_words(${q}) as words) parts`

/** So many rows are compared with a query that no index can find: more than most communities have of anything but replies. */
const MAX_COMPARED = 10_000

/** Of a query without trigrams, for which the trigram index would be scanned as a whole: the matches among the newest rows. Otherwise none. */
export const amongNewest = (table: string, matches: Sql, columns = sql`id`) => sql`
  select ${columns} from (select * from ${name(table)} order by id desc limit ${literal(MAX_COMPARED)}) ${name(table)}
  where not (select indexed from typed) and ${matches}`

/** The rows that match: found by the index if the query has trigrams, else `compared`. */
export const idsOf = (table: string, byIndex: Sql, matches: Sql, compared = amongNewest(table, matches)) => sql`
  select id from ${name(table)} where (select indexed from typed) and ${byIndex} and ${matches} union all ${compared}`

/** Whether a text contains all words, as patterns. */
export const hasAll = (text: Sql, patterns: Sql) => sql`${text} like all (${patterns}::text[])`

/** So many rows with similar words are compared letter by letter: a common syllable has hundreds of thousands in a large community. */
const MAX_SIMILAR = 500
/** Only names and titles, with which `search_text` begins: comparing letter by letter takes milliseconds for a long text. */
const COMPARED_LETTERS = 300
/** Of a query with more words, typing errors are not forgiven. */
const MAX_COMPARED_WORDS = 8

/** Whether a text contains a word that is similar to the longest one of `typed`, or is the longest one with two letters swapped. */
export const similarTo = (text: Sql) => sql`
  (select alike is not null and cardinality(words) <= ${literal(MAX_COMPARED_WORDS)} from typed)
  and ((select alike from typed) <% ${text} or ${text} ~ (select swapped from typed))`

/** Whether the beginning of a text contains all words of `typed`, with at most two typing errors each. */
export const closeTo = (text: Sql) => sql`
  not exists (select from typed, unnest(words) word where not has_word_like(left(${text}, ${literal(COMPARED_LETTERS)}), word))`

/**
 * The rows of a table that are close to the query. `candidates` is a CTE, not a subquery: with a LIMIT the planner would scan the table instead
 * of the index. It is only read as far as the LIMIT.
 */
export const closeRowsOf = (table: string, { similar, matches }: Close, alias = name(table)) => sql`
  with candidates as materialized (select * from ${name(table)} ${alias} where ${similar})
  select * from (select * from candidates limit ${literal(MAX_SIMILAR)}) ${alias} where ${matches}`

/** Rows that have one of the tags in each of these columns; undefined without tags. */
export function tagged(table: string, tags: Record<string, readonly string[] | undefined>): Search | undefined {
  const conditions = Object.entries(tags).flatMap(([column, values]) =>
    // In a subselect, which hides the value from the planner, so that one generic plan is reused.
    values ? sql`${name(column)} && (select ${values}::text[])` : [],
  )
  if (conditions.length === 0) return undefined
  const matches = allOf(conditions)
  return { matches, ids: sql`select id from ${name(table)} where ${matches}` }
}

/** For counts: the condition of the rows that a search finds. */
export const foundBy = (search: Search | undefined, filters: Condition[]) =>
  allOf([...filters, search && sql`id in (${search.ids})`])
