import { Link } from '@tanstack/react-router'
import { Bell, CheckCheck } from 'lucide-react'
import { loadProblem } from '../../../web/api/call.ts'
import { useApi } from '../../../web/api/query.ts'
import { useFilters } from '../../../web/list/filters.ts'
import { usePages } from '../../../web/list/use-pages.ts'
import { Button } from '../../../web/ui/Button.tsx'
import { ClearFilters } from '../../../web/ui/ClearFilters.tsx'
import { EmptyState } from '../../../web/ui/EmptyState.tsx'
import { ErrorState } from '../../../web/ui/ErrorState.tsx'
import { LoadMore } from '../../../web/ui/LoadMore.tsx'
import { PageHeader } from '../../../web/ui/PageHeader.tsx'
import { Select } from '../../../web/ui/Select.tsx'
import { Tabs } from '../../../web/ui/Tabs.tsx'
import { countUnread, listNotifications, type Notification, notificationListing } from '../contract.ts'
import { subjectLabels, subjects } from '../shared/subjects.ts'
import { NotificationGroups, NotificationSkeletons } from './NotificationGroups.tsx'
import { useMarkRead } from './use-mark-read.ts'

const tabs = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const

const ALL = 'all'
const options: { value: string; label: string }[] = [
  { value: ALL, label: 'All kinds' },
  ...subjects.map(value => ({ value, label: subjectLabels[value] })),
]

export default function NotificationsPage() {
  const [filters, setFilters] = useFilters('tab', 'about')
  const listing = notificationListing(filters)
  const { about } = listing
  const list = usePages(listNotifications, listing, {
    keeps: before => before.unread === listing.unread && before.about === about,
  })
  const rows = list.data?.pages.flat() ?? []
  const { count = 0 } = useApi(countUnread).data ?? {}
  const { markOne, markAll } = useMarkRead()
  return (
    <>
      <PageHeader
        back={<Link to="/">Home</Link>}
        title="Notifications"
        subtitle="What was said to you, and what happened around you"
        actions={
          count > 0 &&
          rows[0] &&
          (!about || rows.some(row => !row.is_read)) && (
            <Button variant="secondary" icon={CheckCheck} onClick={() => markAll(rows[0] as Notification, about)}>
              Mark all as read
            </Button>
          )
        }
      />
      <div className="mb-4 sm:w-56">
        <Select
          label="About"
          labelHidden
          options={options}
          value={about ?? ALL}
          onChange={chosen => setFilters({ about: chosen === ALL ? '' : chosen })}
        />
      </div>
      <Tabs
        label="Which notifications"
        items={tabs}
        value={listing.unread ? 'unread' : 'all'}
        onChange={tab => setFilters({ tab: tab === 'unread' ? tab : '' })}
      >
        {list.isPending ? (
          <div className={frame}>
            <NotificationSkeletons rows={8} />
          </div>
        ) : list.data === undefined ? (
          <ErrorState
            title="The notifications could not be loaded"
            text={loadProblem(list.error)}
            again={list.refetch}
          />
        ) : rows.length === 0 && about ? (
          <EmptyState
            icon={Bell}
            title={listing.unread ? 'You have read everything here' : 'No notifications found'}
            text={`There is nothing under “${subjectLabels[about]}”${listing.unread ? ' that is unread' : ''}.`}
            action={<ClearFilters onClick={() => setFilters({ tab: '', about: '' })} />}
          />
        ) : rows.length === 0 ? (
          <EmptyState
            icon={Bell}
            title={listing.unread ? 'You have read everything' : 'All quiet'}
            text="Replies, mentions and comments that are for you will show up here."
          />
        ) : (
          <div className={frame}>
            <NotificationGroups notifications={rows} heading="h2" onOpen={markOne} />
          </div>
        )}
        <LoadMore what="notifications" pages={list} />
      </Tabs>
    </>
  )
}

const frame = 'rounded-card border border-line bg-surface p-2 pt-4'
