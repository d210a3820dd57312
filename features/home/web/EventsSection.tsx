import { Link } from '@tanstack/react-router'
import { CalendarDays } from 'lucide-react'
import { isElsewhere, zoneName } from '../../../web/ui/dates.ts'
import type { HomeEvent } from '../contract.ts'
import { Section, sectionLink } from './Section.tsx'

// Date and time are in the community's zone. They are formatted as UTC, because the hour may not exist in the browser's zone.
const timeZone = 'UTC'
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone })
const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone })

export function EventsSection({ events, isSample }: { events: HomeEvent[]; isSample: boolean }) {
  return (
    <Section title="Upcoming Events" isSample={isSample}>
      {events.length === 0 && <p className="text-muted">There are no upcoming events scheduled at this time.</p>}
      <ul className="flex flex-col gap-4">
        {events.map(event => (
          <Item key={event.id} event={event} isSample={isSample} />
        ))}
      </ul>
      <div className="mt-4">
        <Link to="/events" className={sectionLink}>
          View all events
        </Link>
      </div>
    </Section>
  )
}

function Item({ event, isSample }: { event: HomeEvent; isSample: boolean }) {
  const when = new Date(`${event.event_date}T${event.start_time}Z`)
  const place = event.is_online ? 'Online' : event.location
  return (
    <li className="flex gap-3">
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-tint text-on-tint">
        <CalendarDays aria-hidden size={15} />
      </span>
      <div className="min-w-0 text-sm">
        <Link
          to="/events"
          search={(isSample ? {} : { event: String(event.id) }) as never}
          dir="auto"
          className="font-medium wrap-anywhere underline-offset-2 hover:underline"
        >
          {event.title}
        </Link>
        <p className="text-muted">
          {day.format(when)} · {clock.format(when)}
          {isElsewhere(event.event_date) && ` · ${zoneName}`}
        </p>
        {place && (
          <p dir="auto" className="truncate text-muted">
            {place}
          </p>
        )}
      </div>
    </li>
  )
}
