import { useEffect, useSyncExternalStore } from 'react'

/** The name of the item open on the screen, which replaces the screen's title as the document's title, and a prefix such as '(3) '. */
let shown: { name?: string; prefix: string } = { prefix: '' }
const listeners = new Set<() => void>()

function set(change: Partial<typeof shown>): void {
  shown = { ...shown, ...change }
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
    set({ name })
    return () => set({ name: undefined })
  }, [name])
}

/** Shows how many notifications are unread in front of the title: '(3) Home · The Community'. */
export function useTitleCount(count: string): void {
  useEffect(() => {
    set({ prefix: count && `(${count}) ` })
    return () => set({ prefix: '' })
  }, [count])
}

const read = () => shown
export const useShownTitle = () => useSyncExternalStore(subscribe, read, read)
