import { useEffect, useSyncExternalStore } from 'react'
import { checkConnection, whenReached } from '../api/connection.ts'
import { NotFetched } from './fetched-import.ts'

/**
 * `outdated`: the server has a newer version of the app, and no longer the files of this one. `stuck`: the server is there, and the
 * browser does not try the import again (see fetched-import.ts): only a new page does.
 */
export type Failure = 'unreachable' | 'outdated' | 'stuck'
type State<T> = { module?: T; failure?: Failure }

/** A part of the app that is fetched when it is first needed, or ahead of that. Unlike React.lazy, a failure is not final. */
export type Chunk<T = unknown> = {
  get: () => State<T>
  /** Never rejects: `get` says how it went. After a failure it tries anew. */
  fetch: () => Promise<State<T>>
  subscribe: (listener: () => void) => () => void
  /** For whom it is fetched ahead: a visitor on a slow line does not pay for the members' screens. */
  audience: 'anyone' | 'members' | 'nobody'
}

/** Every chunk that was declared so far. */
export const chunks = new Set<Chunk>()

export function chunkOf<T>(load: () => Promise<T>, audience: Chunk['audience'] = 'members'): Chunk<T> {
  let state: State<T> = {}
  let pending: Promise<State<T>> | undefined
  const listeners = new Set<() => void>()

  async function attempt(): Promise<State<T>> {
    try {
      state = { module: await load() }
    } catch (error) {
      state = { failure: await whyMissing(error) }
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
    audience,
  }
  // What somebody waits for comes by itself when the server is back.
  whenReached(() => state.failure && void chunk.fetch())
  chunks.add(chunk)
  return chunk
}

/** A failed import does not say why. The entry names every chunk, so it has another name in another version. */
async function whyMissing(error: unknown): Promise<Failure> {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src
  const status = await fetch(entry ?? '/', { cache: 'no-store' }).then(
    answer => {
      void answer.body?.cancel()
      return answer.status
    },
    () => 0,
  )
  if (status === 404) return 'outdated'
  if (status === 200 && !(error instanceof NotFetched)) return 'stuck'
  void checkConnection()
  return 'unreachable'
}

/** The module once it is there; asks for it when it is first drawn. */
export function useChunk<T>(chunk: Chunk<T>): State<T> {
  const state = useSyncExternalStore(chunk.subscribe, chunk.get)
  const isMissing = !state.module && !state.failure
  useEffect(() => {
    if (isMissing) void chunk.fetch()
  }, [chunk, isMissing])
  return state
}
