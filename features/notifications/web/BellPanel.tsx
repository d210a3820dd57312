import { Link } from '@tanstack/react-router'
import { BellOff, CheckCheck, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { loadProblem } from '../../../web/api/call.ts'
import { useApi } from '../../../web/api/query.ts'
import { usePages } from '../../../web/list/use-pages.ts'
import { ConnectionMark } from '../../../web/shell/ConnectionMark.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { IconButton } from '../../../web/ui/IconButton.tsx'
import { LinkButton } from '../../../web/ui/LinkButton.tsx'
import { Modal } from '../../../web/ui/Modal.tsx'
import { TryAgain } from '../../../web/ui/TryAgain.tsx'
import { countUnread, listNotifications, type Notification, notificationListing } from '../contract.ts'
import { NotificationGroups, NotificationSkeletons } from './NotificationGroups.tsx'
import { PushOffer } from './PushOffer.tsx'
import { useMarkRead } from './use-mark-read.ts'

/** How many are shown; the rest is at /notifications. */
const MAX_SHOWN = 15

/** The latest notifications: below the bell, on a phone as a sheet at the bottom. The parent unmounts it in `onClose`. */
export function BellPanel({ onClose }: { onClose: () => void }) {
  const list = usePages(listNotifications, notificationListing({}))
  const { count = 0 } = useApi(countUnread).data ?? {}
  const { markOne, markAll } = useMarkRead()
  const latest = (list.data?.pages.flat() ?? []).slice(0, MAX_SHOWN)
  const open = (notification: Notification) => {
    markOne(notification)
    onClose()
  }

  return (
    <Modal
      aria-label="Notifications"
      onClose={onClose}
      closesBeside
      scrim="fixed inset-0 z-40 animate-appear max-sm:bg-scrim"
      className="fixed inset-x-0 bottom-0 z-40 flex max-h-[85dvh] animate-rise flex-col overlay outline-none max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0 sm:inset-x-auto sm:top-14 sm:right-4 sm:bottom-auto sm:max-h-[min(640px,calc(100dvh-72px))] sm:w-105 sm:max-w-[calc(100vw-2rem)] lg:right-8"
    >
      <ConnectionMark className="mt-3 ml-4 w-fit sm:hidden" />
      <div className="flex items-center gap-2 border-b border-line py-2.5 pr-2 pl-5">
        <h2 className="mr-auto text-xl">Notifications</h2>
        {count > 0 && latest[0] && (
          <Button variant="ghost" size="sm" icon={CheckCheck} onClick={() => markAll(latest[0] as Notification)}>
            Mark all as read
          </Button>
        )}
        <IconButton icon={X} label="Close" onClick={onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 pt-3">
        {list.isPending ? (
          <NotificationSkeletons rows={4} />
        ) : list.data === undefined ? (
          <Notice title="The notifications could not be loaded" text={loadProblem(list.error)}>
            <TryAgain again={list.refetch} size="sm" />
          </Notice>
        ) : latest.length === 0 ? (
          <Notice title="All quiet" text="Replies, mentions and comments that are for you will show up here.">
            <BellOff aria-hidden size={22} className="text-muted" />
          </Notice>
        ) : (
          <>
            <PushOffer />
            <NotificationGroups notifications={latest} heading="h3" onOpen={open} />
          </>
        )}
      </div>
      <div className="border-t border-line p-2">
        <LinkButton wide variant="ghost" render={<Link to="/notifications" onClick={onClose} />}>
          See all
        </LinkButton>
      </div>
    </Modal>
  )
}

const Notice = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <div className="flex flex-col items-center gap-2 px-6 py-10 text-center">
    <p className="font-serif text-lg">{title}</p>
    <p className="text-sm text-balance text-muted">{text}</p>
    <div className="mt-2">{children}</div>
  </div>
)
