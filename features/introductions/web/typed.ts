import { useEffect, useEffectEvent, useRef, useState } from 'react'

const PAUSE = 200

/**
 * A text that is searched for once the typing pauses: `const [typed, setTyped] = useTyped(filters.q, q => setFilters({ q }))`.
 * The letters show at once, whatever the address is doing; an address changed by others (Clear, Back) changes the letters.
 */
export function useTyped(settled: string, settle: (text: string) => void) {
  const [typed, setTyped] = useState(settled)
  const last = useRef(settled)
  const tell = useEffectEvent((text: string) => {
    last.current = text
    settle(text)
  })

  useEffect(() => {
    if (typed === last.current) return
    const timer = setTimeout(tell, PAUSE, typed)
    return () => clearTimeout(timer)
  }, [typed])

  useEffect(() => {
    if (settled === last.current) return
    last.current = settled
    setTyped(settled)
  }, [settled])

  return [typed, setTyped] as const
}
