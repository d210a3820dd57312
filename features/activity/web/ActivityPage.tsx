import { Link } from '@tanstack/react-router'
import { Activity as ActivityIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { loadProblem } from '../../../web/api/call.ts'
import { useFilters } from '../../../web/list/filters.ts'
import { usePages } from '../../../web/list/use-pages.ts'
import { NewRows } from '../../../web/live/NewRows.tsx'
import { ActivityItem } from '../../../web/ui/ActivityItem.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { EmptyState } from '../../../web/ui/EmptyState.tsx'
import { ErrorState } from '../../../web/ui/ErrorState.tsx'
import { LoadMore } from '../../../web/ui/LoadMore.tsx'
import { PageHeader } from '../../../web/ui/PageHeader.tsx'
import { SkeletonList, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { Tabs } from '../../../web/ui/Tabs.tsx'
import { Timeline } from '../../../web/ui/Timeline.tsx'
import { activityListing, type Kind, listActivity } from '../contract.ts'
import './follow-activity.ts'

const tabs: { value: Kind | 'all'; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'post', label: 'Topics' },
  { value: 'reply', label: 'Replies' },
  { value: 'like', label: 'Likes' },
  { value: 'event', label: 'Events' },
  { value: 'investor', label: 'Investors' },
  { value: 'join', label: 'New members' },
]

export default function ActivityPage() {
  const [filters, setFilters] = useFilters('kind')
  const listing = activityListing(filters)
  const activity = usePages(listActivity, listing)
  return (
    <>
      <PageHeader
        title="Recent Activity"
        subtitle="What members of the community have been up to"
        back={<Link to="/">Home</Link>}
      />
      <Tabs
        label="Kind of activity"
        items={tabs}
        value={listing.kind ?? 'all'}
        onChange={kind => setFilters({ kind: kind === 'all' ? '' : kind })}
      >
        <NewRows list={listActivity} input={listing} one="activity" many="activities" />
        <ActivityList activity={activity} />
      </Tabs>
    </>
  )
}

function ActivityList({ activity }: { activity: ReturnType<typeof usePages<typeof listActivity>> }): ReactNode {
  const items = activity.data?.pages.flat() ?? []
  if (activity.isPending)
    return (
      <SkeletonRegion label="Loading activity">
        <SkeletonList rows={8} />
      </SkeletonRegion>
    )
  if (items.length === 0 && activity.isError)
    return (
      <ErrorState
        title="The activity could not be loaded"
        text={loadProblem(activity.error)}
        again={activity.refetch}
      />
    )
  if (items.length === 0)
    return <EmptyState icon={ActivityIcon} title="Nothing yet" text="Whatever members do will show up here." />
  return (
    <>
      <Card>
        <Timeline label="Recent activity">
          {items.map(item => (
            <ActivityItem key={item.id} item={item} />
          ))}
        </Timeline>
      </Card>
      <LoadMore what="activity" pages={activity} />
    </>
  )
}
