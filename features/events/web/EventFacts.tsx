import { CalendarDays, Clock, MapPin, Video } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { isElsewhere, zoneName } from '../../../web/ui/dates.ts'
import type { Event } from '../contract.ts'
import { formatDay, formatTime, formatWeekday } from '../shared/days.ts'

/** Date, time and place, one per line. `whole` always shows the time zone; a card shows it only to members in another zone. */
export function EventFacts({ event, whole = false }: { event: Event; whole?: boolean }) {
  const { event_date, start_time, end_time, ends_next_day, location, meeting_link } = event
  return (
    <ul className="flex flex-col gap-1.5 text-sm">
      <Fact icon={CalendarDays}>
        <time dateTime={event_date}>{formatDay(event_date)}</time>
        <span className="text-muted"> · {formatWeekday(event_date)}</span>
      </Fact>
      <Fact icon={Clock}>
        {formatTime(start_time)} – {formatTime(end_time)}
        {ends_next_day && <span className="text-muted"> the next day</span>}
        {(whole || isElsewhere(event_date)) && <span className="text-muted"> · {zoneName}</span>}
      </Fact>
      {location && (
        <Fact icon={MapPin}>
          <span dir="auto" className={whole ? undefined : 'line-clamp-2 text-left'}>
            {location}
          </span>
        </Fact>
      )}
      {meeting_link && (
        <Fact icon={Video}>
          <a
            href={meeting_link}
            target="_blank"
            rel="noreferrer noopener"
            className="font-medium text-accent underline-offset-2 hover:underline"
          >
            Join online
          </a>
        </Fact>
      )}
    </ul>
  )
}

function Fact({
  icon: Icon,
  children,
}: {
  icon: ComponentType<{ size: number; className: string }>
  children: ReactNode
}) {
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden size={16} className="mt-[3px] shrink-0 text-muted" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}
