import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { countUnread, listNotifications, markRead, type Unread } from '../../features/notifications/contract.ts'
import { api } from '../api/call.ts'
import { keyOf, useApi } from '../api/query.ts'
import { refresh } from '../api/send-cache.ts'

/**
 * Marks the notifications about a topic, request, investor or event as read while it is open in a visible tab, also those that arrive
 * meanwhile. Without an id, such as until it is loaded, it does nothing.
 */
export function useReadThread(kind: 'topic' | 'request' | 'investor' | 'event', id: number | undefined): void {
  const cache = useQueryClient()
  const { data } = useApi(countUnread)
  const isVisible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
  const isUnread = id !== undefined && data?.threads.includes(`${kind}/${id}`)
  useEffect(() => {
    if (!isUnread || !isVisible) return
    api(markRead, { thread_kind: kind, thread_id: String(id) }).then(
      unread => {
        cache.setQueryData<Unread>(keyOf(countUnread), unread)
        refresh(cache, [listNotifications])
      },
      // They stay unread until the next visit.
      () => undefined,
    )
  }, [cache, kind, id, isUnread, isVisible])
}

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
