import type { Sort } from './words.ts'

/** Which field of a request each order goes by, before its id. By date is by id alone. */
const sortedBy = {
  newest: null,
  oldest: null,
  urgent: 'urgency',
  title: 'request_title',
  company: 'your_company',
} as const satisfies Record<Sort, string | null>

type Row = { id: number; urgency: string; request_title: string; your_company: string }

/**
 * Where a page of requests ended, so that the next begins after it. Made of the row itself, because a page that the
 * server inlines comes without the Link header.
 */
export function cursorAfter(sort: Sort, row: Row): string {
  const field = sortedBy[sort]
  return `${row.id}:${field ? row[field] : ''}`
}
