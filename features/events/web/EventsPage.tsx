import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { idIn } from '../../../contract/ids.ts'
import { community } from '../../../web/api/boot.ts'
import { useFilters } from '../../../web/list/filters.ts'
import { useDebouncedText } from '../../../web/list/use-debounced-text.ts'
import { NewRows } from '../../../web/live/NewRows.tsx'
import { Banner } from '../../../web/ui/Banner.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { PageHeader } from '../../../web/ui/PageHeader.tsx'
import { SearchBox } from '../../../web/ui/SearchBox.tsx'
import { Tabs } from '../../../web/ui/Tabs.tsx'
import { useLoadError } from '../../../web/ui/use-load-error.ts'
import { useStable } from '../../../web/ui/use-stable.ts'
import { type Event, eventListing, listEvents } from '../contract.ts'
import { todayIn } from '../shared/days.ts'
import type { Tab } from '../shared/tabs.ts'
import { LOAD_FAILED } from './calls.ts'
import { EventDialog } from './EventDialog.tsx'
import { EventList } from './EventList.tsx'
import { EventView } from './EventView.tsx'
import { useDeleteEvent } from './use-delete-event.ts'
import { useCalendarCache, useEvents, useFirstWhenLoaded } from './use-events.ts'
import './follow-events.ts'

const tabs: readonly { value: Tab; label: string }[] = [
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'past', label: 'Past' },
  { value: 'all', label: 'All Events' },
]

export default function EventsPage() {
  const [filters, setFilters] = useFilters('tab', 'q', 'event')
  const listing = eventListing(filters)
  const { tab, q = '' } = listing
  const setTab = (next: Tab) => setFilters({ tab: next === 'upcoming' ? '' : next })
  const [typed, type] = useDebouncedText(filters.q, text => setFilters({ q: text }))
  const events = useEvents(listing)
  const cache = useCalendarCache(listing)
  const showFirstWhenLoaded = useFirstWhenLoaded(events, cache)
  const [edited, setEdited] = useState<Event | null>(null)
  // In the URL, so that the dialog opens again after a sign-in that interrupts the writing.
  const isNew = filters.event === 'new'
  const show = useShow()
  const close = () => show('')
  const view = { list: `${tab} ${typed}`, opened: edited ? 'edit' : filters.event }
  const { remove, banner, leaving } = useDeleteEvent(view, id => {
    cache.removed(id)
    if (filters.event === String(id)) close()
  })
  useLoadError(events.isError, 'Error', LOAD_FAILED)

  function leaveNew(added?: Event) {
    if (!added || cache.shows(added)) return close()
    showFirstWhenLoaded(added)
    setFilters({ q: '', tab: added.event_date < todayIn(community.time_zone) ? 'past' : '', event: '' })
  }
  const create = () => show('new')
  const problem = events.isError ? LOAD_FAILED : banner
  const openId = idIn(filters.event)
  const known = leaving?.id === openId ? leaving : cache.find(openId)
  const actions = { onEdit: setEdited, onDelete: useStable(remove) }

  return (
    <>
      <PageHeader
        title="Community Events"
        subtitle="Connect with other founders at these upcoming events"
        actions={
          <Button icon={Plus} onClick={create}>
            Create Event
          </Button>
        }
      />
      <div className="mb-4 sm:max-w-sm">
        <SearchBox placeholder="Search events..." value={typed} onChange={type} />
      </div>
      <Tabs label="Which events" items={tabs} value={tab} onChange={setTab}>
        <NewRows list={listEvents} input={listing} one="event" />
        <div className="flex flex-col gap-4">
          {problem && <Banner>{problem}</Banner>}
          <EventList events={events} tab={tab} q={q} onCreate={create} {...actions} />
        </div>
      </Tabs>
      {openId > 0 && !edited && <EventView id={openId} known={known} onClose={close} {...actions} />}
      {(edited || isNew) && (
        <EventDialog
          event={edited}
          onSaved={edited ? cache.changed : cache.added}
          onClose={edited ? () => setEdited(null) : leaveNew}
        />
      )}
    </>
  )
}

/** Sets the `event` parameter of the URL: the id of the open event, 'new' or empty. */
function useShow() {
  const navigate = useNavigate()
  return (event: string) =>
    void navigate({
      to: '.',
      replace: true,
      resetScroll: false,
      search: ((now: object) => ({ ...now, event })) as never,
    })
}
