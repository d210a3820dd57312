import type { Query } from '@tanstack/react-query'
import type { Change } from '../../contract/change.ts'
import { noWrites, writesBegun } from '../api/under-way.ts'

/** Between two rounds, so that a busy community does not become a busy browser. */
const PAUSE_MS = 400
const MOST_FAILURES = 5

const pause = (milliseconds: number) => new Promise(done => setTimeout(done, milliseconds))
const isFetching = ({ state }: Query) => state.fetchStatus === 'fetching'

type Round = {
  /** The replies on the screen that a round may change. */
  shown: () => Query[]
  /** What a round reads; returns how to show it. */
  read: (changes: Change[]) => Promise<() => void>
  /** When nothing could be read again and again. */
  giveUp: () => void
}

/**
 * Works changes off in rounds. One begins when nothing is under way and is put off when something began meanwhile: so an older
 * answer never covers a newer one, and what this tab itself writes is not taken for news.
 */
export function inRounds({ shown, read, giveUp }: Round): (changes: Change[]) => void {
  const due = new Map<number, Change>()
  let isBusy = false

  async function quiet(): Promise<void> {
    await noWrites()
    for (let busy = shown().filter(isFetching); busy.length > 0; busy = shown().filter(isFetching)) {
      await Promise.allSettled(busy.map(query => query.promise))
      await noWrites()
    }
  }

  /** Whether it is over: read and shown, and nothing came in between. */
  async function round(changes: Change[]): Promise<boolean> {
    const begun = writesBegun()
    const show = await read(changes)
    if (writesBegun() !== begun || shown().some(isFetching)) return false
    show()
    return true
  }

  async function work(): Promise<void> {
    isBusy = true
    for (let failures = 0; due.size > 0 && failures < MOST_FAILURES; ) {
      await quiet()
      const changes = [...due.values()]
      due.clear()
      const isOver = await round(changes).catch(() => null)
      failures = isOver === null ? failures + 1 : 0
      // What was heard must not be lost with an answer that did not come.
      if (!isOver) for (const change of changes) if (!due.has(change.id)) due.set(change.id, change)
      await pause(PAUSE_MS + failures * 1000)
    }
    if (due.size > 0) giveUp()
    due.clear()
    isBusy = false
  }

  return changes => {
    // A new row stays new until it is gone.
    for (const change of changes)
      if (change.op !== 'update' || due.get(change.id)?.op !== 'insert') due.set(change.id, change)
    if (!isBusy) void work()
  }
}
