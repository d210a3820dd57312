import { useQueryClient } from '@tanstack/react-query'
import { community } from '../../../web/api/boot.ts'
import { keyOf } from '../../../web/api/query.ts'
import { type Pages as PagesOf, usePages } from '../../../web/list/use-pages.ts'
import { type Event, type eventListing, getEvent, listEvents } from '../contract.ts'
import { todayIn } from '../shared/days.ts'
import { belongs } from '../shared/tabs.ts'
import { readEvents } from './calls.ts'

type Listing = ReturnType<typeof eventListing>
type Pages = PagesOf<Event>

/** The list on the screen, page by page. While a search is being typed the last list stays; another tab is another list. */
export const useEvents = (listing: Listing) =>
  usePages(listEvents, listing, { read: readEvents, keeps: before => before.tab === listing.tab })

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
