import { Link } from '@tanstack/react-router'
import { CalendarDays, Heart, Landmark, type LucideIcon, MessageSquare, PenLine, UserPlus } from 'lucide-react'
import { RelativeTime } from '../../../web/ui/RelativeTime.tsx'
import { Timeline, TimelineItem } from '../../../web/ui/Timeline.tsx'
import { type Activity, doings, type Kind } from '../../activity/contract.ts'
import { quietLink, Section } from './Section.tsx'

const icons: Record<Kind, LucideIcon> = {
  post: PenLine,
  reply: MessageSquare,
  like: Heart,
  event: CalendarDays,
  investor: Landmark,
  join: UserPlus,
}

export function ActivitySection({ activities, isSample }: { activities: Activity[]; isSample: boolean }) {
  return (
    <Section title="Recent Activity" isSample={isSample}>
      <Timeline label="Recent activity">
        {activities.map(({ id, kind, actor, subject, created_at }) => (
          <TimelineItem key={id} icon={icons[kind]} time={<RelativeTime when={created_at} />}>
            <span className="font-medium">{actor.full_name}</span> {doings[kind]}{' '}
            {subject && <span className="wrap-anywhere">{subject}</span>}
          </TimelineItem>
        ))}
      </Timeline>
      {activities.length === 0 && <p className="text-muted">Nothing has happened yet.</p>}
      <div className="mt-4">
        <Link to="/activity" className={quietLink}>
          View all activity
        </Link>
      </div>
    </Section>
  )
}
