import { demo as events } from '../features/events/demo.ts'
import { demo as forum } from '../features/forum/demo.ts'
import { demo as introductions } from '../features/introductions/demo.ts'
import { demo as investors } from '../features/investors/demo.ts'
import { demo as members } from '../features/members/demo.ts'
import { demo as resources } from '../features/resources/demo.ts'
import type { Tx } from './database.ts'

/** What each slice's demo builds on. The same every time: `random` starts from a fixed seed, and `now` is midnight today. */
export type Demo = {
  /** As the owner: a demo writes past dates and counters that no member may. */
  tx: Tx
  random: Random
  now: Date
  /** Where pictures and other files go. */
  files: { put(name: string, bytes: Buffer, type: string): Promise<void> }
  /** Of the one password that every demo member has. */
  passwordHash: string
  /** Filled by the members' part, which comes first. */
  members: { user_id: string; profile_id: number; full_name: string; company_name: string }[]
}

/** In this order: later ones speak of what earlier ones made. */
const parts: ((d: Demo) => Promise<void>)[] = [members, forum, investors, events, resources, introductions]

/** Fills an empty community. Each part has numbers of its own, so that a change in one does not change all that follow. */
export async function fillDemo(given: Pick<Demo, 'tx' | 'files' | 'passwordHash'>): Promise<void> {
  const now = new Date()
  now.setHours(0, 0, 0, 0)
  const people: Demo['members'] = []
  for (const [place, part] of parts.entries())
    await part({ ...given, now, members: people, random: seeded(2026 + place) })
}

export type Random = ReturnType<typeof seeded>

/** A small generator with a fixed seed (mulberry32): plausible variety without surprise. */
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
      .map(one => one.value)
  return { next, below, pick, some, chance: (p: number) => next() < p }
}
