import { Link } from '@tanstack/react-router'
import { CalendarDays, Heart, Landmark, type LucideIcon, MessageSquare, PenLine, UserPlus } from 'lucide-react'
import type { Activity, Kind } from '../../features/activity/contract.ts'
import { RelativeTime } from './RelativeTime.tsx'
import { TimelineItem } from './Timeline.tsx'

const doings: Record<Kind, { icon: LucideIcon; words: string }> = {
  post: { icon: PenLine, words: 'posted' },
  reply: { icon: MessageSquare, words: 'replied to' },
  like: { icon: Heart, words: 'liked' },
  event: { icon: CalendarDays, words: 'created the event' },
  investor: { icon: Landmark, words: 'added the investor' },
  join: { icon: UserPlus, words: 'joined the community' },
}

/** Something a member did, on a Timeline. A sample leads nowhere. */
export function ActivityItem({ item, isSample = false }: { item: Activity; isSample?: boolean }) {
  const { actor, subject, created_at } = item
  const { icon, words } = doings[item.kind]
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
      {words} {subject !== null && (isSample ? <bdi>{subject}</bdi> : <Subject item={item} name={subject} />)}
    </TimelineItem>
  )
}

/** What it was done to, leading there. */
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
