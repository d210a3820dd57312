import type { Change } from '../../contract/change.ts'
import { ended, heartbeat, message, type Notification, position, resync } from './changes.ts'

/** One open event stream. */
export type Stream = {
  userId: string
  sessionId: string
  /** The position of its last message. */
  at: number
  /** Encrypts a position for this member. */
  seal(at: number): string
  write(text: Buffer | string): boolean
  end(finalEvent?: string): void
}

/** Batches changes: at most ten messages per second and browser. */
const GAP_MS = 100

/**
 * Broadcasts changes to the streams of this process. A message is serialised once; only its position differs per member. Measures with the
 * monotonic clock: with the system clock set back, the next message would wait as long.
 */
export function openHub(now: () => number = () => performance.now()) {
  const streams = new Set<Stream>()
  let common: Change[] = []
  let commonAt = 0
  let lastFlush = 0
  let timer: NodeJS.Timeout | undefined
  /** Changes for one member only. They affect neither the timing nor the positions of other members, which would reveal them. */
  const privateChanges = new Map<string, { changes: Change[]; at: number }>()

  /** `cache` holds the messages of one flush: streams of the same member at the same position share one. */
  function send(stream: Stream, at: number, body: Buffer, cache: Map<string, Buffer>): void {
    stream.at = Math.max(stream.at, at)
    const key = `${stream.userId} ${stream.at}`
    const text = cache.get(key) ?? Buffer.concat([Buffer.from(position(stream.seal(stream.at))), body])
    cache.set(key, text)
    // Back-pressure: a slow client is disconnected, reconnects and catches up, instead of filling the memory.
    if (!stream.write(text)) stream.end()
  }

  function flush(): void {
    timer = undefined
    lastFlush = now()
    const forAll = Buffer.from(message(common))
    const cache = new Map<string, Buffer>()
    for (const stream of streams) {
      const mine = privateChanges.get(stream.userId)
      if (mine) send(stream, Math.max(commonAt, mine.at), Buffer.from(message([...common, ...mine.changes])), cache)
      else send(stream, commonAt, forAll, cache)
    }
    common = []
    privateChanges.clear()
  }

  function flushPrivate(userId: string): void {
    const mine = privateChanges.get(userId)
    // If common changes are pending, flush() sends both: a position must not skip changes that were not sent.
    if (!mine || common.length > 0) return
    privateChanges.delete(userId)
    const body = Buffer.from(message(mine.changes))
    const cache = new Map<string, Buffer>()
    for (const stream of streams) if (stream.userId === userId) send(stream, mine.at, body, cache)
  }

  return {
    get size() {
      return streams.size
    },
    get sessions() {
      return [...new Set([...streams].map(stream => stream.sessionId))]
    },
    add: (stream: Stream) => void streams.add(stream),
    remove: (stream: Stream) => void streams.delete(stream),

    receive(notification: Notification): void {
      if ('endedSession' in notification) {
        this.endSession(notification.endedSession)
        return
      }
      const { at, change, onlyFor } = notification
      if (onlyFor) {
        const before = privateChanges.get(onlyFor)
        privateChanges.set(onlyFor, {
          changes: [...(before?.changes ?? []), change],
          at: Math.max(before?.at ?? 0, at),
        })
        if (!before) setTimeout(flushPrivate, GAP_MS, onlyFor).unref()
        return
      }
      common.push(change)
      commonAt = Math.max(commonAt, at)
      timer ??= setTimeout(flush, Math.max(0, GAP_MS - (now() - lastFlush)))
    },

    endSession(id: string): void {
      for (const stream of streams) if (stream.sessionId === id) stream.end(ended)
    },

    /** Notifications may have been missed: every browser reloads what it shows, and keeps its position. */
    resync: () => {
      // Pending changes are covered by the reload. The numbering may restart (live_changes is unlogged), so positions are reset.
      clearTimeout(timer)
      timer = undefined
      common = []
      commonAt = 0
      privateChanges.clear()
      for (const stream of streams) {
        stream.at = 0
        stream.write(resync)
      }
    },

    heartbeat: () => {
      for (const stream of streams) stream.write(heartbeat)
    },

    close(): void {
      clearTimeout(timer)
      for (const stream of streams) stream.end('retry: 1000\n\n')
    },
  }
}
