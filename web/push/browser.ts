import { useSyncExternalStore } from 'react'
import type { Input } from '../../contract/endpoint.ts'
import type { turnOnPush } from '../../features/push/contract.ts'
import { registerServiceWorker } from '../app/follow-releases.ts'

/** Not in development, which has no service worker. On an iPhone only in the installed app. */
export const isSupported = () =>
  import.meta.env.PROD && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export const permission = (): NotificationPermission => (isSupported() ? Notification.permission : 'denied')

const listeners = new Set<() => void>()
/** The member may change it in the settings of the browser, and come back. */
export const usePermission = () => useSyncExternalStore(subscribeToPermission, permission, permission)

function subscribeToPermission(listener: () => void) {
  listeners.add(listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    listeners.delete(listener)
    document.removeEventListener('visibilitychange', listener)
  }
}

/** Asks the member, in a dialog of the browser. Must be the first thing that a click does. */
export async function askForPermission(): Promise<boolean> {
  const answer = await Notification.requestPermission()
  for (const listener of listeners) listener()
  return answer === 'granted'
}

/** The subscription of this browser, made for this key of the server. */
export async function subscriptionFor(publicKey: string): Promise<Input<typeof turnOnPush>> {
  if (!(await registerServiceWorker())) throw new Error('This browser does not allow service workers here.')
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const made = await pushManager.subscribe(options).catch(async () => {
    // There may be one for another key.
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  })
  const { endpoint, keys } = made.toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
}
