import { useSyncExternalStore } from 'react'

/** Of this tab. Its name differs in every release, because it refers to all chunks by name. */
export const entryScript = () => document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src

let isOutdated = false
const listeners = new Set<() => void>()

/**
 * Whether the server has a newer release than this tab: it does not have its entry script any more. 'unknown' if the server does not
 * answer. With `no-store` the request bypasses the service worker, which has the old file.
 */
export async function checkRelease(): Promise<'current' | 'outdated' | 'unknown'> {
  if (isOutdated) return 'outdated'
  const status = await fetch(entryScript() ?? '/', { method: 'HEAD', cache: 'no-store' }).then(
    answer => answer.status,
    () => 0,
  )
  if (status !== 404) return status === 200 ? 'current' : 'unknown'
  isOutdated = true
  for (const listener of listeners) listener()
  return 'outdated'
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useIsOutdated = () => useSyncExternalStore(subscribe, () => isOutdated)
