import { join, type Sql, sql } from '../../database/sql.ts'
import { Refusal } from '../../server/errors.ts'
import { readCursor } from './shared/cursor.ts'

/** Which way a list runs through its index: all columns up, or all down, so that one comparison of rows finds a place in it. */
export type Order = {
  columns: Sql[]
  types: Sql[]
  down: boolean
  /** A place before the first row: a list without a cursor goes on after it, and so needs no statement of its own. */
  start: (string | number)[]
  /** The top rated have an index of their own in this order. */
  hasTopRated?: true
}

export const newestFirst: Order = {
  columns: [sql`created_at`, sql`id`],
  types: [sql`timestamptz`, sql`integer`],
  down: true,
  start: ['infinity', 0],
}

export const reversed = (order: Order): Order => ({ ...order, down: !order.down })

export const orderBy = ({ columns, down }: Order) => join(columns.map(column => (down ? sql`${column} desc` : column)))

/** What comes after the place with these values. */
export const beyond = ({ columns, down }: Order, values: Sql[]) =>
  sql`(${join(columns)}) ${down ? sql`<` : sql`>`} (${join(values)})`

/** What comes after a cursor; without one, everything. */
export function afterCursor(order: Order, cursor: string | undefined): Sql {
  const values = cursor === undefined ? order.start : readCursor(cursor, order.columns.length)
  if (!values) throw new Refusal(400, 'This place in the list is not known.', { fields: { after: 'not known' } })
  return beyond(
    order,
    // Behind a select, unseen by the planner: it then makes one plan for every place, instead of one each time.
    values.map((value, column) => sql`(select ${value}::${order.types[column]})`),
  )
}

/**
 * A page of at most `limit` rows, and the cursor of the next. `found` gives them in order, and at least one more where there are more; `json`
 * is what a row becomes.
 */
export const pageOf = (found: Sql, json: Sql, order: Order, limit: number) => sql`
  select '[' || coalesce(string_agg(${json}::text, ',') filter (where place <= ${limit}), '') || ']' as list,
    case when count(*) > ${limit} then (array_agg(json_build_array(${join(order.columns)})) filter (where place = ${limit}))[1] end as next
  from (select *, row_number() over () as place from (${found}) found) placed`
