/**
 * After a change of screen the focus goes to its heading, so that a screen reader says where one is and Tab goes on from
 * there. A dialog that opened with the screen, or the first field of its form, keeps the focus it took.
 */
export function focusHeading() {
  if (!document.activeElement?.closest('[role=dialog], [role=alertdialog], main form')) putFocusOnHeading()
}

/** Whatever has the focus. */
export function putFocusOnHeading() {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!heading) return
  heading.tabIndex = -1
  heading.classList.add('outline-none')
  // The router has put the scroll where it belongs.
  heading.focus({ preventScroll: true })
}
