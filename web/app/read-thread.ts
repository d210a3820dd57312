import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import {
  countUnread,
  listNotifications,
  MAX_COUNT,
  markRead,
  type Unread,
} from '../../features/notifications/contract.ts'
import { inBackground } from '../api/background.ts'
import { api } from '../api/call.ts'
import { keyOf, useApi } from '../api/query.ts'
import { refresh } from '../api/send-cache.ts'

type Kind = 'topic' | 'request' | 'investor' | 'event'

/**
 * Marks the notifications about a topic, request, investor or event as read while it is open in a visible tab, also those that arrive
 * meanwhile. Without an id, such as until it is loaded, it does nothing.
 */
export const useReadThread = (kind: Kind, id: number | undefined): void =>
  useRead(kind, id === undefined ? undefined : String(id))

/** The same for the notifications about the account, which lead to the settings. */
export const useReadAccount = (): void => useRead('account', '')

function useRead(kind: Kind | 'account', id: string | undefined): void {
  const cache = useQueryClient()
  const { data } = useApi(countUnread)
  const isVisible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
  const thread = id === undefined ? undefined : id ? `${kind}/${id}` : kind
  const isListed = thread !== undefined && data?.threads.includes(thread)
  // The count knows the threads of the latest ones only. An older one is marked once, in case it is unread.
  const isUnlisted = thread !== undefined && data !== undefined && data.count >= MAX_COUNT
  const marked = useRef<string>(undefined)
  useEffect(() => {
    if (!isVisible || !(isListed || (isUnlisted && marked.current !== thread))) return
    marked.current = thread
    api(markRead, { thread_kind: kind, thread_id: id || undefined }, inBackground()).then(
      unread => {
        cache.setQueryData<Unread>(keyOf(countUnread), unread)
        refresh(cache, [listNotifications])
      },
      // They stay unread until the next visit.
      () => undefined,
    )
  }, [cache, kind, id, thread, isListed, isUnlisted, isVisible])
}

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
