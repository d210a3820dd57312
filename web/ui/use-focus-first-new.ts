import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a 'show more' button that may disappear when pressed: focuses the first new row instead of the page's heading.
 * `count` is the number of rows shown. Call the returned function when the button is pressed.
 */
export function useFocusFirstNew(list: RefObject<HTMLElement | null>, count: number) {
  const previousCount = useRef<number>(null)
  useEffect(() => {
    if (previousCount.current === null || count <= previousCount.current) return
    const row = list.current?.children[previousCount.current]
    previousCount.current = null
    // Only if the focus was lost, not if the button is still there or something else has the focus.
    if (!(row instanceof HTMLElement) || document.activeElement !== document.body) return
    row.tabIndex = -1
    row.focus()
  }, [list, count])
  return () => {
    previousCount.current = count
  }
}
