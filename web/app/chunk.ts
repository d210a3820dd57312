import { startTransition, useEffect, useState } from 'react'
import { checkConnection, onReachable } from '../api/connection.ts'
import { NotFetched } from './fetched-import.ts'
import { checkRelease } from './release.ts'

/**
 * `outdated`: a newer version of the app is deployed, without the files of this one. `stuck`: the server is reachable, but the
 * browser does not retry a failed import() (see fetched-import.ts): only a reload does.
 */
export type Failure = 'unreachable' | 'outdated' | 'stuck'
type State<T> = { module?: T; failure?: Failure }

/** A code-split module, fetched when it is first needed. Unlike with React.lazy, a failed load can be retried. */
export type Chunk<T = unknown> = {
  get: () => State<T>
  /** Never rejects: the state holds the failure. A call after a failure retries. */
  fetch: () => Promise<State<T>>
  subscribe: (listener: () => void) => () => void
}

export function chunkOf<T>(load: () => Promise<T>): Chunk<T> {
  let state: State<T> = {}
  let pending: Promise<State<T>> | undefined
  const listeners = new Set<() => void>()

  async function attempt(): Promise<State<T>> {
    try {
      state = { module: await load() }
    } catch (error) {
      state = { failure: await failureOf(error) }
    }
    pending = undefined
    for (const listener of listeners) listener()
    return state
  }

  const chunk: Chunk<T> = {
    get: () => state,
    async fetch() {
      if (state.module) return state
      pending ??= attempt()
      return pending
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  // Retry a failed chunk when the server is reachable again.
  onReachable(() => state.failure && void chunk.fetch())
  return chunk
}

/** A failed import() gives no reason, so ask the server. */
async function failureOf(error: unknown): Promise<Failure> {
  const release = await checkRelease()
  if (release === 'outdated') return 'outdated'
  if (release === 'current' && !(error instanceof NotFetched)) return 'stuck'
  void checkConnection()
  return 'unreachable'
}

/** The module once it is loaded; fetches it on first render, or as soon as it is wanted. */
export function useChunk<T>(chunk: Chunk<T>, isWanted = true): State<T> {
  const [state, setState] = useState(chunk.get)
  useEffect(() => {
    // In a transition React renders in slices, so that the browser can paint and handle input in between.
    const update = () => startTransition(() => setState(chunk.get()))
    update()
    return chunk.subscribe(update)
  }, [chunk])
  const isMissing = isWanted && !state.module && !state.failure
  useEffect(() => {
    if (isMissing) void chunk.fetch()
  }, [chunk, isMissing])
  return isWanted ? state : {}
}
