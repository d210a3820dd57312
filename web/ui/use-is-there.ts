import { type RefObject, useEffect, useRef } from 'react'

/** Whether the component is still on the screen, for what happens when an answer comes late. */
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
