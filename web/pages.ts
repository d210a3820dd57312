import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Endpoint, Input, Reply } from '../contract/endpoint.ts'
import { type Args, api } from './api.ts'
import { useFailureStays } from './failure-stays.ts'
import { keyOf, seeded } from './query.ts'

type Row<E extends Endpoint> = Reply<E> extends (infer R)[] ? R : never
type Cursor = string | number | undefined

/**
 * A list that goes on page after page: `const topics = useApiPages(listTopics, { q, limit: 20 }, topic => topic.id)`, where the
 * last argument says what a page goes on after. While another filter's answer is on its way the last list stays.
 */
export function useApiPages<E extends Endpoint>(
  endpoint: E,
  listing: Input<E> & { limit: number },
  cursorOf: (row: Row<E>) => Cursor,
) {
  const { initialData, initialDataUpdatedAt } = seeded(endpoint, listing)
  const queryKey = keyOf(endpoint, listing)
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      api(endpoint, ...([{ ...listing, after: pageParam }, { signal }] as unknown as Args<E>)) as Promise<Row<E>[]>,
    initialPageParam: undefined as Cursor,
    getNextPageParam: page => {
      const last = page.length < listing.limit ? undefined : page.at(-1)
      return last && cursorOf(last)
    },
    placeholderData: keepPreviousData,
    initialData: (): InfiniteData<Row<E>[], Cursor> | undefined => {
      const first = initialData() as Row<E>[] | undefined
      return first && { pages: [first], pageParams: [undefined] }
    },
    initialDataUpdatedAt,
  })
  return useFailureStays(pages, queryKey)
}
