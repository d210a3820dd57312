import { onMisfit } from '../api/call.ts'
import { onReachable } from '../api/connection.ts'
import { checkRelease, entryScript } from './release.ts'

let registration: Promise<ServiceWorkerRegistration | undefined> | undefined

/**
 * A release restarts the server: checks when it answers again, when the tab is shown again, and after an answer that this release does not
 * understand. The live stream calls it when it is open again (web/live/start.ts).
 */
export async function checkForRelease(): Promise<void> {
  // The tab that made it wait may be closed by now.
  askWaitingWorker(await registration)
  // The new worker fetches the files of the new release ahead.
  if ((await checkRelease()) === 'outdated') await (await registration)?.update().catch(() => {})
}
export function followReleases(): void {
  onReachable(checkForRelease)
  onMisfit(checkForRelease)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && checkForRelease())
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
    registration ??= navigator.serviceWorker.register('/service-worker.js').then(followWorkers, () => {
      registration = undefined
      return undefined
    })
  return registration
}

/** A browser that blocks workers may give none. */
function followWorkers(known: ServiceWorkerRegistration | undefined): ServiceWorkerRegistration | undefined {
  const ask = () => askWaitingWorker(known)
  ask()
  known?.installing?.addEventListener('statechange', ask)
  known?.addEventListener('updatefound', () => known.installing?.addEventListener('statechange', ask))
  return known
}

/** Asks a new worker to serve this tab from now on, which it does if this is the only tab, and of its release (web/service-worker.js). */
function askWaitingWorker(known: ServiceWorkerRegistration | undefined): void {
  const entry = new URL(entryScript() ?? '/', location.href).pathname
  known?.waiting?.postMessage({ entry })
}

/** When the browser has nothing else to do. Safari has no requestIdleCallback. */
export const idle = () =>
  new Promise<unknown>(done => ('requestIdleCallback' in window ? requestIdleCallback(done) : setTimeout(done, 200)))
