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
export type Write = Waits & { key: string; method: Method; url: string; body: unknown }
/** Returns whether the write waits: only if the server is unreachable. */
type Enqueue = (write: Write) => Promise<boolean>

let loaded: Promise<Enqueue | undefined> = Promise.resolve(undefined)
/** The queue (web/offline/queue.ts) is loaded after the first screen. */
export const provideQueue = (loading: Promise<Enqueue | undefined>) => {
  loaded = loading
}
export const enqueue: Enqueue = async write => (await (await loaded)?.(write)) ?? false

/** Thrown instead of the failure of a write that waits for the network now. */
export class Queued extends Error {}
