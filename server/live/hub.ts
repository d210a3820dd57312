import type { Change } from '../../contract/change.ts'
import { beat, ended, message, type Notification, position, resync } from './changes.ts'

/** One open stream, whatever it is written to. */
export type Stream = {
  userId: string
  sessionId: string
  /** How far it has been told. */
  at: number
  /** A position as this member's browser is told it. */
  seal(at: number): string
  write(text: Buffer | string): boolean
  end(lastWords?: string): void
}

/** At most ten messages a second to one browser: what happens in between travels together. */
const GAP_MS = 100

/** Passes changes on to the streams of this process. The message that most get is made once; only its position is each one's own. */
export function openHub(now: () => number = Date.now) {
  const streams = new Set<Stream>()
  let common: Change[] = []
  let commonAt = 0
  let lastFlush = 0
  let timer: NodeJS.Timeout | undefined
  /** What is for one member only. It neither hurries nor delays what the others get, nor moves their position. */
  const own = new Map<string, { changes: Change[]; at: number }>()

  /** `made` keeps the texts of one round: the streams of a member get the same. */
  function tell(stream: Stream, at: number, body: Buffer, made: Map<string, Buffer>): void {
    stream.at = Math.max(stream.at, at)
    const key = `${stream.userId} ${stream.at}`
    const text = made.get(key) ?? Buffer.concat([Buffer.from(position(stream.seal(stream.at))), body])
    made.set(key, text)
    // Whoever cannot keep up starts anew and catches up, instead of filling our memory.
    if (!stream.write(text)) stream.end()
  }

  function flush(): void {
    timer = undefined
    lastFlush = now()
    const forAll = Buffer.from(message(common))
    const made = new Map<string, Buffer>()
    for (const stream of streams) {
      const mine = own.get(stream.userId)
      if (mine) tell(stream, Math.max(commonAt, mine.at), Buffer.from(message([...common, ...mine.changes])), made)
      else tell(stream, commonAt, forAll, made)
    }
    common = []
    own.clear()
  }

  function flushOwn(userId: string): void {
    const mine = own.get(userId)
    // Together with what is for all, if that is about to go: a position must not pass over what was not told yet.
    if (!mine || common.length > 0) return
    own.delete(userId)
    const body = Buffer.from(message(mine.changes))
    const made = new Map<string, Buffer>()
    for (const stream of streams) if (stream.userId === userId) tell(stream, mine.at, body, made)
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
        const before = own.get(onlyFor)
        own.set(onlyFor, { changes: [...(before?.changes ?? []), change], at: Math.max(before?.at ?? 0, at) })
        if (!before) setTimeout(flushOwn, GAP_MS, onlyFor).unref()
        return
      }
      common.push(change)
      commonAt = Math.max(commonAt, at)
      timer ??= setTimeout(flush, Math.max(0, GAP_MS - (now() - lastFlush)))
    },

    endSession(id: string): void {
      for (const stream of streams) if (stream.sessionId === id) stream.end(ended)
    },

    /** Something may have been missed: every browser asks again for what it shows, and keeps the position it had. */
    resync: () => {
      // What still waits is read again with the rest, and the changes may be numbered anew.
      clearTimeout(timer)
      timer = undefined
      common = []
      commonAt = 0
      own.clear()
      for (const stream of streams) {
        stream.at = 0
        stream.write(resync)
      }
    },

    beat: () => {
      for (const stream of streams) stream.write(beat)
    },

    close(): void {
      clearTimeout(timer)
      for (const stream of streams) stream.end('retry: 1000\n\n')
    },
  }
}

export type Hub = ReturnType<typeof openHub>
