import { Sql, sql } from './sql.ts'

/**
 * At least so many rows, written into the statement as one of a few numbers. A plan for any number of rows would be made for a tenth
 * of the table, and PostgreSQL, seeing that one made for this very number is better, would make a new one every time.
 */
export const roundedUp = (rows: number): Sql => written(stepUp(rows))
export const stepUp = (rows: number): number => STEPS.find(step => step >= rows) ?? rows
/** What our screens ask for (20 to 24, or 30 to 50) and the most there is, each with one more. Every step is another statement for every list. */
const STEPS = [25, 51, 501]

/** A number as a part of the statement, not as a value. */
export const written = (number: number) => new Sql([String(number)], [])

/**
 * One page of a list: its JSON, and where the next page begins (null: there is none). `rows` selects `row`, the JSON of one entry,
 * and `place`, the text a list goes on after, in order; it must end without a limit.
 */
export const pageOf = (rows: Sql, limit: number) => sql`
  select coalesce(json_agg(row) filter (where n <= ${limit}), '[]'),
    case when count(*) > ${limit} then max(place) filter (where n = ${limit}) end
  from (select *, row_number() over () as n from (${rows} limit ${roundedUp(limit + 1)}) as ordered) as numbered`

/** Signs that mean something in a LIKE pattern, as themselves. */
export const literally = (typed: string) => typed.replace(/[\\%_]/g, '\\$&')

/**
 * Whether a `search_text` (small letters) has the typed text anywhere in it. Tables of some thousand rows are searched in the order
 * of their list, until the page is full: an index would find nearly every row for a common word, and they would have to be
 * sorted. The planner knows nothing about how many rows match (row-level rules keep the statistics from it) and would guess
 * too few; of a coalesce() it assumes half. Where nothing was typed every row has it, and no text is looked at.
 */
export const contains = (searchText: Sql, typed = '') => {
  const pattern = `%${literally(typed)}%`
  // Behind a select, so that the typed text is made small once and not for every row.
  return sql`((select ${pattern}::text = '%%') or coalesce(${searchText} like (select lower(${pattern} collate names) collate "C"), false))`
}

/** A filter that may be absent, as one text for both. For conditions that no index serves: the planner cannot see which it is. */
export const ifGiven = (value: unknown, type: Sql, condition: Sql) =>
  sql`((select ${value ?? null}::${type} is null) or ${condition})`

/** No id is larger: where a list ends that is given no end. */
export const LAST_ID = 2_147_483_647
