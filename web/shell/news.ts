import { useSyncExternalStore } from 'react'

/** The paths of screens with something new since the member's last visit. features/home/web/visits.ts fills it after the start. */
let paths: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

export function setNews(next: Iterable<string>): void {
  paths = new Set(next)
  for (const listener of listeners) listener()
}

/** A screen that is opened has nothing new any more. */
export function markSeen(path: string): void {
  if (paths.has(path)) setNews([...paths].filter(other => other !== path))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const read = () => paths
export const useNews = () => useSyncExternalStore(subscribe, read, read)
