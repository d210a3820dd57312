import { unavailable } from './errors.ts'

export type Turns = ReturnType<typeof makeTurns>

/** For each key, `atOnce` calls run at the same time and up to `maxWaiting` wait. Further ones are refused. */
export function makeTurns({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
  const inProgress = new Map<string, { count: number; waiting: (() => void)[] }>()
  return {
    /** `isOver`: whether nobody waits for the answer any more. */
    async run<T>(key: string, work: () => Promise<T>, isOver: () => boolean): Promise<T> {
      const turns = inProgress.get(key) ?? { count: 0, waiting: [] }
      if (turns.waiting.length >= maxWaiting) throw unavailable()
      inProgress.set(key, turns)
      if (turns.count < atOnce) turns.count++
      else await new Promise<void>(start => turns.waiting.push(start))
      try {
        if (isOver()) throw unavailable()
        return await work()
      } finally {
        // The next one takes this one's place.
        const next = turns.waiting.shift()
        if (next) next()
        else if (--turns.count === 0) inProgress.delete(key)
      }
    },
  }
}

/**
 * For costly reads of one member, so that they cannot use all connections to the database. Somebody who types has a list and its counts in
 * progress; the searches before that are aborted.
 */
export const makeCostlyReadTurns = () => makeTurns({ atOnce: 2, maxWaiting: 40 })

/** For one member's calls that open a live stream, each of which waits for the one before it in the database. */
export const makeStreamTurns = () => makeTurns({ atOnce: 1, maxWaiting: 10 })

/** For one member's pictures and files, until they are sent: a browser asks for six at a time. */
export const makeFileTurns = () => makeTurns({ atOnce: 6, maxWaiting: 100 })

/** For requests of one network whose sender this process does not know: visitors, and sessions that it has not looked up yet. */
export const makeStrangerTurns = () => makeTurns({ atOnce: 4, maxWaiting: 100 })
