import { getNotificationSettings, updateNotificationSettings } from '../../features/notifications/contract.ts'
import { inBackground } from '../api/background.ts'
import { api } from '../api/call.ts'
import { keyOf, queryClient } from '../api/query.ts'
import { hasTimeZone, noteTimeZone } from './member-storage.ts'
import type { SessionStore } from './store.ts'

/** '' in a browser that does not tell. */
export const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''

/**
 * Saves the browser's time zone for a member who has none, for quiet hours and the digest. Looks once after each sign-in. A failure is not
 * shown: the next page load tries again.
 */
export function saveTimeZone(session: Pick<SessionStore, 'get' | 'subscribe'>): void {
  let lookedFor: string | undefined
  async function look(): Promise<void> {
    const { status, user } = session.get()
    // The server refuses writes of members whose address is not confirmed.
    if (status !== 'signed_in' || !user?.email_confirmed || user.id === lookedFor) return
    lookedFor = user.id
    if (hasTimeZone(user.id)) return
    const queryKey = keyOf(getNotificationSettings)
    try {
      const { time_zone } = await queryClient.fetchQuery({
        queryKey,
        queryFn: () => api(getNotificationSettings, {}, inBackground()),
      })
      const zone = browserTimeZone()
      if (time_zone === null && zone)
        queryClient.setQueryData(queryKey, await api(updateNotificationSettings, { time_zone: zone }, inBackground()))
      noteTimeZone(user.id)
    } catch {}
  }
  session.subscribe(look)
  void look()
}
