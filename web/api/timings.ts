import { SLOW_REQUEST_MS } from './timeouts.ts'

const MAX_KEPT = 10
const byEndpoint = new Map<string, number[]>()

/** Records how long a call took. `name` is the endpoint's pattern ('GET /api/members/:id'), so that all ids share one entry. */
export function recordTiming(name: string, milliseconds: number) {
  byEndpoint.set(name, [...(byEndpoint.get(name) ?? []), milliseconds].slice(-MAX_KEPT))
  // biome-ignore lint/suspicious/noConsole: developers look for slow requests in the browser's console
  if (milliseconds > SLOW_REQUEST_MS) console.warn(`Slow request: ${name} took ${Math.round(milliseconds)} ms`)
}

/** The last ten timings of every endpoint called so far, oldest first. */
export const timings = (): ReadonlyMap<string, readonly number[]> => byEndpoint
