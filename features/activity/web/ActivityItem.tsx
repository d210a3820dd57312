import { Link } from '@tanstack/react-router'
import { CalendarDays, Heart, Landmark, type LucideIcon, MessageSquare, PenLine, UserPlus } from 'lucide-react'
import { RelativeTime } from '../../../web/ui/RelativeTime.tsx'
import { TimelineItem } from '../../../web/ui/Timeline.tsx'
import { type Activity, doings, type Kind } from '../contract.ts'

const icons: Record<Kind, LucideIcon> = {
  post: PenLine,
  reply: MessageSquare,
  like: Heart,
  event: CalendarDays,
  investor: Landmark,
  join: UserPlus,
}

export function ActivityItem({ item }: { item: Activity }) {
  const { kind, actor, created_at } = item
  return (
    <TimelineItem icon={icons[kind]} time={<RelativeTime when={created_at} />}>
      <Link
        to="/members/$id"
        params={{ id: String(actor.id) }}
        className="font-medium underline-offset-2 hover:underline"
      >
        {actor.full_name}
      </Link>{' '}
      {doings[kind]} <Subject item={item} />
    </TimelineItem>
  )
}

/** What it was done to, leading there. */
function Subject({ item: { kind, subject, subject_id } }: { item: Activity }) {
  if (subject === null) return null
  const id = String(subject_id)
  const className = 'text-accent wrap-anywhere underline-offset-2 hover:underline'
  if (kind === 'event')
    return (
      <Link to="/events" search={{ event: id } as never} className={className}>
        {subject}
      </Link>
    )
  if (kind === 'investor')
    return (
      <Link to="/investors" search={{ investor: id } as never} className={className}>
        {subject}
      </Link>
    )
  return (
    <Link to="/forum/$id" params={{ id }} className={className}>
      {subject}
    </Link>
  )
}
