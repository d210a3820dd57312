import { useSyncExternalStore } from 'react'

let isOutdated = false
const listeners = new Set<() => void>()

/**
 * Whether the server has a newer release than this tab. The name of the entry script differs in every release, because it refers to all
 * chunks by name. 'unknown' if the server does not answer. With `no-store` the request passes the service worker, which has the old file.
 */
export async function checkRelease(): Promise<'current' | 'outdated' | 'unknown'> {
  if (isOutdated) return 'outdated'
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src
  const status = await fetch(entry ?? '/', { method: 'HEAD', cache: 'no-store' }).then(
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
