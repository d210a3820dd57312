import { type Sql, sql } from './sql.ts'

/**
 * One page of a list: its JSON, and where the next page begins (null: there is none). `rows` selects `row`, the JSON of one entry,
 * and `place`, the text a list goes on after, in order; it must end without a limit.
 */
export const pageOf = (rows: Sql, limit: number) => sql`
  select coalesce(json_agg(row) filter (where n <= ${limit}), '[]'),
    case when count(*) > ${limit} then max(place) filter (where n = ${limit}) end
  from (select *, row_number() over () as n from (${rows} limit ${limit + 1}) as ordered) as numbered`

/** Text typed into a search box, as a pattern that matches it anywhere. */
export const anywhere = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
