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
}
/** `userId`: who was signed in when it was made. */
export type Write = Waits & { userId: string | undefined; key: string; method: Method; url: string; body: unknown }
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

/** Thrown instead of the failure of a write that waits for the network now. */
export class Queued extends Error {}
