import type { FastifyBaseLogger } from 'fastify'

const INTERVAL_MS = 10_000

/** Logs at most one warning in ten seconds, with the number of calls since the last one: under load a line for each takes longer than the refusal. */
export function logRarely(log: Pick<FastifyBaseLogger, 'warn'>, message: string): (details?: object) => void {
  let count = 0
  let loggedAt = -INTERVAL_MS
  return details => {
    count++
    if (performance.now() - loggedAt < INTERVAL_MS) return
    log.warn({ ...details, count }, message)
    loggedAt = performance.now()
    count = 0
  }
}
