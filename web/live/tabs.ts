import { newKey } from '../api/call.ts'
import { openStream, type Position, type StreamHandlers } from './stream.ts'

type Said =
  | { say: 'changes'; changes: Parameters<StreamHandlers['changes']>[0]; at: Position }
  | { say: 'resync' | 'hello'; at: Position; to?: string }
  | { say: 'lost'; isLost: boolean; to?: string }
  | { say: 'ended' }
  /** A tab that listens along says who it is and how far it is, when it comes and when another tab leads. */
  | { say: 'here'; tab: string; at: Position }
  | { say: 'leads' }

/**
 * One stream a browser, which may have six connections to us in all: the tab that holds the lock has it and tells the others. Where
 * there are no locks (a page served over plain http to another machine) each tab has its own.
 */
export function shareStream(session: string, since: Position, on: StreamHandlers) {
  if (!navigator.locks) return openStream(since, on)
  const name = `live:${session}`
  const channel = new BroadcastChannel(name)
  const tab = newKey()
  const leaving = new AbortController()
  let at = since
  let isLost = false
  let stream: ReturnType<typeof openStream> | undefined

  const say = (said: Said) => channel.postMessage(said)
  const here = () => say({ say: 'here', tab, at })
  const hearing: StreamHandlers = {
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

  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    if (data.say === 'here') return stream && welcome(data.tab, data.at)
    if (data.say === 'leads') return here()
    if ('to' in data && data.to !== undefined && data.to !== tab) return
    if (data.say === 'changes') hearing.changes(data.changes, data.at)
    else if (data.say === 'lost') hearing.lost(data.isLost)
    else if (data.say === 'ended') on.ended()
    else hearing[data.say](data.at)
  }

  /** A page that was made before what was last told has missed it. Made after it, it reads again for nothing: which it is, nobody can tell here. */
  function welcome(to: string, theirs: Position): void {
    if (at !== undefined && theirs === undefined) say({ say: 'hello', at, to })
    else if (at !== undefined && theirs !== at) say({ say: 'resync', at, to })
    say({ say: 'lost', isLost, to })
  }

  function lead(): void {
    stream = openStream(at, {
      changes(changes, now) {
        say({ say: 'changes', changes, at: now })
        hearing.changes(changes, now)
      },
      resync(now) {
        say({ say: 'resync', at: now })
        hearing.resync(now)
      },
      hello: hearing.hello,
      lost(lost) {
        if (lost !== isLost) say({ say: 'lost', isLost: lost })
        hearing.lost(lost)
      },
      ended() {
        say({ say: 'ended' })
        on.ended()
      },
    })
    say({ say: 'leads' })
  }

  const { signal } = leaving
  const held = () =>
    new Promise<void>(release => {
      signal.addEventListener('abort', () => release())
      lead()
    })
  navigator.locks.request(name, { signal }, held).catch(() => undefined)
  here()
  return {
    retryNow: () => stream?.retryNow(),
    close() {
      leaving.abort()
      stream?.close()
      channel.close()
    },
  }
}
