import { useSyncExternalStore } from 'react'

/** `offline`: the browser has no network. `unreachable`: it has one, but the server or its live stream does not answer. */
export type Connection = 'online' | 'unreachable' | 'offline'

/** Small, public, and answered without the database. */
const PROBE = '/star.svg'
const PROBE_TIMEOUT_MS = 5_000
const PROBE_AGAIN_MS = 3_000

let isReached = true
let isStreamLost = false
let probing: Promise<void> | undefined
let againTimer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const reachedListeners = new Set<() => void>()

function set(next: { reached?: boolean; streamLost?: boolean }): void {
  const wasReached = isReached
  isReached = next.reached ?? isReached
  isStreamLost = next.streamLost ?? isStreamLost
  for (const listener of listeners) listener()
  if (isReached && !wasReached) for (const listener of reachedListeners) listener()
}

/** The stream has been lost for more than a moment, or is back. */
export const setStreamLost = (lost: boolean) => set({ streamLost: lost })

/** Called each time the server answers again after it could not be reached. */
export const whenReached = (listener: () => void) => reachedListeners.add(listener)

/**
 * Asks the server whether it is there. The browser's own word is only a reason to ask: a server on this very machine needs no
 * network, and a network is not yet a server. While there is no answer it goes on asking.
 */
export function checkConnection(): Promise<void> {
  probing ??= probe().finally(() => {
    probing = undefined
  })
  return probing
}

async function probe(): Promise<void> {
  clearTimeout(againTimer)
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS)
  const reached = await fetch(PROBE, { cache: 'no-store', signal }).then(
    // A proxy that answers in the place of a server that is down says 502, 503 or 504.
    answer => answer.status < 502,
    () => false,
  )
  set({ reached })
  // Also while the browser says that it is offline: it may have said so a moment before the network was gone.
  if (!reached || !navigator.onLine) againTimer = setTimeout(checkConnection, PROBE_AGAIN_MS)
}

/** From now on the browser's word is followed up. */
export function watchConnection(): void {
  for (const change of ['online', 'offline']) addEventListener(change, checkConnection)
  if (!navigator.onLine) void checkConnection()
}

const current = (): Connection => (isReached && !isStreamLost ? 'online' : navigator.onLine ? 'unreachable' : 'offline')

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useConnection = () => useSyncExternalStore(subscribe, current)
