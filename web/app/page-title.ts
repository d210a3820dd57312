import { useEffect, useSyncExternalStore } from 'react'

/** The name of the item open on the screen; it replaces the screen's title as the document's title. */
let itemName: string | undefined
const listeners = new Set<() => void>()

function set(name: string | undefined): void {
  itemName = name
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** `usePageTitle(topic?.title)` sets the title while the component is mounted. For a missing item, pass the not-found text. */
export function usePageTitle(name: string | undefined): void {
  useEffect(() => {
    if (!name) return
    set(name)
    return () => set(undefined)
  }, [name])
}

export const useNamedTitle = () => useSyncExternalStore(subscribe, () => itemName)
