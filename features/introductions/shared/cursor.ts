import type { Sort } from './words.ts'

/** Which field of a request each order goes by. */
export const sortedBy = {
  newest: 'created_at',
  oldest: 'created_at',
  urgent: 'urgency',
  title: 'request_title',
  company: 'your_company',
} as const satisfies Record<Sort, string>

type Row = { id: number } & Record<(typeof sortedBy)[Sort], string>

/**
 * Where a page of requests ended, so that the next begins after it. Made of the row itself, because a page that the
 * server inlines comes without the Link header.
 */
export const cursorAfter = (sort: Sort, row: Row) => `${row.id}:${row[sortedBy[sort]]}`
