import { onReachable } from '../api/connection.ts'
import { type Chunk, chunks } from './chunk.ts'

type Session = { get: () => { status: string }; subscribe: (listener: () => void) => unknown }

/**
 * Prefetches every chunk that may be needed, one by one while the browser is idle, so that they are available offline. Again when the
 * session changes and when the server is back; calls `whenDone` after each time.
 */
export function fetchAhead(session: Session, whenDone: () => void): void {
  let isRunning = false
  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    if (!savesData()) await fetchAll()
    isRunning = false
    whenDone()
  }
  async function fetchAll(): Promise<void> {
    const tried = new Set<Chunk>()
    const next = () => [...chunks].find(chunk => !tried.has(chunk) && !chunk.get().module && isFor(chunk, session))
    for (let chunk = next(); chunk; chunk = next()) {
      await idle()
      tried.add(chunk)
      await chunk.fetch()
      if (!navigator.onLine) break
    }
  }
  session.subscribe(run)
  onReachable(run)
  void run()
}

const isFor = ({ audience }: Chunk, session: Session) =>
  audience === 'anyone' || (audience === 'members' && session.get().status === 'signed_in')

const savesData = () => (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Safari has no requestIdleCallback. */
const idle = () =>
  new Promise<unknown>(done => ('requestIdleCallback' in window ? requestIdleCallback(done) : setTimeout(done, 200)))
