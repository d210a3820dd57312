import { Json, type Tx } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { Http } from './endpoint.ts'
import { Refusal } from './errors.ts'

/**
 * One page of a list, as a bare array. `rows` selects `row` (the JSON of one entry) and `place` (text that says where it stands
 * in the order), ordered. A Link header tells the address of the next page when there is one.
 */
export async function listPage(
  { tx, http }: { tx: Tx; http: Http },
  { rows, limit, path, query }: { rows: Sql; limit: number; path: string; query: Record<string, unknown> },
): Promise<Json> {
  // One more than asked for, to know whether there is more.
  const page = await tx.one<{ list: string; last: string | null; more: boolean }>(sql`
    select coalesce(json_agg(row) filter (where n <= ${limit}), '[]')::text as list,
      max(place) filter (where n = ${limit}) as last, count(*) > ${limit} as more
    from (select *, row_number() over () as n from (${rows} limit ${limit + 1}) as ordered) as numbered`)
  if (page.more && page.last !== null) {
    const next = new URLSearchParams()
    for (const [name, value] of Object.entries({
      ...query,
      limit,
      after: Buffer.from(page.last).toString('base64url'),
    }))
      if (value !== undefined && value !== '') next.set(name, String(value))
    http.setHeader('link', `<${path}?${next}>; rel="next"`)
  }
  return new Json(page.list)
}

/** The parts of the place a cursor names, in the form the list's order has. */
export function placeOf(after: string, form: RegExp): string[] {
  const [, ...parts] = form.exec(Buffer.from(after, 'base64url').toString()) ?? []
  if (parts.length === 0) throw new Refusal(400, 'The list cannot be continued from there. Please load it again.')
  return parts
}

/** Text typed into a search box, as a pattern that matches it anywhere. */
export const anywhere = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
