import { tooMany } from './errors.ts'

const WINDOW_MS = 60_000
const MOST_COUNTED = 50_000

export type ReadLimit = ReturnType<typeof makeReadLimit>

/**
 * Limits how often one member reads, at a rate that no person reaches. Counted in this process and not in the database, where
 * counting would turn every read into a write: with several processes the limit holds for each of them.
 * A read knows its session before the database says whose it is, so the owner of a session is remembered for the window.
 */
export function makeReadLimit(perMinute: number, now: () => number = Date.now) {
  let windowStart = now()
  /** By member; by session while its member is not known yet. */
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
    /** Before a read: counts it, and refuses it past the limit. */
    count(tokenHash: Buffer): void {
      startWindow()
      const session = tokenHash.toString('base64')
      const userId = userOf.get(session)
      // Whoever sends cookies that they made up must not fill our memory.
      if (userId === undefined && readsOf.size >= MOST_COUNTED) return
      if (add(userId ?? session, 1) > perMinute)
        throw tooMany(Math.max(1, Math.ceil((windowStart + WINDOW_MS - now()) / 1000)))
    },
    /** After a read: whose session it was. */
    learn(tokenHash: Buffer, userId: string): void {
      const session = tokenHash.toString('base64')
      if (userOf.has(session)) return
      userOf.set(session, userId)
      add(userId, readsOf.get(session) ?? 1)
      readsOf.delete(session)
    },
  }
}
