import { putFocusOnHeading } from '../app/focus-heading.ts'

/** The list that something stands in, which of its rows it is, and what the list is a part of. */
type Place = { list: Element; row: Element; index: number; section: Element | null }
type Stop = { element: HTMLElement; place: Place | null }

const ROW = 'li, tr, article'
const MOST_STOPS = 10

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

/** What stands where a row has gone: the next one, or at the end of the list the one before. Not its first button, which may delete it too. */
function nextRow({ list, index }: Place): HTMLElement | null {
  const next = list.children[Math.min(index, list.children.length - 1)]
  return next instanceof HTMLElement && next.matches(ROW) ? next : null
}

/** Instead of a row that has gone: the next one, or when it was the last the heading over the list. */
const insteadOfRow = (place: Place) =>
  place.row.isConnected ? [] : [nextRow(place), place.section?.querySelector<HTMLElement>('h2, h3')]

/** Instead of a button that can no longer be pressed, since its text is sent: the field for the next text. */
const insteadOfButton = (element: HTMLElement) =>
  element.matches(':disabled') ? element.closest('form')?.querySelector<HTMLElement>('input, textarea') : null

/** Gives it the focus, and says whether it has it now: what is hidden, or not made for it, does not take it. */
function tryFocus(element: HTMLElement | null | undefined): boolean {
  if (!element || !isUsable(element)) return false
  const isHeading = element.matches('h2, h3')
  if (isHeading || element.matches(ROW)) element.tabIndex = -1
  if (isHeading) element.classList.add('outline-none')
  element.focus()
  return document.activeElement === element
}

/**
 * When what has the focus goes (a deleted row, a form that was saved or cancelled, a button that clears filters), the browser drops the
 * focus to the page's body, and whoever uses the keyboard begins again at the top. While this runs, the focus goes back along the
 * way it came: to the row that has taken its place, the heading over its list, a field of the same form, what had the focus before,
 * or the page's heading.
 */
export function keepFocus(): () => void {
  let stops: Stop[] = []
  // A disabled button still has the focus at first, and loses it with the next drawing.
  const isLost = () => {
    const active = document.activeElement
    return active === null || active === document.body || active.matches(':disabled')
  }

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    stops = [{ element: target, place: placeOf(target) }, ...stops.filter(stop => stop.element !== target)]
    stops.length = Math.min(stops.length, MOST_STOPS)
  }
  // Who clicks beside everything wants no focus.
  const letGo = () =>
    requestAnimationFrame(() => {
      if (isLost() && stops[0] && isUsable(stops[0].element)) stops = []
    })

  function goBack() {
    if (!isLost() || !stops[0] || isUsable(stops[0].element)) return
    for (const { element, place } of stops)
      if ([element, ...(place ? insteadOfRow(place) : []), insteadOfButton(element)].some(tryFocus)) return
    putFocusOnHeading()
  }
  // After this change of the page is drawn: whatever takes the focus by itself has taken it.
  const observer = new MutationObserver(() => isLost() && requestAnimationFrame(goBack))

  document.addEventListener('focusin', remember)
  document.addEventListener('pointerdown', letGo)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden', 'inert'] })
  return () => {
    document.removeEventListener('focusin', remember)
    document.removeEventListener('pointerdown', letGo)
    observer.disconnect()
  }
}
