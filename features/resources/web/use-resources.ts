import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../web/api.ts'
import { useFailureStays } from '../../../web/failure-stays.ts'
import { keyOf, seeded } from '../../../web/query.ts'
import { refresh } from '../../../web/send/cache.ts'
import { listKinds, listResources, type Resource } from '../contract.ts'
import { type listingOf, PAGE, placeOf } from '../shared/listing.ts'

type Listing = ReturnType<typeof listingOf>
type Pages = InfiniteData<Resource[], string | undefined>

/** The library on the screen, page by page. */
export function useResources(listing: Listing) {
  const seed = seeded(listResources, listing)
  const queryKey = keyOf(listResources, listing)
  const resources = useInfiniteQuery({
    queryKey,
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
  return useFailureStays(resources, queryKey)
}

/** A resource as it is saved now: the first in the library after the place just before its own. Undefined when it is gone. */
export async function readResource({ id, created_at }: Resource): Promise<Resource | undefined> {
  const [first] = await api(listResources, { limit: 1, after: placeOf({ created_at, id: id + 1 }) })
  return first?.id === id ? first : undefined
}

/** After any change of the library: the lists, and what the filters offer. */
export function useRefreshLibrary() {
  const cache = useQueryClient()
  return () => refresh(cache, [listResources, listKinds])
}
