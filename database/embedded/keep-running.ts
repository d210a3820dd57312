import { setTimeout as sleep } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'

const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5000
/** One that ends sooner has not come back; the next try waits longer. */
const STEADY_MS = 1000

/**
 * Starts PostgreSQL again whenever it ends without being asked to; the pool then reconnects by itself. The first try comes at
 * once, the next ones after waits that double. `relaunch` is told by its signal that we are to stop meanwhile.
 */
export function keepRunning(
  first: Postmaster,
  relaunch: (signal: AbortSignal) => Promise<Postmaster>,
  say: (line: string) => void,
) {
  const stopping = new AbortController()
  const { signal } = stopping
  const asked = new Promise<void>(done => signal.addEventListener('abort', () => done()))
  let wait = 0

  async function watch() {
    let current: Postmaster | null = first
    while (current) {
      const readyAt = performance.now()
      const ended = await Promise.race([current.exited, asked])
      if (signal.aborted) return current.stop()
      say(`PostgreSQL ended unexpectedly (${ended}); starting it again.`)
      if (performance.now() - readyAt > STEADY_MS) wait = 0
      current = await bringBack()
      if (current) say('PostgreSQL is back.')
    }
  }

  async function bringBack() {
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
  // Reported to whoever stops it, which may be much later.
  watching.catch(() => undefined)
  return {
    stop() {
      stopping.abort()
      return watching
    },
  }
}
