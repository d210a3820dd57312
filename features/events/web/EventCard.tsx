import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { Badge, type BadgeTone } from '../../../web/ui/Badge.tsx'
import { By } from '../../../web/ui/By.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { EditAndDelete } from '../../../web/ui/EditAndDelete.tsx'
import { Highlight } from '../../../web/ui/Highlight.tsx'
import { LinkedText } from '../../../web/ui/LinkedText.tsx'
import { Skeleton, SkeletonLines } from '../../../web/ui/Skeleton.tsx'
import type { Event } from '../contract.ts'
import { type EventType, eventTypeLabels } from '../shared/event.ts'
import { CalendarLink } from './CalendarLink.tsx'
import { EventFacts } from './EventFacts.tsx'

const tones: Record<EventType, BadgeTone> = { in_person: 'green', online: 'blue', hybrid: 'purple' }

export const TypeBadge = ({ type }: { type: EventType }) => <Badge tone={tones[type]}>{eventTypeLabels[type]}</Badge>

type Props = { event: Event; query: string; onEdit: (event: Event) => void; onDelete: (event: Event) => void }

export const EventCard = memo(function EventCard({ event, query, onEdit, onDelete }: Props) {
  const { id, title, description, event_type, created_by } = event
  return (
    <Card as="article" interactive className="flex flex-col gap-4" aria-label={title}>
      <div>
        <TypeBadge type={event_type} />
        <h2 className="relative mt-2 text-xl">
          <Link
            to="/events"
            search={(now: object) => ({ ...now, event: String(id) }) as never}
            resetScroll={false}
            dir="auto"
            className="line-clamp-2 touchable-row text-left wrap-anywhere underline-offset-2 hover:underline"
          >
            <Highlight text={title} query={query} />
          </Link>
        </h2>
      </div>
      <EventFacts event={event} />
      <p dir="auto" className="line-clamp-4 whitespace-pre-line wrap-anywhere">
        <LinkedText text={description} query={query} />
      </p>
      <div className="mt-auto flex flex-col gap-3">
        {created_by && <By what="Added by" name={created_by.full_name} />}
        <div className="-mx-3 -mb-2 flex flex-wrap items-center">
          <CalendarLink id={id} />
          <span className="ml-auto flex flex-wrap">
            <EditAndDelete onEdit={() => onEdit(event)} onDelete={() => onDelete(event)} />
          </span>
        </div>
      </div>
    </Card>
  )
})

/** A skeleton as high as a card. */
export function EventSkeleton() {
  return (
    <div data-skeleton="card" className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5">
      <div>
        <Skeleton round className="h-5 w-20" />
        <Skeleton className="mt-3 h-6 w-4/5" />
      </div>
      <div className="flex flex-col gap-2.5">
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-4 w-2/3" />
      </div>
      <SkeletonLines lines={4} />
      <Skeleton className="h-3 w-1/3" />
      <div className="flex justify-between">
        <Skeleton className="h-6 w-28" />
        <Skeleton className="h-6 w-28" />
      </div>
    </div>
  )
}
