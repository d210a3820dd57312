import { inBackground } from '../../../web/api/background.ts'
import { api } from '../../../web/api/call.ts'
import { keyOf, queryClient } from '../../../web/api/query.ts'
import { session } from '../../../web/session/session.tsx'
import { setNews } from '../../../web/shell/news.ts'
import { getSinceLastVisit, noteVisit, type SinceLastVisit } from '../contract.ts'
import { newThings } from './new-things.ts'

/** Well below the 30 minutes after which a visit ends. */
const INTERVAL_MS = 5 * 60_000

let member: string | undefined
let timer: ReturnType<typeof setInterval> | undefined

/** While a member is signed in and the page is visible: notes the visit, and first shows what is new since the last one. */
function sync(): void {
  const { status, user } = session.get()
  const current = status === 'signed_in' ? user?.id : undefined
  if (current === member) return
  member = current
  clearInterval(timer)
  setNews([])
  if (!current) return
  timer = setInterval(note, INTERVAL_MS)
  void begin()
}

async function begin(): Promise<void> {
  const queryKey = keyOf(getSinceLastVisit)
  // A failure leaves the menu without dots; the home screen has its own query. Then the visit is noted by the next interval.
  const news = await queryClient
    .fetchQuery<SinceLastVisit>({ queryKey, queryFn: () => api(getSinceLastVisit, {}, inBackground()), retry: false })
    .catch(() => undefined)
  if (!news) return
  setNews(newThings(news).map(({ to }) => to))
  await note()
}

async function note(): Promise<void> {
  if (document.visibilityState !== 'visible') return
  // Not noted while offline: the next interval tries again.
  await api(noteVisit, {}, inBackground()).catch(() => undefined)
}

session.subscribe(sync)
sync()
document.addEventListener('visibilitychange', () => member && void note())
