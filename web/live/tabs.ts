import { newKey } from '../api/call.ts'
import { openStream, type Position, type StreamHandlers } from './stream.ts'

/** What the tabs send each other. */
type Message =
  | { say: 'changes'; changes: Parameters<StreamHandlers['changes']>[0]; at: Position }
  | { say: 'resync' | 'hello'; at: Position; to?: string }
  | { say: 'lost'; isLost: boolean; to?: string }
  | { say: 'ended' }
  /** A follower announces its id and position, when it opens and when another tab becomes the leader. */
  | { say: 'here'; tab: string; at: Position }
  | { say: 'leads' }

/**
 * One stream per browser, because HTTP/1.1 allows only six connections per host: leader election by a Web Lock, and the leader
 * broadcasts to the other tabs. Without Web Locks (plain http to another machine) each tab opens its own stream.
 */
export function shareStream(session: string, since: Position, on: StreamHandlers) {
  if (!navigator.locks) return openStream(since, on)
  const name = `live:${session}`
  const channel = new BroadcastChannel(name)
  const tab = newKey()
  const closing = new AbortController()
  let at = since
  let isLost = false
  let stream: ReturnType<typeof openStream> | undefined

  const post = (message: Message) => channel.postMessage(message)
  const announce = () => post({ say: 'here', tab, at })
  const handlers: StreamHandlers = {
    changes(changes, now) {
      at = now
      on.changes(changes, now)
    },
    resync(now) {
      at = now
      on.resync(now)
    },
    hello(now) {
      at = now
      on.hello(now)
    },
    lost(lost) {
      isLost = lost
      on.lost(lost)
    },
    ended: on.ended,
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.say === 'here') return stream && catchUp(data.tab, data.at)
    if (data.say === 'leads') return announce()
    if ('to' in data && data.to !== undefined && data.to !== tab) return
    if (data.say === 'changes') handlers.changes(data.changes, data.at)
    else if (data.say === 'lost') handlers.lost(data.isLost)
    else if (data.say === 'ended') on.ended()
    else handlers[data.say](data.at)
  }

  /** A tab at another position refetches: it may have missed changes. Positions have no order, so a tab that is ahead refetches too. */
  function catchUp(to: string, theirs: Position): void {
    if (at !== undefined && theirs === undefined) post({ say: 'hello', at, to })
    else if (at !== undefined && theirs !== at) post({ say: 'resync', at, to })
    post({ say: 'lost', isLost, to })
  }

  function lead(): void {
    stream = openStream(at, {
      changes(changes, now) {
        post({ say: 'changes', changes, at: now })
        handlers.changes(changes, now)
      },
      resync(now) {
        post({ say: 'resync', at: now })
        handlers.resync(now)
      },
      hello: handlers.hello,
      lost(lost) {
        // Each time the stream is open again, too.
        if (!lost || !isLost) post({ say: 'lost', isLost: lost })
        handlers.lost(lost)
      },
      ended() {
        post({ say: 'ended' })
        on.ended()
      },
    })
    post({ say: 'leads' })
  }

  const { signal } = closing
  const leadUntilClosed = () =>
    new Promise<void>(release => {
      // Closed after the lock was granted, before this was called.
      if (signal.aborted) return release()
      signal.addEventListener('abort', () => release())
      lead()
    })
  navigator.locks.request(name, { signal }, leadUntilClosed).catch(() => undefined)
  announce()
  return {
    retryNow: () => stream?.retryNow(),
    close() {
      closing.abort()
      stream?.close()
      channel.close()
    },
  }
}
