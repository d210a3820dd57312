import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { community } from '../../../web/api/boot.ts'
import { keyOf } from '../../../web/api/query.ts'
import { type Pages as PagesOf, usePages } from '../../../web/list/use-pages.ts'
import { type Event, type eventListing, getEvent, listEvents } from '../contract.ts'
import { todayIn } from '../shared/days.ts'
import { belongs } from '../shared/tabs.ts'
import { readEvents } from './calls.ts'

type Listing = ReturnType<typeof eventListing>
type Pages = PagesOf<Event>

/** The list on the screen, page by page. The previous list stays while a search is typed, but not when the tab changes. */
export const useEvents = (listing: Listing) =>
  usePages(listEvents, listing, { read: readEvents, keeps: before => before.tab === listing.tab })

/** Updates the cached lists after a change. */
export function useCalendarCache(listing: Listing) {
  const cache = useQueryClient()
  const key = { queryKey: [listEvents.path] }
  /** Whether the event matches the tab and the search on the screen. */
  const shows = (event: Event) => belongs(event, listing, todayIn(community.time_zone))
  const changePages = (change: (page: Event[]) => Event[]) =>
    cache.setQueriesData<Pages>(key, data => data && { ...data, pages: data.pages.map(change) })
  const showFirst = (event: Event) =>
    cache.setQueryData<Pages>(keyOf(listEvents, listing), data => {
      const [first = [], ...pages] = data?.pages.map(page => page.filter(({ id }) => id !== event.id)) ?? []
      return data && { ...data, pages: [[event, ...first], ...pages] }
    })

  return {
    shows,
    /** A new event that matches the list is shown at its top until the list is next loaded. */
    added(event: Event) {
      void cache.invalidateQueries({ ...key, refetchType: 'none' })
      if (shows(event)) showFirst(event)
    },
    showFirst,
    /** Shown at once, then refetched: its position in the list may have changed. */
    changed(event: Event) {
      cache.setQueryData(keyOf(getEvent, { id: event.id }), event)
      changePages(page => page.map(row => (row.id === event.id ? event : row)))
      void cache.invalidateQueries(key)
    },
    removed(id: number) {
      cache.removeQueries({ queryKey: keyOf(getEvent, { id }) })
      changePages(page => page.filter(row => row.id !== id))
    },
    find: (id: number): Event | undefined =>
      cache
        .getQueriesData<Pages>(key)
        .flatMap(([, data]) => data?.pages.flat() ?? [])
        .find(row => row.id === id),
  }
}

/** Shows a new event at the top of a list that is loaded only after the event was added. Returns the function that says which. */
export function useFirstWhenLoaded(events: ReturnType<typeof useEvents>, { shows, showFirst }: CalendarCache) {
  const [event, setEvent] = useState<Event | null>(null)
  const isLoaded = !events.isFetching && !events.isPlaceholderData
  // Before the browser paints the list in its own order.
  useLayoutEffect(() => {
    if (!event || !shows(event) || !isLoaded) return
    if (events.isSuccess) showFirst(event)
    setEvent(null)
  })
  return setEvent
}
type CalendarCache = Pick<ReturnType<typeof useCalendarCache>, 'shows' | 'showFirst'>
