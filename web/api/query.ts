import {
  hashKey,
  notifyManager,
  QueryClient,
  type QueryKey,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type Endpoint, type Input, type Reply, request } from '../../contract/endpoint.ts'
import { takeBootData } from './boot.ts'
import { ApiError, type Args, api } from './call.ts'
import { onReachable } from './connection.ts'
import { currentUserId, storeCopy } from './copies.ts'
import { isUnanswered } from './errors.ts'
import { keepNext } from './next.ts'
import { contractMismatch } from './reply.ts'
import { useStickyError } from './sticky-error.ts'

const MINUTE_MS = 60_000

export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: 1,
        // Retry a 404 without delay: waiting does not help, and a dead link shows its error at once.
        retryDelay: (_, error) => (error instanceof ApiError && error.status === 404 ? 0 : 1000),
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: 5 * MINUTE_MS,
        gcTime: 30 * MINUTE_MS,
        // navigator.onLine is often wrong (a server on this machine needs no network): always try.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

export const queryClient = newQueryClient()

// Refetch what failed, or was a copy, while the server was unreachable.
onReachable(
  () =>
    void queryClient.invalidateQueries({
      predicate: ({ state, queryHash }) => isUnanswered(state.error) || copyTimes.has(queryHash),
    }),
)

/** The query key of a reply. Its first part, the path, matches all replies of the endpoint. */
export const keyOf = <E extends Endpoint>(endpoint: E, input?: Input<E>): QueryKey => [endpoint.path, input ?? {}]

/** Initial data from the reply embedded in the page, with its age. */
export function seeded<E extends Endpoint>(endpoint: E, input?: Input<E>) {
  let taken: ReturnType<typeof takeBootData>
  return {
    initialData: () => {
      const { url } = request(endpoint, (input ?? {}) as Record<string, unknown>)
      taken = takeBootData(`${endpoint.method} ${url}`)
      if (taken && contractMismatch(endpoint, taken.data)) taken = undefined
      keepNext(taken?.data, taken?.next)
      if (taken && endpoint.offline) {
        const { data, next, at } = taken
        storeCopy({ url, body: JSON.stringify(data), next, at }, currentUserId())
      }
      return taken?.data as Reply<E> | undefined
    },
    initialDataUpdatedAt: () => taken?.at,
  }
}

export type ReadOptions = { signal: AbortSignal; orCopy: boolean; noteCopy: (at: number | undefined) => void }
type Context = { queryKey: QueryKey; signal: AbortSignal; pageParam?: unknown; meta?: Record<string, unknown> }

const cache = queryClient.getQueryCache()
/** When the copy was requested that a query shows, by the query's hash. */
const copyTimes = new Map<string, number>()
cache.subscribe(({ type, query }) => type === 'removed' && copyTimes.delete(query.queryHash))

/** For the call of a query: without an answer it may show a copy, which never replaces a reply of the server. */
export function readOptions({ queryKey, signal, pageParam, meta }: Context): ReadOptions {
  const hash = hashKey(queryKey)
  // A page that is only searched for new rows (web/live/page-lookup.ts) is not shown.
  if (meta?.isLookup) return { signal, orCopy: false, noteCopy() {} }
  return {
    signal,
    orCopy: queryClient.getQueryData(queryKey) === undefined || copyTimes.has(hash),
    noteCopy(at) {
      const before = copyTimes.get(hash)
      const isFirstPage = Object.keys(pageParam ?? {}).length === 0
      if (isFirstPage) copyTimes.delete(hash)
      if (at !== undefined) copyTimes.set(hash, Math.min(at, isFirstPage ? at : (before ?? at)))
    },
  }
}

const subscribeToCache = (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener))
/** When the oldest copy on the screen was requested; undefined if there is none. */
export const useShownCopyTime = () =>
  useSyncExternalStore(subscribeToCache, () => {
    const times = cache.findAll({ type: 'active' }).flatMap(({ queryHash }) => copyTimes.get(queryHash) ?? [])
    return times.length > 0 ? Math.min(...times) : undefined
  })

type Settings = {
  /** False: do not fetch yet, such as while the input is unknown. */
  enabled?: boolean
  /** Show the previous reply while the input changes (a search being typed). */
  keepPrevious?: boolean
}

/** Reads an endpoint through the cache: `const members = useApi(listMembers, { industry })`. */
export function useApi<E extends Endpoint>(
  endpoint: E,
  ...[input, settings = {}]: Record<never, never> extends Input<E>
    ? [input?: Input<E>, settings?: Settings]
    : [input: Input<E>, settings?: Settings]
): UseQueryResult<Reply<E>> {
  const queryKey = keyOf(endpoint, input)
  const query = useQuery<Reply<E>>({
    queryKey,
    queryFn: context => api(endpoint, ...([input, readOptions(context)] as unknown as Args<E>)),
    enabled: settings.enabled ?? true,
    placeholderData: settings.keepPrevious ? previous => previous as never : undefined,
    ...(seeded(endpoint, input) as object),
  })
  return useStickyError(query, queryKey)
}
