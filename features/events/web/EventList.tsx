import { CalendarDays } from 'lucide-react'
import { useRef } from 'react'
import { useLazyCards } from '../../../web/list/use-lazy-cards.ts'
import { Button } from '../../../web/ui/Button.tsx'
import { cx } from '../../../web/ui/cx.ts'
import { EmptyState } from '../../../web/ui/EmptyState.tsx'
import { SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { TryAgain } from '../../../web/ui/TryAgain.tsx'
import { useFocusFirstNew } from '../../../web/ui/use-focus-first-new.ts'
import type { Event } from '../contract.ts'
import type { Tab } from '../shared/tabs.ts'
import { EventCard, EventSkeleton } from './EventCard.tsx'
import type { useEvents } from './use-events.ts'

const grid = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'

const emptyTexts: Record<Tab, string> = {
  upcoming: 'There are no upcoming events scheduled at this time.',
  past: 'There are no past events to display.',
  all: 'There are no events yet.',
}

type Props = {
  events: ReturnType<typeof useEvents>
  tab: Tab
  q: string
  onCreate: () => void
  onEdit: (event: Event) => void
  onDelete: (event: Event) => void
}

export function EventList({ events, tab, q, onCreate, onEdit, onDelete }: Props) {
  // A new event at the top may also be on a later page.
  const found = [...new Map(events.data?.pages.flat().map(event => [event.id, event])).values()]
  const lazyCards = useLazyCards()
  const list = useRef<HTMLDivElement>(null)
  const focusFirstNew = useFocusFirstNew(list, found.length)
  function showMore() {
    focusFirstNew()
    void events.fetchNextPage()
  }
  if (events.isPending)
    return (
      <SkeletonRegion label="Loading events" times={6} className={grid}>
        <EventSkeleton />
      </SkeletonRegion>
    )
  // The banner shows the error.
  if (events.isError && found.length === 0)
    return (
      <div>
        <TryAgain again={events.refetch}>Try again</TryAgain>
      </div>
    )
  if (found.length === 0)
    return (
      <EmptyState
        icon={CalendarDays}
        title="No events found"
        text={q ? 'No events match your search criteria.' : emptyTexts[tab]}
        action={q ? undefined : <Button onClick={onCreate}>Create the First Event</Button>}
      />
    )
  return (
    <>
      <div ref={list} className={cx(grid, lazyCards, '[--average-card:360px]')} aria-busy={events.isPlaceholderData}>
        {found.map(event => (
          <EventCard key={event.id} event={event} query={q} onEdit={onEdit} onDelete={onDelete} />
        ))}
      </div>
      {events.hasNextPage && (
        <div className="mt-6 flex justify-center">
          <Button variant="secondary" busy={events.isFetchingNextPage} onClick={showMore}>
            Show more events
          </Button>
        </div>
      )}
    </>
  )
}
