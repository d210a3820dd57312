/**
 * Moves the focus to the heading after a screen change, so that a screen reader announces the screen and Tab continues from
 * there. A dialog that opened with the screen, or the first field of its form, keeps the focus.
 */
export function focusHeading() {
  if (!document.activeElement?.closest('[role=dialog], [role=alertdialog], main form')) putFocusOnHeading()
}

/** Moves the focus unconditionally. */
export function putFocusOnHeading() {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!heading) return
  heading.tabIndex = -1
  heading.classList.add('outline-none')
  // The router has restored the scroll position.
  heading.focus({ preventScroll: true })
}
