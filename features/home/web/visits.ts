import { inBackground } from '../../../web/api/background.ts'
import { api } from '../../../web/api/call.ts'
import { keyOf, queryClient } from '../../../web/api/query.ts'
import { session } from '../../../web/session/session.tsx'
import { setNews } from '../../../web/shell/news.ts'
import { getSinceLastVisit, noteVisit, type SinceLastVisit } from '../contract.ts'
import { newThings } from './new-things.ts'

const MINUTE_MS = 60_000
/** A visit ends when it was not noted for so long, as on the server. */
const IDLE_MS = 30 * MINUTE_MS
/** How often a visit is noted at most. */
const INTERVAL_MS = 5 * MINUTE_MS

let member: string | undefined
let triedAt = 0
let notedAt = 0

function sync(): void {
  const { status, user } = session.get()
  const current = status === 'signed_in' ? user?.id : undefined
  if (current === member) return
  member = current
  triedAt = 0
  notedAt = 0
  setNews([])
  beActive()
}

/** The member is here: notes the visit. If it is a new one, first shows what is new since the last one. */
function beActive(): void {
  const now = Date.now()
  if (!member || document.visibilityState !== 'visible' || now - triedAt < INTERVAL_MS) return
  triedAt = now
  void (now - notedAt < IDLE_MS ? note() : begin())
}

async function begin(): Promise<void> {
  // A failure leaves the menu without dots; the home screen has its own query. The next input after the interval tries again.
  const news = await queryClient
    .fetchQuery<SinceLastVisit>({
      queryKey: keyOf(getSinceLastVisit),
      queryFn: () => api(getSinceLastVisit, {}, inBackground()),
      retry: false,
      // After the first visit of this page a cached reply is about an earlier visit.
      ...(notedAt > 0 && { staleTime: 0 }),
    })
    .catch(() => undefined)
  if (!news) return
  setNews(newThings(news).map(({ to }) => to))
  await note()
}

async function note(): Promise<void> {
  const at = Date.now()
  // Not noted while offline: the next input after the interval tries again.
  await api(noteVisit, {}, inBackground()).then(
    () => {
      notedAt = at
    },
    () => undefined,
  )
}

session.subscribe(sync)
sync()
document.addEventListener('visibilitychange', beActive)
// Not 'scroll': content that arrives in an unattended tab can scroll the page too.
for (const input of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
  document.addEventListener(input, beActive, { capture: true, passive: true })
