import { useEffect, useSyncExternalStore } from 'react'

/** What is open on the screen has a name of its own: the document's title says that instead of the screen's. */
let named: string | undefined
const listeners = new Set<() => void>()

function set(name: string | undefined): void {
  named = name
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** `usePageTitle(topic?.title)`: while it is shown, and once it is known; of what is missing, the words that say so. */
export function usePageTitle(name: string | undefined): void {
  useEffect(() => {
    if (!name) return
    set(name)
    return () => set(undefined)
  }, [name])
}

export const useNamedTitle = () => useSyncExternalStore(subscribe, () => named)
