import { useEffect, useRef, useState } from 'react'
import { beginningOf, MAX_SEARCH } from '../../contract/text.ts'

const DEBOUNCE_MS = 200
/** At most two searches a second, however one types: the server limits them (server/request/read-limit.ts). */
const INTERVAL_MS = 500

/**
 * The text of a search box: shown at once, passed to `settle` (which changes the URL and queries the server) with a debounce. A
 * value that changes from outside, such as by Back, replaces the text.
 */
export function useDebouncedText(value: string, settle: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value)
  const settled = useRef(value)
  const settledAt = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (value === settled.current) return
    settled.current = value
    clearTimeout(timer.current)
    setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    const wait = Math.max(DEBOUNCE_MS, settledAt.current + INTERVAL_MS - performance.now())
    timer.current = setTimeout(() => {
      settledAt.current = performance.now()
      // The server accepts at most this many characters.
      settled.current = beginningOf(text, MAX_SEARCH)
      settle(settled.current)
    }, wait)
  }
  return [typed, type]
}
