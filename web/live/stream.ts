import type { Change } from '../../contract/change.ts'

/** How far the stream has told: a token that only the server can read, equal where nothing happened in between. */
export type Position = string | undefined

export type StreamHandlers = {
  changes: (changes: Change[], at: Position) => void
  /** Nobody can say what was missed: what is on the screen is read again. */
  resync: (at: Position) => void
  /** Up to here there is nothing new. */
  hello: (at: Position) => void
  lost: (isLost: boolean) => void
  /** The session is no longer good. */
  ended: () => void
}

const ADDRESS = '/api/live'
/** A connection that is back by then was never missed. */
const LOST_AFTER_MS = 3_000
/** The server says something every 15 seconds; silence for this long is a connection that died without a word. */
const SILENCE_MS = 50_000
const FIRST_RETRY_MS = 2_000
const MAX_RETRY_MS = 30_000

/** What changes in the community, from `since` on. The browser reconnects by itself; what it does not do stands here. */
export function openStream(since: Position, on: StreamHandlers) {
  let source: EventSource | undefined
  let at = since
  let wait = FIRST_RETRY_MS
  let isClosed = false
  let lostTimer: ReturnType<typeof setTimeout> | undefined
  let silenceTimer: ReturnType<typeof setTimeout> | undefined
  let againTimer: ReturnType<typeof setTimeout> | undefined

  function alive(): void {
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(() => {
      lose()
      open()
    }, SILENCE_MS)
  }
  function found(): void {
    clearTimeout(lostTimer)
    lostTimer = undefined
    on.lost(false)
  }
  function lose(): void {
    lostTimer ??= setTimeout(() => on.lost(true), LOST_AFTER_MS)
  }

  function open(): void {
    source?.close()
    const stream = new EventSource(at === undefined ? ADDRESS : `${ADDRESS}?since=${encodeURIComponent(at)}`)
    source = stream
    const listen = (name: string, handle: (data: string, at: Position) => void) =>
      stream.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
        alive()
        if (lastEventId) at = lastEventId
        handle(data, at)
      })
    stream.onopen = () => {
      wait = FIRST_RETRY_MS
      found()
      alive()
    }
    stream.onerror = () => {
      lose()
      if (stream.readyState === EventSource.CLOSED) void askWhy()
    }
    listen('message', (data, now) => on.changes(JSON.parse(data) as Change[], now))
    listen('hello', (_, now) => on.hello(now))
    listen('resync', (_, now) => on.resync(now))
    listen('beat', () => undefined)
    listen('ended', () => {
      close()
      on.ended()
    })
  }

  /** A refused stream is not tried again by the browser, and it does not say why it was refused. */
  async function askWhy(): Promise<void> {
    clearTimeout(silenceTimer)
    const status = await fetch(`${ADDRESS}?probe=1`).then(
      answer => answer.status,
      () => 0,
    )
    if (isClosed) return
    if (status === 401 || status === 403) {
      close()
      on.ended()
    } else if (status === 429) {
      // Enough windows of this member listen already. This one shows what it asks for.
      close()
    } else {
      againTimer = setTimeout(retryNow, wait)
      wait = Math.min(wait * 2, MAX_RETRY_MS)
    }
  }

  /** Tries again now, where it waits to do so: the server is known to be back. */
  function retryNow(): void {
    if (againTimer === undefined) return
    clearTimeout(againTimer)
    againTimer = undefined
    open()
  }

  function close(): void {
    isClosed = true
    source?.close()
    clearTimeout(silenceTimer)
    clearTimeout(againTimer)
    againTimer = undefined
    found()
  }

  open()
  return { close, retryNow }
}
