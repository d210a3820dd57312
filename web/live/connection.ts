import { useSyncExternalStore } from 'react'

/** Whether the stream has been lost for more than a moment. */
let isLost = false
const listeners = new Set<() => void>()

export function setLost(lost: boolean): void {
  if (isLost === lost) return
  isLost = lost
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useConnectionLost = () => useSyncExternalStore(subscribe, () => isLost)
