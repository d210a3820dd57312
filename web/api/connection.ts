import { useSyncExternalStore } from 'react'

/** `offline`: the browser has no network. `unreachable`: it has one, but the server or the live stream does not respond. */
type Connection = 'online' | 'unreachable' | 'offline'

/** Small, public, and served without the database. */
const PROBE_PATH = '/star.svg'
const PROBE_TIMEOUT_MS = 5_000
const PROBE_INTERVAL_MS = 3_000

let isReachable = true
let isStreamLost = false
let probing: Promise<void> | undefined
let probeTimer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const reachableListeners = new Set<() => void>()

function set(next: { reached?: boolean; streamLost?: boolean }): void {
  const wasReachable = isReachable
  isReachable = next.reached ?? isReachable
  isStreamLost = next.streamLost ?? isStreamLost
  for (const listener of listeners) listener()
  if (isReachable && !wasReachable) for (const listener of reachableListeners) listener()
}

/** Reports that the live stream has been lost for some seconds, or is back. */
export const setStreamLost = (lost: boolean) => set({ streamLost: lost })

/** As far as the last probe knows. */
export const isServerReachable = () => isReachable

/** Called each time the server becomes reachable again. */
export const onReachable = (listener: () => void) => reachableListeners.add(listener)

/**
 * Probes the server, and repeats this until it answers. navigator.onLine alone is not reliable: a server on this machine needs no
 * network, and with a network the server may still be down.
 */
export function checkConnection(): Promise<void> {
  probing ??= probe().finally(() => {
    probing = undefined
  })
  return probing
}

async function probe(): Promise<void> {
  clearTimeout(probeTimer)
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS)
  const reached = await fetch(PROBE_PATH, { cache: 'no-store', signal }).then(
    // A proxy in front of a server that is down answers 502, 503 or 504.
    answer => answer.status < 502,
    () => false,
  )
  set({ reached })
  // Also while navigator.onLine is false: the probe may have succeeded just before the network was lost.
  if (!reached || !navigator.onLine) probeTimer = setTimeout(checkConnection, PROBE_INTERVAL_MS)
}

/** Probes whenever the browser reports that it went online or offline. */
export function watchConnection(): void {
  for (const change of ['online', 'offline']) addEventListener(change, checkConnection)
  if (!navigator.onLine) void checkConnection()
}

const current = (): Connection =>
  isReachable && !isStreamLost ? 'online' : navigator.onLine ? 'unreachable' : 'offline'

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useConnection = () => useSyncExternalStore(subscribe, current, current)
