import { useSyncExternalStore } from 'react'
import type { Endpoint, Method } from '../../contract/endpoint.ts'

/** For a write that may wait for the network. */
export type Waits = {
  /** What it is: 'A reply'. */
  place: string
  /** What the member wrote, if it is a text. */
  text?: string
  /** Where it belongs: '/forum/12'. */
  page: string
  /** Endpoints whose cached replies are stale when it was sent. */
  refresh: readonly Endpoint[]
  /** Endpoints whose cached replies have the row that the reply is, so that they show it before they are read again. */
  within?: readonly Endpoint[]
}
/** `userId`: who was signed in when it was made. */
export type Write = Waits & { userId: string | undefined; key: string; method: Method; url: string; body: unknown }
/**
 * A write that waits for the network. It is stored like a draft, so that it survives the end of the session, and a sign-out warns of it. `value`
 * is what such a warning looks at (web/form/unsent.ts).
 */
export type Waiting = {
  id: string
  place: string
  at: number
  value: { changes: { text?: string } }
  write: Omit<Write, 'refresh' | 'within' | 'userId'> & { refresh: string[]; within?: string[] }
  /** Why the server refused it. It is not sent again. */
  refused?: string
}
export type Queue = {
  /** Returns whether the write waits now: only if the server is unreachable, or others wait already. */
  enqueue: (write: Write) => Promise<boolean>
  /** Whether any write waits. */
  hasUnsent: () => boolean
}

let loaded: Queue | undefined
let loading: Promise<Queue | undefined> = Promise.resolve(undefined)
/** The queue (web/offline/queue.ts) is loaded after the first screen. */
export const provideQueue = (queue: Promise<Queue | undefined>) => {
  loading = queue
  void queue.then(now => {
    loaded = now
  })
}
export const enqueue: Queue['enqueue'] = async write => (await (await loading)?.enqueue(write)) ?? false
export const hasUnsent: Queue['hasUnsent'] = () => loaded?.hasUnsent() ?? false

let known: Waiting[] = []
const listeners = new Set<() => void>()
/** Here and not in the queue: the first screen shows what waits when the queue is loaded. */
export function setWaiting(now: Waiting[]): void {
  // Almost always nothing waits: no screen renders again.
  if (now.length === 0 && known.length === 0) return
  known = now
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const allWaiting = () => known
export const useWaiting = () => useSyncExternalStore(subscribe, allWaiting)

/** Thrown instead of the failure of a write that waits for the network now. */
export class Queued extends Error {}
