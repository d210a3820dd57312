import { Link } from '@tanstack/react-router'
import { ActivityItem } from '../../../web/ui/ActivityItem.tsx'
import { Timeline } from '../../../web/ui/Timeline.tsx'
import type { Activity } from '../../activity/contract.ts'
import { Section, sectionLink } from './Section.tsx'

export function ActivitySection({ activities, isSample }: { activities: Activity[]; isSample: boolean }) {
  return (
    <Section title="Recent Activity" isSample={isSample}>
      <Timeline label="Recent activity">
        {activities.map(item => (
          <ActivityItem key={item.id} item={item} isSample={isSample} />
        ))}
      </Timeline>
      <div className="mt-4">
        <Link to="/activity" className={sectionLink}>
          View all activity
        </Link>
      </div>
    </Section>
  )
}
