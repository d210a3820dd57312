import type { Change } from '../../contract/live.ts'
import { beat, ended, type Heard, message, resync } from './changes.ts'

/** One open stream, whatever it is written to. */
export type Stream = {
  userId: string
  sessionId: string
  write(text: Buffer | string): boolean
  end(lastWords?: string): void
}

/** At most ten messages a second to one browser: what happens in between travels together. */
const GAP = 100

/**
 * Passes changes on to the streams of this process. The message that most get is made once; only those with news of their
 * own get another.
 */
export function openHub(now: () => number = Date.now) {
  const streams = new Set<Stream>()
  let common: Change[] = []
  let own = new Map<string, Change[]>()
  let at = 0
  let lastFlush = 0
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    timer = undefined
    lastFlush = now()
    const forAll = common.length ? Buffer.from(message(at, common)) : null
    for (const stream of streams) {
      const mine = own.get(stream.userId)
      const text = mine ? message(at, [...common, ...mine]) : forAll
      // Whoever cannot keep up starts anew and catches up, instead of filling our memory.
      if (text && !stream.write(text)) stream.end()
    }
    common = []
    own = new Map()
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

    hear(heard: Heard): void {
      if ('endedSession' in heard) {
        this.endSession(heard.endedSession)
        return
      }
      at = Math.max(at, heard.at)
      if (heard.onlyFor) own.set(heard.onlyFor, [...(own.get(heard.onlyFor) ?? []), heard.change])
      else common.push(heard.change)
      timer ??= setTimeout(flush, Math.max(0, GAP - (now() - lastFlush)))
    },

    endSession(id: string): void {
      for (const stream of streams) if (stream.sessionId === id) stream.end(ended)
    },

    /** Something may have been missed: every browser asks again for what it shows. */
    resync: () => {
      for (const stream of streams) stream.write(resync(at))
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
