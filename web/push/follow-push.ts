import { getPush, turnOnPush } from '../../features/push/contract.ts'
import { inBackground } from '../api/background.ts'
import { api } from '../api/call.ts'
import { keyOf, queryClient } from '../api/query.ts'
import { isInternalPath } from '../app/internal-path.ts'
import { wantsPush } from '../session/member-storage.ts'
import type { SessionStore } from '../session/store.ts'
import { permission, subscriptionFor } from './browser.ts'

/**
 * A subscription ends with its session. Makes a new one for a member who has turned push messages on in this browser and did not sign out: the
 * session has run out, or the password was changed. A failure is not shown: the next page load tries again.
 */
export function resumePush(session: Pick<SessionStore, 'get' | 'subscribe'>): void {
  let lookedIn: string | undefined
  async function look(): Promise<void> {
    const { status, user, session: current } = session.get()
    if (status !== 'signed_in' || !user || current?.id === lookedIn) return
    lookedIn = current?.id
    if (!wantsPush(user.id) || permission() !== 'granted') return
    try {
      const { public_key, is_on } = await api(getPush, {}, inBackground())
      if (is_on || public_key === null) return
      const reply = await api(turnOnPush, await subscriptionFor(public_key), inBackground())
      queryClient.setQueryData(keyOf(getPush), reply)
    } catch {}
  }
  session.subscribe(look)
  void look()
}

/** Opens what a clicked message is about (web/service-worker.js). */
export function openPushed(history: { push: (path: string) => void }): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (isInternalPath(data?.open)) history.push(data.open)
  })
}
