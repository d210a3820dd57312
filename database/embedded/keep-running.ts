import { setTimeout as sleep } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'

const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5000
/** If PostgreSQL ends sooner, the start counts as failed and the back-off continues. */
const STABLE_MS = 1000

/**
 * Restarts PostgreSQL when it ends unexpectedly; the pool reconnects by itself. The first attempt is immediate, the next ones use
 * exponential back-off. stop() aborts the signal of a running `relaunch`.
 */
export function keepRunning(
  first: Postmaster,
  relaunch: (signal: AbortSignal) => Promise<Postmaster>,
  say: (line: string) => void,
) {
  const stopping = new AbortController()
  const { signal } = stopping
  const stopRequested = new Promise<void>(done => signal.addEventListener('abort', () => done()))
  let wait = 0

  async function watch() {
    let current: Postmaster | null = first
    while (current) {
      const readyAt = performance.now()
      const ended = await Promise.race([current.exited, stopRequested])
      if (signal.aborted) return current.stop()
      say(`PostgreSQL ended unexpectedly (${ended}); starting it again.`)
      if (performance.now() - readyAt > STABLE_MS) wait = 0
      current = await restart()
      if (current) say('PostgreSQL is back.')
    }
  }

  async function restart() {
    for (let attempt = 1; !signal.aborted; attempt++) {
      await sleep(wait, undefined, { signal }).catch(() => {})
      wait = Math.min(Math.max(wait * 2, FIRST_RETRY_MS), MAX_RETRY_MS)
      try {
        return await relaunch(signal)
      } catch (error) {
        if (attempt === 5) say(`PostgreSQL does not start; still trying. ${(error as Error).message}`)
      }
    }
    return null
  }

  const watching = watch()
  // stop() returns the error; until then it must not be an unhandled rejection.
  watching.catch(() => undefined)
  return {
    stop() {
      stopping.abort()
      return watching
    },
  }
}
