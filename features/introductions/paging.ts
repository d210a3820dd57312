import { request as addressOf, type Endpoint } from '../../contract/endpoint.ts'
import { Json, type Tx } from '../../database/database.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Http } from '../../server/endpoint.ts'
import { Refusal } from '../../server/errors.ts'

/** How many rows to ask for: one more than wanted tells whether there is a next page. */
export const oneMore = (limit: number) => limit + 1

/** `rows` gives each row's JSON as `item` and its `cursor`, in order and one more than asked. */
export async function answerPage(
  { tx, http }: { tx: Tx; http: Http },
  endpoint: Endpoint,
  input: Record<string, unknown> & { limit: number },
  rows: Sql,
): Promise<Json> {
  const { list, next } = await tx.one<{ list: string; next: string | null }>(sql`
    select coalesce(json_agg(item order by n) filter (where n <= ${input.limit}), '[]')::text as list,
      case when count(*) > ${input.limit} then max(cursor) filter (where n = ${input.limit}) end as next
    from (select item, cursor, row_number() over () as n from (${rows}) ordered) numbered`)
  if (next) http.setHeader('link', `<${addressOf(endpoint, { ...input, after: next }).url}>; rel="next"`)
  return new Json(list)
}

/** A cursor is '12:value': the id and the value of the row that the last page ended with. */
export function readCursor(after: string): { id: string; value: string } {
  const [, id, value] = /^(\d{1,9}):(.*)$/s.exec(after) ?? []
  if (id === undefined || value === undefined) throw new Refusal(400, 'This page of the list does not exist.')
  return { id, value }
}
