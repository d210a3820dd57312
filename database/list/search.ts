import { allOf, type Condition, name, type Sql, sql } from '../connection/sql.ts'

/** How a search finds the rows of a table: one by one along the order of the list, or all at once through an index. */
export type Search = {
  /** Parts of a `with` that the others refer to. */
  typed?: Sql
  /** Whether a row matches. */
  matches: Sql
  /** The ids of all rows that match, by an index. */
  ids: Sql
  /** Rows that count where none matches: the words are spelled almost like this. */
  close?: Sql
}

type Options = {
  /** Each word by itself, in any order; else what was typed as it stands. */
  by: 'word' | 'phrase'
  /** Long texts beside `search_text`, searched by whole words and their beginnings. */
  bodies?: { matches: (query: Sql) => Sql; ids: (query: Sql) => Sql }
  /** Whether slips of spelling are forgiven. */
  forgives?: boolean
}

/**
 * Rows of a table whose `search_text` has what was typed; undefined where nothing was. The words travel as one array, so that there
 * is one statement for any number of them. The longest comes first: the trigram index looks for that one, and the others are compared.
 */
export function search(table: string, q: string | undefined, { by, bodies, forgives }: Options): Search | undefined {
  if (!q?.trim()) return undefined
  const patterns = sql`(select patterns from typed)`
  const query = sql`(select query from typed)`
  const hasAll = sql`search_text like all (${patterns}::text[])`
  const found = sql`select id from ${name(table)} where search_text like ${patterns}[1] and ${hasAll}`
  return {
    typed: sql`typed as materialized (select search_patterns(${q}, ${by === 'word'}) as patterns,
      search_query(${q}) as query, search_words(${q}) as words)`,
    matches: bodies ? sql`(${hasAll} or ${bodies.matches(query)})` : hasAll,
    ids: bodies ? sql`${found} union ${bodies.ids(query)}` : found,
    close: forgives
      ? sql`(select words[1] from typed) <% search_text
          and not exists (select from typed, unnest(words) word where not has_word_like(search_text, word))`
      : undefined,
  }
}

/** Rows that have one of these tags. */
export const tagged = (table: string, column: string, tags: readonly string[]): Search => {
  // In a subselect, where the planner does not see the value: so it keeps one generic plan.
  const matches = sql`${name(column)} && (select ${tags}::text[])`
  return { matches, ids: sql`select id from ${name(table)} where ${matches}` }
}

/** For statements that count: the rows that a search finds. */
export const foundBy = (one: Search | undefined, filters: Condition[]) =>
  allOf([...filters, one && sql`id in (${one.ids})`])
