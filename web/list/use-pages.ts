import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Endpoint, Input, Reply } from '../../contract/endpoint.ts'
import { type Args, api } from '../api/call.ts'
import { nextOf } from '../api/next.ts'
import { keyOf, type ReadOptions, readOptions, seeded } from '../api/query.ts'
import { useStickyError } from '../api/sticky-error.ts'
import { pageFacts } from './page-facts.ts'

type Row<E extends Endpoint> = Reply<E> extends (infer R)[] ? R : never
type Cursor = string | undefined
export type Pages<R> = InfiniteData<R[], Cursor>

type Options<E extends Endpoint> = {
  /** Reads a page, if calling the endpoint is not enough. */
  read?: (input: Input<E>, options: ReadOptions) => Promise<Row<E>[]>
  /** False: do not show the previous list while this one loads. */
  keeps?: (before: Input<E>) => boolean
}

const nextCursors = pageFacts<Cursor>()

/** A list with cursor pagination: `const topics = usePages(listTopics, { q, limit: 20 })`. */
export function usePages<E extends Endpoint>(
  endpoint: E,
  listing: Input<E> & { limit: number },
  { read, keeps = () => true }: Options<E> = {},
) {
  const seed = seeded(endpoint, listing)
  const queryKey = keyOf(endpoint, listing)
  const readPage = (input: Input<E>, options: ReadOptions) =>
    read ? read(input, options) : (api(endpoint, ...([input, options] as unknown as Args<E>)) as Promise<Row<E>[]>)
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: async context => {
      const rows = await readPage({ ...listing, after: context.pageParam } as Input<E>, readOptions(context))
      nextCursors.keepOf(context, nextOf(rows))
      return rows
    },
    initialPageParam: undefined as Cursor,
    getNextPageParam: (_page, _pages, cursor) => nextCursors.of(queryKey, cursor),
    placeholderData: (previous, query) =>
      query && !keeps(query.queryKey[1] as Input<E>) ? undefined : keepPreviousData(previous),
    initialData: (): Pages<Row<E>> | undefined => {
      const first = seed.initialData() as Row<E>[] | undefined
      if (!first) return undefined
      nextCursors.keep(queryKey, undefined, nextOf(first))
      return { pages: [first], pageParams: [undefined] }
    },
    initialDataUpdatedAt: seed.initialDataUpdatedAt,
  })
  return useStickyError(pages, queryKey)
}
