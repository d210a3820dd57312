import { useEffect, useRef } from 'react'

/** Focuses the first field on mount, for a page whose main content is a form. Does not take the focus from another control. */
export function useFirstField() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const focused = document.activeElement as HTMLElement | null
    if (focused && focused !== document.body && focused.tabIndex >= 0) return
    form.current?.querySelector('input')?.focus()
  }, [])
  return form
}

/** A ref callback, for an element that replaces the focused one. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus()
