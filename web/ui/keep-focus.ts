import { putFocusOnHeading } from '../app/focus-heading.ts'

/** The list and row that contain an element, the index of the row, and the section that contains the list. */
type Place = { list: Element; row: Element; index: number; section: Element | null }
type FocusEntry = { element: HTMLElement; place: Place | null }

const ROW = 'li, tr, article'
const MAX_HISTORY = 10

const isUsable = (element: HTMLElement) =>
  element.isConnected &&
  element.checkVisibility() &&
  !element.matches(':disabled') &&
  !element.closest('[inert], [aria-hidden=true]')

function placeOf(element: Element): Place | null {
  const row = element.closest(ROW)
  const list = row?.parentElement
  return row && list ? { list, row, index: [...list.children].indexOf(row), section: list.closest('section') } : null
}

/** The row now at the index of a removed row, or the last row. Not its first button, which may be the delete button. */
function nextRow({ list, index }: Place): HTMLElement | null {
  const next = list.children[Math.min(index, list.children.length - 1)]
  return next instanceof HTMLElement && next.matches(ROW) ? next : null
}

/** For a removed row: the next row, or the heading of the list if no row is left. */
const fallbacksForRow = (place: Place) =>
  place.row.isConnected ? [] : [nextRow(place), place.section?.querySelector<HTMLElement>('h2, h3')]

/** For a submit button that is disabled after sending a text: the field for the next text. */
const fallbackForButton = (element: HTMLElement) =>
  element.matches(':disabled') ? element.closest('form')?.querySelector<HTMLElement>('input, textarea') : null

/** Focuses the element; returns false if it is hidden or not focusable. */
function tryFocus(element: HTMLElement | null | undefined): boolean {
  if (!element || !isUsable(element)) return false
  const isHeading = element.matches('h2, h3')
  if (isHeading || element.matches(ROW)) element.tabIndex = -1
  if (isHeading) element.classList.add('outline-none')
  element.focus()
  return document.activeElement === element
}

/**
 * When the focused element is removed (a deleted row, a saved form, a button that clears filters), the browser moves the focus to body,
 * and keyboard users start again at the top of the page. Until the returned function is called, the focus moves instead to the row now in
 * its place, the heading of its list, a field of the same form, the previously focused elements, or the page's heading, in this order.
 */
export function keepFocus(): () => void {
  let focusHistory: FocusEntry[] = []
  // A button that becomes disabled keeps the focus until the next frame.
  const isLost = () => {
    const active = document.activeElement
    return active === null || active === document.body || active.matches(':disabled')
  }

  const recordFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    focusHistory = [
      { element: target, place: placeOf(target) },
      ...focusHistory.filter(entry => entry.element !== target),
    ]
    focusHistory.length = Math.min(focusHistory.length, MAX_HISTORY)
  }
  // A click on an empty area removes the focus intentionally.
  const clearOnBlankClick = () =>
    requestAnimationFrame(() => {
      if (isLost() && focusHistory[0] && isUsable(focusHistory[0].element)) focusHistory = []
    })

  function restoreFocus() {
    if (!isLost() || !focusHistory[0] || isUsable(focusHistory[0].element)) return
    // The heading of a screen that was loading is replaced by that of what was loaded. Before it come elements of the former screen.
    if (focusHistory[0].element.matches('h1')) return putFocusOnHeading()
    for (const { element, place } of focusHistory)
      if ([element, ...(place ? fallbacksForRow(place) : []), fallbackForButton(element)].some(tryFocus)) return
    putFocusOnHeading()
  }
  // In the next frame, after other code has had the chance to move the focus.
  const observer = new MutationObserver(() => isLost() && requestAnimationFrame(restoreFocus))

  document.addEventListener('focusin', recordFocus)
  document.addEventListener('pointerdown', clearOnBlankClick)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden', 'inert'] })
  return () => {
    document.removeEventListener('focusin', recordFocus)
    document.removeEventListener('pointerdown', clearOnBlankClick)
    observer.disconnect()
  }
}
