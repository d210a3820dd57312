import { bootCursor, bootIdentity } from '../api/boot.ts'
import { onReachable, setStreamLost } from '../api/connection.ts'
import { queryClient } from '../api/query.ts'
import { untilNoWrites } from '../api/writes-in-flight.ts'
import { firstRender } from '../app/first-render.ts'
import { checkForRelease } from '../app/follow-releases.ts'
import { session } from '../session/session.tsx'
import { applyChanges } from './follow.ts'
import { forgetHeld } from './held-rows.ts'
import { shareStream } from './tabs.ts'

/** Wait for the broadcast of a tab that signed out before asking the server why the session ended. */
const SESSION_CHECK_DELAY_MS = 500
/** Random delay of a refetch, so that not all browsers send it at once. */
const MAX_JITTER_MS = 1_000

const signedIn = () => {
  const { status, session: known } = session.get()
  return status === 'signed_in' ? known?.id : undefined
}

let hasBeenOpen = false
let open: ({ session: string } & ReturnType<typeof shareStream>) | undefined
/** This tab's position in the stream, and the session it belongs to. */
let position = bootCursor
let positionSession = bootIdentity?.session?.id

/** Keeps a stream open exactly while a member is signed in. */
function sync(): void {
  const sessionId = signedIn()
  if (sessionId === open?.session) return
  stop()
  if (sessionId === undefined) return
  if (sessionId !== positionSession) position = undefined
  positionSession = sessionId
  open = { session: sessionId, ...shareStream(sessionId, position, handlersFor(sessionId)) }
}

const handlersFor = (current: string): Parameters<typeof shareStream>[2] => ({
  changes(changes, now) {
    position = now
    // A query that is built but not observed yet would be fetched again, and rows that came meanwhile would not count as new.
    void firstRender.then(() => applyChanges(changes))
  },
  resync(now) {
    position = now
    setTimeout(() => queryClient.invalidateQueries(), Math.random() * MAX_JITTER_MS)
  },
  hello(now) {
    position = now
  },
  lost(isLost) {
    setStreamLost(isLost)
    // The server may have been restarted with a new release.
    if (!isLost && hasBeenOpen) void checkForRelease()
    hasBeenOpen ||= !isLost
  },
  async ended() {
    await new Promise(done => setTimeout(done, SESSION_CHECK_DELAY_MS))
    await untilNoWrites()
    if (signedIn() === current) void session.ask()
  },
})

function stop(): void {
  open?.close()
  open = undefined
  setStreamLost(false)
  forgetHeld()
}

session.subscribe(sync)
sync()
onReachable(() => open?.retryNow())
// A page that is left or enters the back/forward cache closes its stream; shown again, it resumes from its last position.
addEventListener('pagehide', stop)
addEventListener('pageshow', sync)
