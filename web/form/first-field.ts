import { useEffect, useRef } from 'react'

/**
 * For a form that is what its page is for: its first field has the focus when it appears. Whoever has gone to something else
 * already, such as a tab or the theme switch, is left there.
 */
export function useFirstField() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const at = document.activeElement as HTMLElement | null
    if (at && at !== document.body && at.tabIndex >= 0) return
    form.current?.querySelector('input')?.focus()
  }, [])
  return form
}

/** As a ref: takes the focus when it appears, where what had it has just gone. */
export const takesFocus = (element: HTMLElement | null) => element?.focus()
