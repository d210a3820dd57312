import type { Change } from '../../contract/change.ts'

/** A position in the change stream: an opaque token. Two equal tokens mean that nothing changed in between. */
export type Position = string | undefined

export type StreamHandlers = {
  changes: (changes: Change[], at: Position) => void
  /** The missed changes are unknown: refetch what is on the screen. */
  resync: (at: Position) => void
  /** There is nothing new up to this position. */
  hello: (at: Position) => void
  /** False each time the stream opens, and when it is closed for good. */
  lost: (isLost: boolean) => void
  /** The session has ended. */
  ended: () => void
}

const ADDRESS = '/api/live'
/** A connection that is back within this time is not reported as lost. */
const LOST_AFTER_MS = 3_000
/** The server sends a heartbeat every 15 seconds; after this long without an event the connection is dead. */
const SILENCE_MS = 50_000
const FIRST_RETRY_MS = 2_000
const MAX_RETRY_MS = 30_000

/** Streams the community's changes from `since` on. Adds to EventSource a heartbeat timeout and retries after an error status. */
export function openStream(since: Position, on: StreamHandlers) {
  let source: EventSource | undefined
  let at = since
  let retryDelay = FIRST_RETRY_MS
  let isClosed = false
  let lostTimer: ReturnType<typeof setTimeout> | undefined
  let silenceTimer: ReturnType<typeof setTimeout> | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  function restartSilenceTimer(): void {
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(() => {
      reportLost()
      open()
    }, SILENCE_MS)
  }
  function reportFound(): void {
    clearTimeout(lostTimer)
    lostTimer = undefined
    on.lost(false)
  }
  function reportLost(): void {
    lostTimer ??= setTimeout(() => on.lost(true), LOST_AFTER_MS)
  }

  function open(): void {
    source?.close()
    const stream = new EventSource(at === undefined ? ADDRESS : `${ADDRESS}?since=${encodeURIComponent(at)}`)
    source = stream
    const listen = (name: string, handle: (data: string, at: Position) => void) =>
      stream.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
        restartSilenceTimer()
        if (lastEventId) at = lastEventId
        handle(data, at)
      })
    stream.onopen = () => {
      retryDelay = FIRST_RETRY_MS
      reportFound()
      restartSilenceTimer()
    }
    stream.onerror = () => {
      reportLost()
      if (stream.readyState === EventSource.CLOSED) void handleRefusal()
    }
    listen('message', (data, now) => on.changes(JSON.parse(data) as Change[], now))
    listen('hello', (_, now) => on.hello(now))
    listen('resync', (_, now) => on.resync(now))
    listen('beat', () => undefined)
    listen('ended', () => {
      closeForGood()
      on.ended()
    })
  }

  /** EventSource neither retries after an error status nor exposes it, so fetch it with a probe. */
  async function handleRefusal(): Promise<void> {
    clearTimeout(silenceTimer)
    const status = await fetch(`${ADDRESS}?probe=1`).then(
      answer => answer.status,
      () => 0,
    )
    if (isClosed) return
    if (status === 401 || status === 403) {
      closeForGood()
      on.ended()
    } else if (status === 429) {
      // This member has too many open streams: this window works without live updates.
      closeForGood()
    } else {
      retryTimer = setTimeout(retryNow, retryDelay)
      retryDelay = Math.min(retryDelay * 2, MAX_RETRY_MS)
    }
  }

  /** Skips the back-off of a pending retry, because the server is reachable again. */
  function retryNow(): void {
    if (retryTimer === undefined) return
    clearTimeout(retryTimer)
    retryTimer = undefined
    open()
  }

  function close(): void {
    isClosed = true
    source?.close()
    clearTimeout(lostTimer)
    clearTimeout(silenceTimer)
    clearTimeout(retryTimer)
    retryTimer = undefined
  }

  function closeForGood(): void {
    close()
    on.lost(false)
  }

  open()
  return { close, retryNow }
}
