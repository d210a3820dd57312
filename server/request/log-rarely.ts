import type { FastifyBaseLogger } from 'fastify'

const DEFAULT_INTERVAL_MS = 10_000

/** Logs at most one warning in an interval, with the number of calls since the last one: under load a line for each takes longer than the refusal. */
export function logRarely(
  log: Pick<FastifyBaseLogger, 'warn'>,
  message: string,
  intervalMs = DEFAULT_INTERVAL_MS,
): (details?: object) => void {
  let count = 0
  let loggedAt = Number.NEGATIVE_INFINITY
  return details => {
    count++
    if (performance.now() - loggedAt < intervalMs) return
    log.warn({ ...details, count }, message)
    loggedAt = performance.now()
    count = 0
  }
}
