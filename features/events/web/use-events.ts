import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { community } from '../../../web/boot.ts'
import { useFailureStays } from '../../../web/failure-stays.ts'
import { keyOf, seeded } from '../../../web/query.ts'
import { type Event, getEvent, listEvents } from '../contract.ts'
import { todayIn } from '../shared/days.ts'
import { belongs, type listingOf, PAGE } from '../shared/listing.ts'
import { placeOf } from '../shared/place.ts'
import { readEvents } from './calls.ts'

type Listing = ReturnType<typeof listingOf>
type Pages = InfiniteData<Event[], string | undefined>

/** The list on the screen, page by page. */
export function useEvents(listing: Listing) {
  const seed = seeded(listEvents, listing)
  const queryKey = keyOf(listEvents, listing)
  const events = useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) => readEvents({ ...listing, after: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => (page.length < PAGE ? undefined : page.slice(-1).map(placeOf)[0]),
    initialData: (): Pages | undefined => {
      const first = seed.initialData()
      return first && { pages: [first], pageParams: [undefined] }
    },
    initialDataUpdatedAt: seed.initialDataUpdatedAt,
    // While a search is being typed the last list stays; another tab is another list.
    placeholderData: (previous, query) => {
      const before = query?.queryKey[1] as Listing | undefined
      return before?.tab === listing.tab ? keepPreviousData(previous) : undefined
    },
  })
  return useFailureStays(events, queryKey)
}

/** What the lists in the cache are told after a change. */
export function useCalendarCache(listing: Listing) {
  const cache = useQueryClient()
  const key = { queryKey: [listEvents.path] }
  /** Whether it belongs on the tab, and to the search, of the screen. */
  const shows = (event: Event) => belongs(event, listing, todayIn(community.time_zone))
  const everywhere = (change: (page: Event[]) => Event[]) =>
    cache.setQueriesData<Pages>(key, data => data && { ...data, pages: data.pages.map(change) })

  return {
    shows,
    /** A new event stands at the top of the list on the screen until that is next loaded, where it belongs there. */
    added(event: Event) {
      void cache.invalidateQueries({ ...key, refetchType: 'none' })
      if (!shows(event)) return
      cache.setQueryData<Pages>(
        keyOf(listEvents, listing),
        data => data && { ...data, pages: [[event, ...(data.pages[0] ?? [])], ...data.pages.slice(1)] },
      )
    },
    /** Shown at once, and then read again: its place in the order may have changed. */
    changed(event: Event) {
      cache.setQueryData(keyOf(getEvent, { id: event.id }), event)
      everywhere(page => page.map(one => (one.id === event.id ? event : one)))
      void cache.invalidateQueries(key)
    },
    removed(id: number) {
      cache.removeQueries({ queryKey: keyOf(getEvent, { id }) })
      everywhere(page => page.filter(one => one.id !== id))
    },
    find: (id: number): Event | undefined =>
      cache
        .getQueriesData<Pages>(key)
        .flatMap(([, data]) => data?.pages.flat() ?? [])
        .find(one => one.id === id),
  }
}
