/**
 * Chooses the position of the toasts: a corner, or a row at the top of the window that moves the page or the dialog down.
 * A corner is free if the toasts there do not overlap the open dialog or, on a page, a form control, a header button, the focused control or the
 * control pressed last. Of the free corners, the one that covers the fewest other controls is chosen. The row is used if no corner is free, or if
 * the member is using a form and every free corner covers some control.
 * Free corners are computed in every frame while there are toasts, because scrolling, resizing, an opening dialog and a growing field
 * change the result. There may be hundreds of other controls: they are counted only for a new toast, for another page, or when the current
 * corner is no longer free.
 */
const CORNERS = ['bottom-right', 'top-right', 'bottom-left', 'top-left'] as const
type Corner = (typeof CORNERS)[number]

/** CSS property of the page or the open dialog: the space above it, see theme.css. */
const ROOM_PROPERTY = '--toast-room'

/** The padding around the cards (16px in theme.css), minus a small distance. */
const PADDING_PX = 12

/** After this time the change that came with a toast is rendered, such as a removed row or the next page. */
const RENDERED_AFTER_MS = 300

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

/** Nothing moves while a pointer button is down: a control that moves away from the pointer gets no click. */
let isPressing = false
function trackPress({ type, isPrimary, button }: PointerEvent) {
  if (isPrimary) isPressing = type === 'pointerdown' && button === 0
}
for (const type of ['pointerdown', 'pointerup', 'pointercancel'] as const)
  document.addEventListener(type, trackPress, true)

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>
const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

const boxesOf = (elements: Iterable<Element>): Box[] => [...elements].map(element => element.getBoundingClientRect())

function boxIn(corner: Corner, { offsetWidth, offsetHeight }: HTMLElement): Box {
  const { clientWidth, clientHeight } = document.documentElement
  const [left, top] = [
    corner.endsWith('right') ? clientWidth - offsetWidth : 0,
    corner.startsWith('bottom') ? clientHeight - offsetHeight : 0,
  ]
  return {
    left: left + PADDING_PX,
    top: top + PADDING_PX,
    right: left + offsetWidth - PADDING_PX,
    bottom: top + offsetHeight - PADDING_PX,
  }
}

/** Places `region` until the returned function is called. */
export function placeToasts(region: HTMLElement): () => void {
  let frame = 0
  let movedSurface: HTMLElement | undefined
  let path = ''
  let toasts = 0
  /** When to count the other controls. */
  let countTimes: number[] = []

  const makeRoom = (pixels: number) => movedSurface?.style.setProperty(ROOM_PROPERTY, `${pixels}px`)
  const isOutside = (element: Element | null): element is Element => element !== null && !region.contains(element)
  const inUse = () => [document.activeElement, pressed].filter(isOutside).filter(element => element.matches(CONTROL))

  function isCountDue(): boolean {
    const [previousToasts, now] = [toasts, performance.now()]
    toasts = region.querySelectorAll('[data-toast]').length
    if (toasts > previousToasts || path !== location.pathname) countTimes = [now, now + RENDERED_AFTER_MS]
    path = location.pathname
    const isDue = countTimes.some(time => time <= now)
    countTimes = countTimes.filter(time => time > now)
    return isDue
  }

  function leastCovering(corners: Corner[]): Corner | 'row' {
    const others = boxesOf([...document.querySelectorAll(CONTROL)].filter(isOutside))
    const covered = (corner: Corner) => others.filter(box => overlap(box, boxIn(corner, region))).length
    const [best] = corners.map(corner => ({ corner, count: covered(corner) })).sort((a, b) => a.count - b.count)
    if (!best || (best.count > 0 && inUse().some(control => control.closest('main form')))) return 'row'
    return best.corner
  }

  function place() {
    frame = requestAnimationFrame(place)
    if (isPressing) return
    const modal = [...document.querySelectorAll<HTMLElement>('[data-modal]')].at(-1)
    const surface = modal ?? document.documentElement
    if (surface !== movedSurface) {
      makeRoom(0)
      movedSurface = surface
      region.dataset.place = CORNERS[0]
    }
    const current = region.dataset.place as Corner | 'row'
    const isDue = isCountDue()
    // A row stays as long as there are toasts: it moves the page, so a corner that is free now may not be free without the row.
    if (current !== 'row') {
      const keptClear = modal
        ? modal.querySelectorAll('[data-frame]')
        : [...document.querySelectorAll(KEPT_CLEAR), ...inUse()]
      const obstacles = boxesOf(keptClear)
      const isFree = (corner: Corner) => !obstacles.some(box => overlap(box, boxIn(corner, region)))
      if (isDue || !isFree(current)) {
        // The current corner is first, so that it wins a tie.
        const free = [current, ...CORNERS].filter(isFree)
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
