import { session } from '../session/session.tsx'
import type { router as Router, screenAt as ScreenAt } from './app.tsx'
import { fetchAhead } from './fetch-ahead.ts'
import { holdNavigations } from './held-navigation.ts'
import '../live/follow-notifications.ts'
import '../live/start.ts'

/** Deferred start-up work that the first screen does not need. */
export function begin(router: typeof Router, screenAt: typeof ScreenAt): void {
  holdNavigations(router.history, screenAt)
  if (router.state.resolvedLocation) fetchAhead(session)
  else onceResolved(router, () => fetchAhead(session))
}

function onceResolved(router: typeof Router, work: () => void): void {
  const unsubscribe = router.subscribe('onResolved', () => {
    unsubscribe()
    work()
  })
}
