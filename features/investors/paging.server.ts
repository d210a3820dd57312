import { type Endpoint, request as requestOf } from '../../contract/endpoint.ts'
import { Json, type Tx } from '../../database/database.ts'
import { join, type Sql, sql } from '../../database/sql.ts'
import type { Http } from '../../server/endpoint.ts'
import { Refusal } from '../../server/errors.ts'
import { readCursor } from './shared/cursor.ts'

/** Which way a list runs through its index: all columns up, or all down, so that one comparison of rows finds a place in it. */
export type Order = { columns: Sql[]; down: boolean }

export const reversed = ({ columns, down }: Order): Order => ({ columns, down: !down })

export const orderBy = ({ columns, down }: Order) => join(columns.map(column => (down ? sql`${column} desc` : column)))

/** What comes after a row with these values. */
export const beyond = ({ columns, down }: Order, values: unknown[]) =>
  sql`(${join(columns)}) ${down ? sql`<` : sql`>`} (${join(values.map(value => sql`${value}`))})`

/** What comes after a cursor, if there is one. */
export function afterCursor(order: Order, cursor: string | undefined): Sql | undefined {
  if (cursor === undefined) return undefined
  const values = readCursor(cursor, order.columns.length)
  if (!values) throw new Refusal(400, 'This place in the list is not known.', { fields: { after: 'not known' } })
  return beyond(order, values)
}

/** `last` is the last row of the page when there are more after it. */
type Page<Row> = { list: Json; count: number; last: Row | null }

/** Reads a page of at most `limit` rows. `rows` gives them as a column `row`, in order, and one more where there are more. */
export async function readPage<Row>(tx: Tx, rows: Sql, limit: number): Promise<Page<Row>> {
  const { list, ...page } = await tx.one<{ list: string; count: number; last: Row | null }>(sql`
    select coalesce(json_agg(row) filter (where place <= ${limit}), '[]')::text as list, count(*)::integer as count,
      case when count(*) > ${limit} then (json_agg(row) filter (where place = ${limit}))->0 end as last
    from (select row, row_number() over () as place from (${rows}) unplaced) placed`)
  return { ...page, list: new Json(list) }
}

/** Tells in the Link header where the next page is, if there is one. */
export function linkToNext<Row>(
  http: Http,
  page: Page<Row>,
  next: (last: Row) => [endpoint: Endpoint, input: Record<string, unknown>],
): void {
  if (page.last) http.setHeader('link', `<${requestOf(...next(page.last)).url}>; rel="next"`)
}
