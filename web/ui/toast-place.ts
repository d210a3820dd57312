/**
 * Decides where the toasts stand. In a corner, if they then cover nothing of the open dialog, and on a page no control of a form, no button of
 * the header and not what has the focus or was pressed last. Of such corners it is the one where they cover the fewest other controls. Else,
 * and where the form in use leaves no corner without any control, they stand in a row of their own at the top of the window, below which
 * the page or the dialog then begins.
 * The first part is looked at before every frame while there are toasts, because scrolling, resizing, a dialog that opens and a field that
 * grows all change the answer. The other controls may be hundreds: they are looked at only for a new toast and for another page, and
 * nothing moves because of them later.
 */
const CORNERS = ['bottom-right', 'top-right', 'bottom-left', 'top-left'] as const
type Corner = (typeof CORNERS)[number]

/** Of the page or the open dialog: where it begins, see theme.css. */
const ROOM = '--toast-room'

/** The padding around the cards (p-4 in Toasts.tsx), less a little distance. */
const PADDING = 12

/** Milliseconds after which what came with a toast is drawn: a list without a row, the next page. */
const DRAWN_MS = 300

const CONTROL = 'a[href], button, input, textarea, select, label:has(input), [role=combobox], [role=slider]'
const KEPT_CLEAR = `main form :is(${CONTROL}):not([aria-hidden]), main:has(form) [role=tab], header:not(main *) button`

let pressed: Element | null = null
document.addEventListener(
  'click',
  ({ target }) => {
    pressed = (target as Element).closest(CONTROL)
  },
  true,
)

/** While a button is held down nothing moves: what moves from under the pointer is not clicked. */
let isPressing = false
function follow({ type, isPrimary, button }: PointerEvent) {
  if (isPrimary) isPressing = type === 'pointerdown' && button === 0
}
for (const type of ['pointerdown', 'pointerup', 'pointercancel'] as const) document.addEventListener(type, follow, true)

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>
const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

const boxesOf = (elements: Iterable<Element>): Box[] => [...elements].map(one => one.getBoundingClientRect())

function boxIn(corner: Corner, { offsetWidth, offsetHeight }: HTMLElement): Box {
  const { clientWidth, clientHeight } = document.documentElement
  const [left, top] = [
    corner.endsWith('right') ? clientWidth - offsetWidth : 0,
    corner.startsWith('bottom') ? clientHeight - offsetHeight : 0,
  ]
  return {
    left: left + PADDING,
    top: top + PADDING,
    right: left + offsetWidth - PADDING,
    bottom: top + offsetHeight - PADDING,
  }
}

/** Places `region` until the returned function is called. */
export function placeToasts(region: HTMLElement): () => void {
  let frame = 0
  let over: HTMLElement | undefined
  let path = ''
  let toasts = 0
  /** When to look at the other controls. */
  let looks: number[] = []

  const makeRoom = (pixels: number) => over?.style.setProperty(ROOM, `${pixels}px`)
  const isOutside = (one: Element | null): one is Element => one !== null && !region.contains(one)
  const inUse = () => [document.activeElement, pressed].filter(isOutside).filter(one => one.matches(CONTROL))

  function isLookDue(): boolean {
    const [before, now] = [toasts, performance.now()]
    toasts = region.querySelectorAll('[data-toast]').length
    if (toasts > before || path !== location.pathname) looks = [now, now + DRAWN_MS]
    path = location.pathname
    const isDue = looks.some(time => time <= now)
    looks = looks.filter(time => time > now)
    return isDue
  }

  function leastCovering(corners: Corner[]): Corner | 'row' {
    const others = boxesOf([...document.querySelectorAll(CONTROL)].filter(isOutside))
    const covered = (corner: Corner) => others.filter(one => overlap(one, boxIn(corner, region))).length
    const [best] = corners.map(corner => ({ corner, count: covered(corner) })).sort((a, b) => a.count - b.count)
    if (!best || (best.count > 0 && inUse().some(one => one.closest('main form')))) return 'row'
    return best.corner
  }

  function place() {
    frame = requestAnimationFrame(place)
    if (isPressing) return
    const modal = [...document.querySelectorAll<HTMLElement>('[data-modal]')].at(-1)
    const surface = modal ?? document.documentElement
    if (surface !== over) {
      makeRoom(0)
      over = surface
      region.dataset.place = CORNERS[0]
    }
    const now = region.dataset.place as Corner | 'row'
    const isDue = isLookDue()
    // A row stays as long as the toasts do: it moves the page, so a corner that is free beside it might not be without it.
    if (now !== 'row') {
      const kept = modal
        ? modal.querySelectorAll('[data-frame]')
        : [...document.querySelectorAll(KEPT_CLEAR), ...inUse()]
      const obstacles = boxesOf(kept)
      const isFree = (corner: Corner) => !obstacles.some(one => overlap(one, boxIn(corner, region)))
      if (isDue || !isFree(now)) {
        // Where another is no better they stay.
        const free = [now, ...CORNERS].filter(isFree)
        region.dataset.place = modal ? (free[0] ?? 'row') : leastCovering(free)
      }
    }
    makeRoom(region.dataset.place === 'row' ? region.offsetHeight : 0)
  }
  place()
  return () => {
    cancelAnimationFrame(frame)
    delete region.dataset.place
    makeRoom(0)
  }
}
