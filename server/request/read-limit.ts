import type { z } from 'zod'
import { type Endpoint, SEARCH_READS } from '../../contract/endpoint.ts'
import { tooMany } from './errors.ts'

const WINDOW_MS = 60_000
const ROWS_PER_READ = 50
/** The longest list (contract/ids.ts). A longer one is refused. */
const MAX_ROWS = 500
const MAX_COUNTED = 50_000

export type ReadLimit = ReturnType<typeof makeReadLimit>

/**
 * How many reads a call counts as, by its query before it is parsed. Somebody who types never reaches 3000 a minute: a search box sends at
 * most two texts a second (web/list/use-debounced-text.ts), each for a list and its counts, 2 × 60 × 20 = 2400 reads; the search of
 * everything four, 4 × 60 × 10 = 2400. A name is searched for at every letter, up to 200 of them: with the list that is read if nobody
 * has that name, 200 × 12 = 2400. A list counts by its length.
 */
export function readsOf({ reads, query: accepted }: Endpoint, query: unknown): number {
  const { q = '', limit } = query as { q?: unknown; limit?: unknown }
  const field = (accepted as z.ZodObject).shape.limit
  // Without a default in the contract, as the longest list.
  const asked = Number(limit ?? (field ? (field.safeParse(undefined).data ?? MAX_ROWS) : 0)) || 0
  // Not yet validated: a link with a huge limit must not use up the reads of whoever opens it, and a negative one must not give any back.
  const rows = Math.min(Math.max(asked, 0), MAX_ROWS)
  return (reads ?? (String(q).trim() ? SEARCH_READS : 1)) + Math.floor(rows / ROWS_PER_READ)
}

/** A long list, or a search. */
export const isCostly = (endpoint: Endpoint, query: unknown) => readsOf(endpoint, query) >= SEARCH_READS

/**
 * Rate limit for reads of one member, at a rate that no person reaches. Counted per process: counting in the database would turn every
 * read into a write. Measured with the monotonic clock: with the system clock set back, the window would not end. A read is counted before the database returns the owner of its session, so owners are cached for the window.
 */
export function makeReadLimit(perMinute: number, now: () => number = () => performance.now()) {
  let windowStart = now()
  /** By member, or by session until its owner is known. */
  const counts = new Map<string, number>()
  let userOf = new Map<string, string>()
  let userOfBefore = userOf

  const startWindow = () => {
    if (now() - windowStart < WINDOW_MS) return
    windowStart = now()
    counts.clear()
    userOfBefore = userOf
    userOf = new Map()
  }
  const add = (key: string, more: number) => {
    const before = counts.get(key) ?? 0
    counts.set(key, before + more)
    return before
  }

  /** The member, or the session until its owner is known. */
  const ownerOf = (tokenHash: Buffer) => {
    const session = tokenHash.toString('base64')
    return userOf.get(session) ?? session
  }

  return {
    ownerOf,
    /** Whether this process has looked up the session within this window or the one before, and found a member. */
    knows(tokenHash: Buffer): boolean {
      const session = tokenHash.toString('base64')
      return userOf.has(session) || userOfBefore.has(session)
    },
    /** Called before a read: counts it, and refuses it when the limit is reached. */
    count(tokenHash: Buffer, reads = 1): void {
      startWindow()
      const session = tokenHash.toString('base64')
      const userId = userOf.get(session)
      // Requests with made-up cookies must not fill the memory.
      if (userId === undefined && counts.size >= MAX_COUNTED) return
      if (add(userId ?? session, reads) >= perMinute)
        throw tooMany(Math.max(1, Math.ceil((windowStart + WINDOW_MS - now()) / 1000)))
    },
    /** Called after a read: caches the owner of the session. */
    learn(tokenHash: Buffer, userId: string): void {
      const session = tokenHash.toString('base64')
      if (userOf.has(session)) return
      userOf.set(session, userId)
      add(userId, counts.get(session) ?? 1)
      counts.delete(session)
    },
  }
}
