import { type Endpoint, request as requestOf } from '../../contract/endpoint.ts'
import { Json } from '../../database/database.ts'
import { join, type Sql, sql } from '../../database/sql.ts'
import type { MemberRequest } from '../../server/endpoint.ts'
import { Refusal } from '../../server/errors.ts'
import { readCursor } from './shared/cursor.ts'

/** Which way a list runs through its index: all columns up, or all down, so that one comparison of rows finds a place in it. */
export type Order = { columns: Sql[]; down: boolean }

export const reversed = ({ columns, down }: Order): Order => ({ columns, down: !down })

export const orderBy = ({ columns, down }: Order) =>
  join(columns.map(column => (down ? sql`${column} desc` : sql`${column}`)))

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

/**
 * Answers a page of at most `limit` rows. `rows` gives them as a column `row`, in order, and one more than that when there are
 * more: then the Link header tells where the next page is.
 */
export async function answerPage<Row>(
  { tx, http }: Pick<MemberRequest<Endpoint>, 'tx' | 'http'>,
  page: {
    rows: Sql
    limit: number
    endpoint: Endpoint
    input: Record<string, unknown>
    cursorOf: (row: Row) => string
  },
): Promise<Json> {
  const { list, last, has_more } = await tx.one<{ list: string; last: Row; has_more: boolean }>(sql`
    select coalesce(json_agg(row) filter (where place <= ${page.limit}), '[]')::text as list,
      (json_agg(row) filter (where place = ${page.limit}))->0 as last, count(*) > ${page.limit} as has_more
    from (select row, row_number() over () as place from (${page.rows}) unplaced) placed`)
  if (has_more) {
    const { url } = requestOf(page.endpoint, { ...page.input, after: page.cursorOf(last) })
    http.setHeader('link', `<${url}>; rel="next"`)
  }
  return new Json(list)
}
