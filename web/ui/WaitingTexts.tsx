import { useConnection } from '../api/connection.ts'
import { useWaiting } from '../api/queue.ts'
import { useAuth } from '../session/session.tsx'
import { Avatar } from './Avatar.tsx'

/** The member's texts of a screen that wait for the network or are being sent. */
export const useWaitingTexts = (page: string) =>
  useWaiting().filter(({ refused, write }) => refused === undefined && write.page === page && write.text !== undefined)

/** The member's texts of this screen that wait for the network or are being sent: the list of comments is not changed until they are sent. */
export function WaitingTexts({ page }: { page: string }) {
  const { profile } = useAuth()
  const isOnline = useConnection() === 'online'
  const waiting = useWaitingTexts(page)
  if (waiting.length === 0) return null
  return (
    <ul aria-label="Not sent yet" className="mt-3 flex flex-col gap-3">
      {waiting.map(({ id, write }) => (
        <li key={id} className="flex gap-3 rounded-control border border-dashed border-edge p-4">
          <Avatar size="sm" name={profile?.full_name ?? ''} src={profile?.avatar_url} />
          <div className="min-w-0 flex-1">
            <p className="text-sm text-muted">{isOnline ? 'sending…' : 'Waiting for the network'}</p>
            <p dir="auto" className="text-left whitespace-pre-wrap wrap-anywhere">
              {write.text}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
