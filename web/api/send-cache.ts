import type { QueryClient } from '@tanstack/react-query'
import type { Endpoint } from '../../contract/endpoint.ts'

/** By its path, all cached replies of an endpoint are found. */
type Cached = Pick<Endpoint, 'path'>

/** Invalidates the cached replies of these endpoints: visible ones are refetched now, the others when they are next opened. */
export function refresh(cache: QueryClient, endpoints: readonly Cached[] = []) {
  for (const endpoint of endpoints) void cache.invalidateQueries({ queryKey: [endpoint.path] })
}

/** Changes the row with this id in all cached replies of these endpoints. Returns a function that rolls back. */
export function patchRows(cache: QueryClient, within: readonly Cached[], id: unknown, change: object): () => void {
  const before = within.flatMap(endpoint => cache.getQueriesData({ queryKey: [endpoint.path] }))
  for (const [key, data] of before) {
    // A response requested before the change would show the old row again.
    const query = { queryKey: key, exact: true }
    const isFirst = data === undefined && cache.isFetching(query) > 0
    const cancelled = cache.cancelQueries(query)
    if (data !== undefined) cache.setQueryData(key, patched(data, id, change))
    // A cancelled first read would leave its screen loading.
    else if (isFirst) void cancelled.then(() => cache.refetchQueries({ ...query, type: 'active' }))
  }
  return () => {
    for (const [key, data] of before) cache.setQueryData(key, data)
    refresh(cache, within)
  }
}

function patched(data: unknown, id: unknown, change: object): unknown {
  if (Array.isArray(data)) return data.map(row => patched(row, id, change))
  if (data === null || typeof data !== 'object') return data
  // The data of an infinite query.
  if ('pages' in data) return { ...data, pages: patched(data.pages, id, change) }
  return 'id' in data && data.id === id ? { ...data, ...change } : data
}
