import { useId } from 'react'
import { Skeleton, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import type { Notification } from '../contract.ts'
import { groupsOf } from '../shared/groups.ts'
import { NotificationItem } from './NotificationItem.tsx'

type Props = {
  notifications: readonly Notification[]
  /** The heading of a group is one below the heading around the list. */
  heading: 'h2' | 'h3'
  onOpen: (notification: Notification) => void
}

/** Notifications, newest first, under 'Today', 'This week' and 'Earlier'. */
export function NotificationGroups({ notifications, heading: Heading, onOpen }: Props) {
  const id = useId()
  return groupsOf(notifications, new Date()).map(({ label, items }) => (
    <section key={label} aria-labelledby={`${id}-${label}`} className="not-first:mt-4">
      <Heading
        id={`${id}-${label}`}
        className="px-3 pb-1.5 font-sans text-xs font-semibold tracking-wide text-muted uppercase"
      >
        {label}
      </Heading>
      <ul className="flex flex-col gap-0.5">
        {items.map(notification => (
          <NotificationItem key={notification.id} notification={notification} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  ))
}

export const NotificationSkeletons = ({ rows }: { rows: number }) => (
  <SkeletonRegion label="Loading notifications" times={rows}>
    <div data-skeleton="list" className="flex gap-3 p-3">
      <Skeleton round className="size-11 shrink-0" />
      <div className="flex flex-1 flex-col gap-2 pt-1">
        <Skeleton className="h-3.5 w-4/5" />
        <Skeleton className="h-3 w-2/5" />
      </div>
    </div>
  </SkeletonRegion>
)
