import { tooMany } from './errors.ts'

const WINDOW_MS = 60_000

export type ReadLimit = ReturnType<typeof makeReadLimit>

/**
 * Limits how often one member reads, at a rate that no person reaches. Counted in this process and not in the database, where
 * counting would turn every read into a write: with several processes the limit holds for each of them.
 * A read knows its session before the database says whose it is, so the owner of a session is remembered for the window.
 */
export function makeReadLimit(perMinute: number, now: () => number = Date.now) {
  let windowStart = now()
  const readsOf = new Map<string, number>()
  const userOf = new Map<string, string>()

  const startWindow = () => {
    if (now() - windowStart < WINDOW_MS) return
    windowStart = now()
    readsOf.clear()
    userOf.clear()
  }
  const add = (userId: string) => {
    const reads = (readsOf.get(userId) ?? 0) + 1
    readsOf.set(userId, reads)
    return reads
  }

  return {
    /** Before a read: counts it when the member is known already, and refuses it past the limit. */
    count(tokenHash: Buffer): void {
      startWindow()
      const userId = userOf.get(tokenHash.toString('base64'))
      if (userId !== undefined && add(userId) > perMinute)
        throw tooMany(Math.max(1, Math.ceil((windowStart + WINDOW_MS - now()) / 1000)))
    },
    /** After a read: whose session it was. The first read of a session in a window is counted here. */
    learn(tokenHash: Buffer, userId: string): void {
      const key = tokenHash.toString('base64')
      if (userOf.has(key)) return
      userOf.set(key, userId)
      add(userId)
    },
  }
}
