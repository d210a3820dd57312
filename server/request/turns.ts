import { unavailable } from './errors.ts'

/** Somebody who types has a list and its counts in progress; the searches before that are aborted. */
const MAX_AT_ONCE = 2

export type Turns = ReturnType<typeof makeTurns>

/** For costly reads: a member has at most two in progress, so that one cannot use all connections to the database. The others wait. */
export function makeTurns() {
  const inProgress = new Map<string, { count: number; waiting: (() => void)[] }>()
  return {
    /** `isOver`: whether nobody waits for the answer any more. */
    async run<T>(member: string, work: () => Promise<T>, isOver: () => boolean): Promise<T> {
      const turns = inProgress.get(member) ?? { count: 0, waiting: [] }
      inProgress.set(member, turns)
      if (turns.count < MAX_AT_ONCE) turns.count++
      else await new Promise<void>(start => turns.waiting.push(start))
      try {
        if (isOver()) throw unavailable()
        return await work()
      } finally {
        // The next one takes this one's place.
        const next = turns.waiting.shift()
        if (next) next()
        else if (--turns.count === 0) inProgress.delete(member)
      }
    },
  }
}
