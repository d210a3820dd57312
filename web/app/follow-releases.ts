import { onMisfit } from '../api/call.ts'
import { onReachable } from '../api/connection.ts'
import { checkRelease } from './release.ts'

let registration: Promise<ServiceWorkerRegistration | undefined> | undefined

/** A release restarts the server: checks when it answers again, when the tab is shown again, and after an answer that this release does not understand. */
export function followReleases(): void {
  const check = async () => {
    // The new worker fetches the files of the new release ahead.
    if ((await checkRelease()) === 'outdated') await (await registration)?.update().catch(() => {})
  }
  onReachable(check)
  onMisfit(check)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check())
}

type Session = { get: () => { status: string }; subscribe: (listener: () => void) => unknown }

/** The worker fetches the files of all screens, so that they open offline. A visitor does not need them. */
export function startServiceWorker(session: Session): void {
  const start = async () => {
    await idle()
    if (session.get().status === 'signed_in') await registerServiceWorker()
  }
  session.subscribe(start)
  onReachable(start)
  void start()
}

/** Not in development, where the files have no hash in their name. A browser may forbid workers; the app works without one. */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    registration ??= navigator.serviceWorker.register('/service-worker.js').catch(() => {
      registration = undefined
      return undefined
    })
  return registration
}

/** When the browser has nothing else to do. Safari has no requestIdleCallback. */
export const idle = () =>
  new Promise<unknown>(done => ('requestIdleCallback' in window ? requestIdleCallback(done) : setTimeout(done, 200)))
