import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../web/api.ts'
import { keyOf, seeded } from '../../../web/query.ts'
import { refresh } from '../../../web/send/cache.ts'
import { listKinds, listResources, type Resource } from '../contract.ts'
import { type listingOf, PAGE, placeOf } from '../shared/listing.ts'

type Listing = ReturnType<typeof listingOf>
type Pages = InfiniteData<Resource[], string | undefined>

/** The library on the screen, page by page. */
export function useResources(listing: Listing) {
  const seed = seeded(listResources, listing)
  return useInfiniteQuery({
    queryKey: keyOf(listResources, listing),
    queryFn: ({ signal, pageParam }) => api(listResources, { ...listing, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => (page.length < PAGE ? undefined : page.slice(-1).map(placeOf)[0]),
    initialData: (): Pages | undefined => {
      const first = seed.initialData()
      return first && { pages: [first], pageParams: [undefined] }
    },
    initialDataUpdatedAt: seed.initialDataUpdatedAt,
    placeholderData: keepPreviousData,
  })
}

/** After any change of the library: the lists, and what the filters offer. */
export function useRefreshLibrary() {
  const cache = useQueryClient()
  return () => refresh(cache, [listResources, listKinds])
}
