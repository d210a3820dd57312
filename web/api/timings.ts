import { SLOW_REQUEST_MS } from './timeouts.ts'

const KEPT = 10
const kept = new Map<string, number[]>()

/** Remembers how long a call took. `name` is the endpoint's pattern ('GET /api/members/:id'), so ids do not scatter it. */
export function recordTiming(name: string, milliseconds: number) {
  kept.set(name, [...(kept.get(name) ?? []), milliseconds].slice(-KEPT))
  // biome-ignore lint/suspicious/noConsole: whoever looks into a slow screen finds it in the browser's own log
  if (milliseconds > SLOW_REQUEST_MS) console.warn(`Slow request: ${name} took ${Math.round(milliseconds)} ms`)
}

/** The last ten timings of every endpoint called so far, oldest first. */
export const timings = (): ReadonlyMap<string, readonly number[]> => kept
