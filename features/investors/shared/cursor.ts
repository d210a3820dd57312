import type { Sort } from './options.ts'

type Row = { id: number; name: string; avg_rating: number | null; rating_count: number; comments_count: number } & Dated
type Dated = { id: number; created_at: string }

/** What a list is ordered by, of one row: the next page begins after it. The server orders by these very columns. */
const keys: Record<Sort, (row: Row) => unknown[]> = {
  name: row => [row.name, row.id],
  rating: row => [row.avg_rating ?? 0, row.rating_count, row.id],
  newest: row => [row.created_at, row.id],
  commented: row => [row.comments_count, row.id],
}

export const cursorOf = (row: Row, sort: Sort) => JSON.stringify(keys[sort](row))
export const commentCursorOf = (row: Dated) => JSON.stringify(keys.newest(row as Row))

/** The values of a cursor of so many parts, or null when it is none of ours. */
export function readCursor(text: string, parts: number): (string | number)[] | null {
  try {
    const values: unknown = JSON.parse(text)
    const isOurs = Array.isArray(values) && values.length === parts && values.every(isPlain)
    return isOurs ? (values as (string | number)[]) : null
  } catch {
    return null
  }
}

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number'
