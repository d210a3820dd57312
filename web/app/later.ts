import { isOfflinePage } from '../api/boot.ts'
import { checkConnection, isServerReachable, onReachable } from '../api/connection.ts'
import { provideCopies } from '../api/copies.ts'
import { provideQueue } from '../api/queue.ts'
import { keepCopies } from '../offline/copies.ts'
import { queue, startQueue } from '../offline/queue.ts'
import { openPushed, resumePush } from '../push/follow-push.ts'
import { session } from '../session/session.tsx'
import { saveTimeZone } from '../session/time-zone.ts'
import type { router as Router, screenAt as ScreenAt, startVisits as StartVisits } from './app.tsx'
import { firstRender } from './first-render.ts'
import { followReleases, idle, startServiceWorker } from './follow-releases.ts'
import { holdNavigations } from './held-navigation.ts'
import '../live/follow-notifications.ts'
import '../live/start.ts'

export const copies = keepCopies(session)
export { queue }

/** Deferred start-up work that the first screen does not need. */
export function begin(router: typeof Router, screenAt: typeof ScreenAt, startVisits: typeof StartVisits): void {
  // Again: the first try to load this chunk may have failed (main.tsx).
  provideCopies(Promise.resolve(copies))
  provideQueue(Promise.resolve(queue))
  holdNavigations(router.history, screenAt)
  if (isOfflinePage) void verifySession()
  // Not during the first rendering: a store that changes meanwhile makes React render everything again, at once. Nor in the task that paints it.
  void firstRender.then(idle).then(() => {
    startServiceWorker(session)
    followReleases()
    saveTimeZone(session)
    resumePush(session)
    openPushed(router.history)
    startVisits()
    startQueue()
  })
}

/** The identity of an offline page is that of the last visit: the session may have ended since. */
async function verifySession(): Promise<void> {
  onReachable(() => void session.ask())
  await checkConnection()
  // It was back at once.
  if (isServerReachable()) await session.ask()
}
