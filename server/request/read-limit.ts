import { tooMany } from './errors.ts'

const WINDOW_MS = 60_000
const MAX_COUNTED = 50_000

export type ReadLimit = ReturnType<typeof makeReadLimit>

/**
 * Rate limit for reads of one member, at a rate that no person reaches. Counted per process: counting in the database would turn every
 * read into a write. Measured with the monotonic clock: with the system clock set back, the window would not end. A read is counted before the database returns the owner of its session, so owners are cached for the window.
 */
export function makeReadLimit(perMinute: number, now: () => number = () => performance.now()) {
  let windowStart = now()
  /** By member, or by session until its owner is known. */
  const readsOf = new Map<string, number>()
  const userOf = new Map<string, string>()

  const startWindow = () => {
    if (now() - windowStart < WINDOW_MS) return
    windowStart = now()
    readsOf.clear()
    userOf.clear()
  }
  const add = (key: string, more: number) => {
    const reads = (readsOf.get(key) ?? 0) + more
    readsOf.set(key, reads)
    return reads
  }

  return {
    /** Called before a read: counts it, and refuses it above the limit. */
    count(tokenHash: Buffer): void {
      startWindow()
      const session = tokenHash.toString('base64')
      const userId = userOf.get(session)
      // Requests with made-up cookies must not fill the memory.
      if (userId === undefined && readsOf.size >= MAX_COUNTED) return
      if (add(userId ?? session, 1) > perMinute)
        throw tooMany(Math.max(1, Math.ceil((windowStart + WINDOW_MS - now()) / 1000)))
    },
    /** Called after a read: caches the owner of the session. */
    learn(tokenHash: Buffer, userId: string): void {
      const session = tokenHash.toString('base64')
      if (userOf.has(session)) return
      userOf.set(session, userId)
      add(userId, readsOf.get(session) ?? 1)
      readsOf.delete(session)
    },
  }
}
