import { setTimeout as sleep } from 'node:timers/promises'
import { type Message, openStream } from '../../tests/server/stream.ts'

/** What the server asks of a browser when its process ends (`retry`). */
const RECONNECT_MS = 1000
const LOOK_MS = 20

/** A topic, and when the first try to write it began. Which of its tries was committed is not known. */
export type Topic = { id: number; began: number }

export type Follower = ReturnType<typeof follow>

/** A live stream of a member that connects again with its last id, as a browser does, until it is stopped. */
export function follow(url: string, cookie: string) {
  const received: { message: Message; at: number }[] = []
  const failures: string[] = []
  let last = ''
  let opened = 0
  let isOpen = false
  let isStopped = false
  let current: Awaited<ReturnType<typeof openStream>> | undefined
  let held: PromiseWithResolvers<void> | undefined

  async function readOnce(): Promise<void> {
    const stream = await openStream(url, cookie, last ? { 'last-event-id': last } : {})
    current = stream
    if (isStopped || held) await stream.close()
    if (stream.status !== 200) failures.push(`a stream was answered with ${stream.status}`)
    else opened++
    for (let read = 0; ; await sleep(LOOK_MS)) {
      // Before looking at the messages: the last ones may come with the end.
      const { isClosed } = stream
      for (; read < stream.messages.length; read++) {
        const message = stream.messages[read] as Message
        received.push({ message, at: performance.now() })
        if (message.id) last = message.id
        // The first message says that the stream has caught up.
        isOpen = !isClosed
      }
      if (isClosed) break
    }
    isOpen = false
  }
  const running = (async () => {
    while (!isStopped) {
      await held?.promise
      if (isStopped) return
      await readOnce().catch(error => failures.push(`a stream failed: ${(error as Error).name}`))
      if (!isStopped && !held) await sleep(RECONNECT_MS)
    }
  })()

  const seen = (topic: number) =>
    received
      .flatMap(({ message }) => message.changes)
      .filter(({ kind, op, id }) => kind === 'posts' && op === 'insert' && id === topic).length
  /** The browser was told to read everything, or all topics, again. */
  const wasToldToRead = (since: number) =>
    received.some(
      ({ message, at }) =>
        at >= since &&
        (message.event === 'resync' || message.changes.some(({ kind, id }) => kind === 'posts' && id === 0)),
    )

  return {
    failures,
    /** How often it was connected. */
    opened: () => opened,
    /** It is connected and has got what it missed. */
    isOpen: () => isOpen,
    /** How often the stream announced that topic. */
    seen,
    resyncs: () => received.filter(({ message }) => message.event === 'resync').length,
    /** Topics that were written while it followed, and of which a browser would not know. */
    missed: (topics: Topic[]) => topics.filter(({ id, began }) => seen(id) === 0 && !wasToldToRead(began)),
    /** Ends the connection, and opens no other one before `resume`. */
    async pause() {
      held = Promise.withResolvers()
      await current?.close()
      while (isOpen) await sleep(LOOK_MS)
    },
    resume() {
      held?.resolve()
      held = undefined
    },
    async stop() {
      isStopped = true
      held?.resolve()
      await current?.close()
      await running
    },
  }
}
