import type { Query, QueryClient } from '@tanstack/react-query'
import { type Row, rowsIn } from './rows.ts'

/** How many of the loaded pages are searched for new rows. */
const MAX_PAGES = 3

type Pages = { pages: unknown[]; pageParams: unknown[] }
const pagesOf = (query: Query) => query.state.data as Partial<Pages>

/** Fetches one page of a list like the list itself, without showing it. */
async function readPage(client: QueryClient, query: Query, pageParam: unknown): Promise<Row[]> {
  const { queryFn, meta } = query.options
  if (typeof queryFn !== 'function') return []
  const { signal } = new AbortController()
  return rowsIn(
    await queryFn({
      client,
      queryKey: query.queryKey,
      signal,
      meta: { ...meta, isLookup: true },
      pageParam,
      direction: 'forward',
    } as never),
  )
}

export const fetchFirstPage = (client: QueryClient, query: Query) =>
  readPage(client, query, pagesOf(query).pageParams?.[0])

/** Which of these rows belong to the loaded part of the list. Asks the server, which applies the list's filters and order. */
export async function findInLoadedPages(client: QueryClient, query: Query, ids: number[]): Promise<number[]> {
  const missing = new Set(ids)
  for (const pageParam of (pagesOf(query).pageParams ?? [undefined]).slice(0, MAX_PAGES)) {
    for (const row of await readPage(client, query, pageParam)) missing.delete(row.id)
    if (missing.size === 0) break
  }
  return ids.filter(id => !missing.has(id))
}

/** Whether the last page of a list is loaded. */
export function isAtEnd(query: Query): boolean {
  const { pages, pageParams } = pagesOf(query)
  const { getNextPageParam } = query.options as {
    getNextPageParam?: (page: unknown, pages: unknown[], param: unknown, params: unknown[]) => unknown
  }
  if (!pages || !pageParams || !getNextPageParam) return true
  return (getNextPageParam(pages.at(-1), pages, pageParams.at(-1), pageParams) ?? null) === null
}
