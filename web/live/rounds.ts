import type { Query } from '@tanstack/react-query'
import { type Change, latestChanges } from '../../contract/change.ts'
import { untilNoWrites, writesStarted } from '../api/writes-in-flight.ts'

/** Between two rounds: limits the requests of a tab in a busy community. */
const PAUSE_MS = 400
/** Longer if a search is shown: the server counts it as ten reads, and the reader must not reach the limit because others write. */
export const SEARCH_PAUSE_MS = 5000
const MAX_FAILURES = 5

const pause = (milliseconds: number) => new Promise(done => setTimeout(done, milliseconds))
export const isSearch = ({ queryKey }: Query) => Boolean((queryKey[1] as { q?: string } | undefined)?.q)
const isFetching = ({ state }: Query) => state.fetchStatus === 'fetching'

type Round = {
  /** The replies on the screen that a round may change. */
  shown: () => Query[]
  /** Fetches the data of a round; returns a function that shows it. */
  read: (changes: Change[]) => Promise<() => void>
  /** Called after too many failures in a row. */
  giveUp: () => void
}

/**
 * Applies changes in rounds. A round starts when no request is in flight and is repeated if one started during it: so an older
 * response never overwrites a newer one, and rows written by this tab do not count as new.
 */
export function inRounds({ shown, read, giveUp }: Round): (changes: Change[]) => void {
  let due: Change[] = []
  let isBusy = false

  async function untilIdle(): Promise<void> {
    await untilNoWrites()
    for (let busy = shown().filter(isFetching); busy.length > 0; busy = shown().filter(isFetching)) {
      await Promise.allSettled(busy.map(query => query.promise))
      await untilNoWrites()
    }
  }

  /** Returns false if a request started during the round: its data may be stale. */
  async function runRound(changes: Change[]): Promise<boolean> {
    const writesBefore = writesStarted()
    const show = await read(changes)
    if (writesStarted() !== writesBefore || shown().some(isFetching)) return false
    show()
    return true
  }

  async function work(): Promise<void> {
    isBusy = true
    for (let failures = 0; due.length > 0 && failures < MAX_FAILURES; ) {
      await untilIdle()
      const changes = due
      due = []
      const isDone = await runRound(changes).catch(() => null)
      failures = isDone === null ? failures + 1 : 0
      // Keep the changes of a failed round for the next one.
      if (!isDone) due = latestChanges([...changes, ...due])
      await pause((shown().some(isSearch) ? SEARCH_PAUSE_MS : PAUSE_MS) + failures * 1000)
    }
    if (due.length > 0) giveUp()
    due = []
    isBusy = false
  }

  return changes => {
    due = latestChanges([...due, ...changes])
    if (!isBusy) void work()
  }
}
