import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { keyOf } from '../../../web/api/query.ts'
import { useSend } from '../../../web/api/send.ts'
import { refresh } from '../../../web/api/send-cache.ts'
import { countUnread, listNotifications, MAX_COUNT, markRead, type Notification, type Unread } from '../contract.ts'
import { kindsAbout, type Subject } from '../shared/subjects.ts'

const count = keyOf(countUnread)
const lists = { queryKey: [listNotifications.path] }

/** Marks one notification, or all (about one subject) up to the newest one shown, as read, with an optimistic update. */
export function useMarkRead() {
  const cache = useQueryClient()
  /** Shows them as read at once. The function it returns rolls back. */
  function show(isMarked: (notification: Notification) => boolean, left: (unread: number) => number) {
    const before = [...cache.getQueriesData(lists), [count, cache.getQueryData(count)] as const]
    // A response requested before the change would show them as unread again.
    void cache.cancelQueries(lists)
    cache.setQueriesData<InfiniteData<Notification[]>>(
      lists,
      data =>
        data && {
          ...data,
          pages: data.pages.map(page => page.map(row => (isMarked(row) ? { ...row, is_read: true } : row))),
        },
    )
    cache.setQueryData<Unread>(count, known => known && { ...known, count: left(known.count) })
    return () => {
      for (const [key, data] of before) cache.setQueryData(key, data)
      refresh(cache, [countUnread, listNotifications])
    }
  }
  const onSuccess = (unread: Unread) => {
    cache.setQueryData<Unread>(count, unread)
    refresh(cache, [listNotifications])
  }
  const one = useSend(markRead, {
    before: ({ notification_id }) =>
      // More than the maximum are unread: the rest is unknown.
      show(
        row => row.id === notification_id,
        unread => (unread < MAX_COUNT ? unread - 1 : unread),
      ),
    onSuccess,
    // It leads to its place all the same, and stays unread.
    failure: () => undefined,
  })
  const all = useSend(markRead, {
    before: ({ about }) =>
      // With a filter the reply tells how many are left.
      show(
        ({ kind }) => !about || kindsAbout(about).includes(kind),
        unread => (about ? unread : 0),
      ),
    onSuccess,
    failure: 'The notifications were not marked as read',
  })
  return {
    markOne: ({ id, is_read }: Notification) => void (!is_read && one.send({ notification_id: id })),
    markAll: (newest: Notification, about?: Subject) => void all.send({ until: newest.at, about }),
  }
}
