import { Link } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { ApiError, loadProblem } from '../../../web/api/call.ts'
import { useApi } from '../../../web/api/query.ts'
import { usePageTitle } from '../../../web/app/page-title.ts'
import { useReadThread } from '../../../web/app/read-thread.ts'
import { useUnsent } from '../../../web/form/use-unsent.ts'
import { Button } from '../../../web/ui/Button.tsx'
import { Dialog } from '../../../web/ui/Dialog.tsx'
import { LinkedText } from '../../../web/ui/LinkedText.tsx'
import { RelativeTime } from '../../../web/ui/RelativeTime.tsx'
import { Skeleton, SkeletonLines, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { TryAgain } from '../../../web/ui/TryAgain.tsx'
import { Unsent } from '../../../web/ui/Unsent.tsx'
import { type Event, getEvent } from '../contract.ts'
import { CalendarLink } from './CalendarLink.tsx'
import { TypeBadge } from './EventCard.tsx'
import { EventFacts } from './EventFacts.tsx'
import { eventDraft } from './use-event-form.ts'

const NOT_FOUND = 'Event not found'

type Props = {
  id: number
  /** The event, if a list has already loaded it. */
  known?: Event
  onClose: () => void
  onEdit: (event: Event) => void
  onDelete: (event: Event) => void
}

/** All details of an event. Opened by its URL, it may not be in the loaded lists. */
export function EventView({ id, known, onClose, onEdit, onDelete }: Props) {
  const { data, error, refetch } = useApi(getEvent, { id }, { enabled: !known })
  const event = known ?? data
  const isGone = !event && error instanceof ApiError && error.status === 404
  usePageTitle(isGone ? NOT_FOUND : event?.title)
  useReadThread('event', event?.id)
  if (!event && error) return <Missing id={id} error={error} isGone={isGone} again={refetch} onClose={onClose} />
  if (!event)
    return (
      <Dialog open onClose={onClose} title="Event">
        <SkeletonRegion label="Loading the event" className="flex flex-col gap-4">
          <Skeleton className="h-5 w-2/3" />
          <SkeletonLines lines={4} />
        </SkeletonRegion>
      </Dialog>
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <span dir="auto" className="block text-left wrap-anywhere">
          {event.title}
        </span>
      }
      footer={
        <>
          <CalendarLink id={id} size="md" />
          <Button variant="secondary" icon={Trash2} onClick={() => onDelete(event)}>
            Delete
          </Button>
          <Button icon={Pencil} onClick={() => onEdit(event)}>
            Edit
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <div>
          <TypeBadge type={event.event_type} />
        </div>
        <EventFacts event={event} whole />
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          <LinkedText text={event.description} />
        </p>
        <Authorship event={event} />
      </div>
    </Dialog>
  )
}

/** Who added the event and who changed it last. */
function Authorship({ event: { created_by, created_at, updated_by, updated_at } }: { event: Event }) {
  return (
    <div className="flex flex-col gap-0.5 border-t border-line pt-4 text-sm text-muted">
      {created_by && (
        <p>
          Added by <MemberLink {...created_by} /> <RelativeTime when={created_at} />
        </p>
      )}
      {updated_by && (
        <p>
          Last changed by <MemberLink {...updated_by} /> <RelativeTime when={updated_at} />
        </p>
      )}
    </div>
  )
}

const MemberLink = ({ id, full_name }: { id: number; full_name: string }) => (
  <Link to="/members/$id" params={{ id: String(id) }} className="text-ink underline underline-offset-2">
    <bdi>{full_name || 'a member'}</bdi>
  </Link>
)

function Missing({
  id,
  error,
  isGone,
  again,
  onClose,
}: {
  id: number
  error: Error
  isGone: boolean
  again: () => Promise<unknown>
  onClose: () => void
}) {
  const texts = useUnsent(eventDraft(id))
  return (
    <Dialog
      open
      onClose={onClose}
      title={isGone ? NOT_FOUND : 'The event could not be loaded'}
      description={isGone ? 'It may have been deleted since the link was shared.' : loadProblem(error)}
      footer={
        <>
          {!isGone && <TryAgain again={again} />}
          <Button onClick={onClose}>Back to all events</Button>
        </>
      }
    >
      {isGone && texts.length > 0 && <Unsent texts={texts} />}
    </Dialog>
  )
}
