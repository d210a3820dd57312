import { useEffect, useRef, useState } from 'react'
import { MAX_SEARCH } from '../../contract/text.ts'

const TYPING_PAUSE_MS = 200

/**
 * What is being typed into a search box: shown letter by letter, settled (put into the address, asked of the server) when the
 * typing pauses. A value that changes from outside, such as by Back, replaces what was typed.
 */
export function useTyped(value: string, settle: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value)
  const settled = useRef(value)
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
    timer.current = setTimeout(() => {
      // An address has room for so much, and no more is looked for.
      settled.current = text.slice(0, MAX_SEARCH)
      settle(settled.current)
    }, TYPING_PAUSE_MS)
  }
  return [typed, type]
}
