import { Link } from '@tanstack/react-router'
import { CalendarDays, Heart, Landmark, type LucideIcon, MessageSquare, PenLine, UserPlus } from 'lucide-react'
import type { Activity, Kind } from '../../features/activity/contract.ts'
import { RelativeTime } from './RelativeTime.tsx'
import { TimelineItem } from './Timeline.tsx'

const kinds: Record<Kind, { icon: LucideIcon; verb: string }> = {
  post: { icon: PenLine, verb: 'posted' },
  reply: { icon: MessageSquare, verb: 'replied to' },
  like: { icon: Heart, verb: 'liked' },
  event: { icon: CalendarDays, verb: 'created the event' },
  investor: { icon: Landmark, verb: 'added the investor' },
  join: { icon: UserPlus, verb: 'joined the community' },
}

/** One activity in a Timeline. A sample has no links. */
export function ActivityItem({ item, isSample = false }: { item: Activity; isSample?: boolean }) {
  const { actor, subject, created_at } = item
  const { icon, verb } = kinds[item.kind]
  return (
    <TimelineItem icon={icon} time={<RelativeTime when={created_at} />}>
      {isSample ? (
        <bdi className="font-medium">{actor.full_name}</bdi>
      ) : (
        <Link
          to="/members/$id"
          params={{ id: String(actor.id) }}
          className="font-medium underline-offset-2 hover:underline"
        >
          <bdi>{actor.full_name}</bdi>
        </Link>
      )}{' '}
      {verb} {subject !== null && (isSample ? <bdi>{subject}</bdi> : <Subject item={item} name={subject} />)}
    </TimelineItem>
  )
}

/** A link to the topic, event or investor of the activity. */
function Subject({ item: { kind, subject_id }, name }: { item: Activity; name: string }) {
  const id = String(subject_id)
  const className = 'text-accent wrap-anywhere underline-offset-2 hover:underline'
  if (kind === 'event')
    return (
      <Link to="/events" search={{ event: id } as never} className={className}>
        <bdi>{name}</bdi>
      </Link>
    )
  if (kind === 'investor')
    return (
      <Link to="/investors" search={{ investor: id } as never} className={className}>
        <bdi>{name}</bdi>
      </Link>
    )
  return (
    <Link to="/forum/$id" params={{ id }} className={className}>
      <bdi>{name}</bdi>
    </Link>
  )
}
