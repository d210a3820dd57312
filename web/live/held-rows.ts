import { hashKey, type Query, type QueryCache, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { rowsIn } from './rows.ts'

type Id = number | string

/** By list: new rows that are not shown yet, because they would move the rows being read. */
const held = new Map<string, Set<Id>>()
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

export function holdNewRows(query: Query, ids: Id[]): void {
  held.set(query.queryHash, new Set([...(held.get(query.queryHash) ?? []), ...ids]))
  notify()
}

/** Drops a row that was deleted before it was shown. */
export function dropHeld(id: Id): void {
  for (const ids of held.values()) ids.delete(id)
  notify()
}

export function forgetHeld(key?: QueryKey): void {
  if (key) held.delete(hashKey(key))
  else held.clear()
  notify()
}

/** How many new rows are held for the list with this key. */
export function useHeldCount(key: QueryKey): number {
  const queries = useQueryClient().getQueryCache()
  const hash = hashKey(key)
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    const unsubscribe = queries.subscribe(({ query, type }) => {
      if (type === 'updated' && query.queryHash === hash) listener()
    })
    return () => {
      listeners.delete(listener)
      unsubscribe()
    }
  }
  const read = () => countHeld(queries, key)
  return useSyncExternalStore(subscribe, read, read)
}

export function countHeld(queries: QueryCache, key: QueryKey): number {
  const hash = hashKey(key)
  const ids = held.get(hash)
  if (!ids?.size) return 0
  const shown = new Set<Id>(rowsIn(queries.get(hash)?.state.data).map(row => row.id))
  return [...ids].filter(id => !shown.has(id)).length
}
