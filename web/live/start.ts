import { bootCursor, bootIdentity } from '../api/boot.ts'
import { setStreamLost, whenReached } from '../api/connection.ts'
import { queryClient } from '../api/query.ts'
import { noWrites } from '../api/under-way.ts'
import { session } from '../session/session.tsx'
import { applyChanges } from './follow.ts'
import { forgetHeld } from './held-rows.ts'
import { shareStream } from './tabs.ts'

/** A sign-out in another tab is told by that tab, in its own words; only what nobody tells of is asked for. */
const ASK_AFTER_MS = 500
/** Not all browsers ask for everything in the same moment. */
const SPREAD_MS = 1_000

const signedIn = () => {
  const { status, session: known } = session.get()
  return status === 'signed_in' ? known?.id : undefined
}

let open: ({ session: string } & ReturnType<typeof shareStream>) | undefined
/** How far this tab has heard. */
let at = bootCursor
let heardAs = bootIdentity?.session?.id

/** A stream exactly while somebody is signed in. */
function sync(): void {
  const wanted = signedIn()
  if (wanted === open?.session) return
  stop()
  if (wanted === undefined) return
  if (wanted !== heardAs) at = undefined
  heardAs = wanted
  open = { session: wanted, ...shareStream(wanted, at, hearingOf(wanted)) }
}

const hearingOf = (current: string): Parameters<typeof shareStream>[2] => ({
  changes(changes, now) {
    at = now
    applyChanges(changes)
  },
  resync(now) {
    at = now
    setTimeout(() => queryClient.invalidateQueries(), Math.random() * SPREAD_MS)
  },
  hello(now) {
    at = now
  },
  lost: setStreamLost,
  async ended() {
    await new Promise(done => setTimeout(done, ASK_AFTER_MS))
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
// A page that is left, or put aside by the browser, frees its place; back again it goes on from what it heard last.
addEventListener('pagehide', stop)
addEventListener('pageshow', sync)
