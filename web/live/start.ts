import { bootCursor, bootIdentity } from '../api/boot.ts'
import { setStreamLost, whenReached } from '../api/connection.ts'
import { queryClient } from '../api/query.ts'
import { noWrites } from '../api/under-way.ts'
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

let open: ({ session: string } & ReturnType<typeof shareStream>) | undefined
/** This tab's position in the stream, and the session it belongs to. */
let at = bootCursor
let positionSession = bootIdentity?.session?.id

/** Keeps a stream open exactly while a member is signed in. */
function sync(): void {
  const wanted = signedIn()
  if (wanted === open?.session) return
  stop()
  if (wanted === undefined) return
  if (wanted !== positionSession) at = undefined
  positionSession = wanted
  open = { session: wanted, ...shareStream(wanted, at, handlersFor(wanted)) }
}

const handlersFor = (current: string): Parameters<typeof shareStream>[2] => ({
  changes(changes, now) {
    at = now
    applyChanges(changes)
  },
  resync(now) {
    at = now
    setTimeout(() => queryClient.invalidateQueries(), Math.random() * MAX_JITTER_MS)
  },
  hello(now) {
    at = now
  },
  lost: setStreamLost,
  async ended() {
    await new Promise(done => setTimeout(done, SESSION_CHECK_DELAY_MS))
    await noWrites()
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
whenReached(() => open?.retryNow())
// A page that is left or enters the back/forward cache closes its stream; shown again, it resumes from its last position.
addEventListener('pagehide', stop)
addEventListener('pageshow', sync)
