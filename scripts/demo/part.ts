import type { Tx } from '../../database/connection/database.ts'

/** The input of each slice's demo. Deterministic: `random` has a fixed seed, and `now` is midnight today. */
export type Demo = {
  /** Statements as the tables' owner: a demo writes dates in the past and counters, which members may not. */
  tx: Tx
  random: Random
  now: Date
  /** The store of pictures and other files. */
  files: { put(name: string, bytes: Buffer, type: string): Promise<void> }
  /** The hash of the password that all demo members share. */
  passwordHash: string
  /** Filled by the members' part, which runs first. */
  members: { user_id: string; profile_id: number; full_name: string; company_name: string }[]
}

export type Random = ReturnType<typeof seeded>

/** A pseudo-random generator with a fixed seed (mulberry32). */
export function seeded(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  const pick = <T>(list: readonly T[]) => list[below(list.length)] as T
  const some = <T>(list: readonly T[], count: number) =>
    list
      .map(value => ({ value, order: next() }))
      .sort((a, b) => a.order - b.order)
      .slice(0, count)
      .map(entry => entry.value)
  return { next, below, pick, some, chance: (p: number) => next() < p }
}
