import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a button that shows more rows and may go with that: the focus goes to the first row that is new, instead of up to the page's heading.
 * `count`: how many rows the list shows. Call what it returns when the button is pressed.
 */
export function useFocusFirstNew(list: RefObject<HTMLElement | null>, count: number) {
  const before = useRef<number>(null)
  useEffect(() => {
    if (before.current === null || count <= before.current) return
    const row = list.current?.children[before.current]
    before.current = null
    // A button that stays keeps the focus, and whoever has gone elsewhere meanwhile stays there.
    if (!(row instanceof HTMLElement) || document.activeElement !== document.body) return
    row.tabIndex = -1
    row.focus()
  }, [list, count])
  return () => {
    before.current = count
  }
}
