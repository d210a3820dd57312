import { type RefObject, useEffect, useRef } from 'react'

/** Whether the component is still mounted, for callbacks that run after a late response. */
export function useIsThere(): RefObject<boolean> {
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  return isThere
}
