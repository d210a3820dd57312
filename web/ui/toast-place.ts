/**
 * Chooses the position of the toasts. They never move what is on the screen, and cover nothing of the navigation: their area is the page between
 * header and bottom bar, beside the sidebar. In a dialog it is the window, if they fit around the dialog, else the part
 * of the dialog that scrolls, between its head and its buttons.
 * Of the four corners of the area they take the one that covers the least: above all not the focused control or the one pressed last, then no
 * error of a form, then no control of a form or dialog, then few others. Of an error at the bottom they also stay above, if they then do not
 * cover what is in use. What they still cover at the bottom can be scrolled into view; each toast leaves by itself or is
 * dismissed.
 * What is in use and the forms are looked at in every frame while there are toasts, because scrolling, resizing, an opening dialog and a growing
 * field change the result. There may be hundreds of other controls: they are counted only for a new toast, for another page, and as long as
 * another corner would cover less of what is in use and of the forms. Those behind a dialog do not count.
 */
const CORNERS = ['bottom-right', 'top-right', 'bottom-left', 'top-left'] as const
type Corner = (typeof CORNERS)[number]

/** Of the scrolling element: additional space at its end, see theme.css. */
const ROOM_PROPERTY = '--toast-room'

/** The width of the toasts in a wide window, with the padding around them, and the least that is enough beside a dialog. */
const WIDTH_PX = 352
const LEAST_WIDTH_PX = 240

/** Above a dialog, enough for one; the others are scrolled. */
const LEAST_HEIGHT_PX = 112

/** The padding around the cards (16px in theme.css), minus a small distance. */
const PADDING_PX = 12

/** After this time the change that came with a toast is rendered, such as a removed row or the next page. */
const RENDERED_AFTER_MS = 300

/** What it counts to cover a control: in use, of a form or dialog, any other; or an error of a form. */
const COST = { inUse: 1000, error: 200, kept: 30, other: 1 }

const CONTROL = 'a[href], button, input, textarea, select, label:has(input), [role=combobox], [role=slider]'
const OF_FORMS = `main form :is(${CONTROL}):not([aria-hidden]), main:has(form) [role=tab]`

/** Below a field, and the banner above the fields. */
const ERROR = 'form [data-problem] p[id$="-error"], form [role=alert]'

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

const root = document.documentElement
const isWide = () => root.clientWidth >= 640
const windowArea = (): Box => ({ left: 0, top: 0, right: root.clientWidth, bottom: root.clientHeight })

const widthIn = ({ left, right }: Box) => (isWide() ? Math.min(WIDTH_PX, right - left) : right - left)

/** Where the toasts may be, how high they may be together, and what scrolls below them. */
type Place = { area: Box; maxHeight: number; scroller?: HTMLElement }

/** Less than half of the area, so that the control in use has space above or below. */
const SHARE = 0.4

const heightIn = ({ maxHeight }: Place, region: HTMLElement) => Math.min(region.scrollHeight, maxHeight)

/** The cards of `region` in a corner of its area. */
function boxIn(corner: Corner, place: Place, region: HTMLElement): Box {
  const { area } = place
  const [width, height] = [widthIn(area), heightIn(place, region)]
  const left = corner.endsWith('right') ? area.right - width : area.left
  const top = corner.startsWith('bottom') ? area.bottom - height : area.top
  return {
    left: left + PADDING_PX,
    top: top + PADDING_PX,
    right: left + width - PADDING_PX,
    bottom: top + height - PADDING_PX,
  }
}

const sharing = (area: Box, scroller?: HTMLElement): Place => ({
  area,
  maxHeight: SHARE * (area.bottom - area.top),
  scroller,
})

function placeOnPage(): Place {
  const whole = windowArea()
  const boxOf = (selector: string) => document.querySelector(`${selector}:not(main *)`)?.getBoundingClientRect()
  const area = {
    left: boxOf('aside')?.right ?? 0,
    top: Math.max(0, boxOf('header')?.bottom ?? 0),
    right: whole.right,
    bottom: boxOf('[data-bottom-bar]')?.top ?? whole.bottom,
  }
  return sharing(area, root)
}

const scrollerIn = (frame: Element) =>
  [...frame.querySelectorAll<HTMLElement>('.overflow-y-auto')].find(
    element => getComputedStyle(element).overflowY === 'auto' && element.clientHeight > 0,
  )

function placeAtDialog(frame: Element, region: HTMLElement): Place {
  const [around, box] = [sharing(windowArea()), frame.getBoundingClientRect()]
  const { area, maxHeight } = around
  if (CORNERS.some(corner => !overlap(boxIn(corner, around, region), box))) return around
  if (isWide() && area.right - box.right >= LEAST_WIDTH_PX) return sharing({ ...area, left: box.right })
  if (box.top >= LEAST_HEIGHT_PX) return { area: { ...area, bottom: box.top }, maxHeight: Math.min(maxHeight, box.top) }
  const scroller = scrollerIn(frame)
  return scroller ? sharing(scroller.getBoundingClientRect(), scroller) : around
}

/** The area ends above the errors that the toasts would cover at its bottom. */
function aboveErrors(place: Place, region: HTMLElement, errors: Box[], inUse: Box[]): Place {
  const covered = errors.filter(error => overlap(error, boxIn('bottom-right', place, region)))
  const above = { ...place, area: { ...place.area, bottom: Math.min(...covered.map(({ top }) => top)) } }
  const isWorse = [...errors, ...inUse].some(other => overlap(other, boxIn('bottom-right', above, region)))
  return covered.length === 0 || isWorse ? place : above
}

/** Adds space at the end of what scrolls; the part that is in view stays until it is scrolled away, so that nothing moves. */
function makeRoom(element: HTMLElement, pixels: number): void {
  const now = Number.parseFloat(element.style.getPropertyValue(ROOM_PROPERTY)) || 0
  const below = element.scrollHeight - element.clientHeight - element.scrollTop
  // Without a scrollbar there would be one with the room.
  const wanted = now > 0 || element.scrollHeight > element.clientHeight ? pixels : 0
  const room = Math.max(wanted, Math.ceil(now - below))
  if (room === now) return
  if (room > 0) element.style.setProperty(ROOM_PROPERTY, `${room}px`)
  else element.style.removeProperty(ROOM_PROPERTY)
}

function removeRoom(element: HTMLElement): void {
  // The dialog was closed.
  if (!element.isConnected) return
  makeRoom(element, 0)
  if (element.style.getPropertyValue(ROOM_PROPERTY))
    document.addEventListener('scroll', () => removeRoom(element), { capture: true, once: true })
}

/** Places `region` until the returned function is called. */
export function placeToasts(region: HTMLElement): () => void {
  let frame = 0
  let corner: Corner = CORNERS[0]
  let surface: Element | undefined
  let withRoom: HTMLElement | undefined
  let path = ''
  let toasts = 0
  /** When to count the other controls. */
  let countTimes: number[] = []

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

  function choose(place: Place, modal: HTMLElement | undefined, errors: Box[]): Corner {
    const isDue = isCountDue()
    const kept = modal ? modal.querySelectorAll(`[data-frame], ${CONTROL}`) : document.querySelectorAll(OF_FORMS)
    const important = [
      { boxes: boxesOf(inUse()), cost: COST.inUse },
      { boxes: errors, cost: COST.error },
      { boxes: boxesOf(kept), cost: COST.kept },
    ]
    const boxes = CORNERS.map(corner => ({ corner, box: boxIn(corner, place, region) }))
    const cheapest = (obstacles: { boxes: Box[]; cost: number }[]) => {
      const costs = boxes.map(({ corner, box }) => ({
        corner,
        cost: obstacles.reduce(
          (sum, { boxes, cost }) => sum + cost * boxes.filter(other => overlap(other, box)).length,
          0,
        ),
      }))
      const least = Math.min(...costs.map(({ cost }) => cost))
      const best = costs.filter(({ cost }) => cost === least).map(({ corner }) => corner)
      return best.includes(corner) ? corner : (best[0] ?? corner)
    }
    if (!isDue && cheapest(important) === corner) return corner
    const others = modal ? [] : boxesOf([...document.querySelectorAll(CONTROL)].filter(isOutside))
    return cheapest([...important, { boxes: others, cost: COST.other }])
  }

  function place() {
    frame = requestAnimationFrame(place)
    if (isPressing) return
    const modal = [...document.querySelectorAll<HTMLElement>('[data-modal]')].at(-1)
    const dialog = modal?.querySelector('[data-frame]')
    if (surface !== (modal ?? root)) corner = CORNERS[0]
    surface = modal ?? root
    const errors = boxesOf((modal ?? document).querySelectorAll(ERROR))
    const outer = dialog ? placeAtDialog(dialog, region) : placeOnPage()
    const chosen = aboveErrors(outer, region, errors, boxesOf(inUse()))
    const { area, scroller } = chosen
    corner = choose(chosen, modal, errors)
    const height = heightIn(chosen, region)
    const isAtBottom = corner.startsWith('bottom')
    const whole = windowArea()
    region.dataset.place = corner
    Object.assign(region.style, {
      width: `${widthIn(area)}px`,
      maxHeight: `${height}px`,
      // Without a need to scroll, the shadows are not cut off.
      overflowY: region.scrollHeight > height ? 'auto' : 'visible',
      left: corner.endsWith('left') ? `${area.left}px` : 'auto',
      right: corner.endsWith('right') ? `${whole.right - area.right}px` : 'auto',
      top: isAtBottom ? 'auto' : `${area.top}px`,
      bottom: isAtBottom ? `${whole.bottom - area.bottom}px` : 'auto',
    })
    if (withRoom && withRoom !== scroller) removeRoom(withRoom)
    withRoom = scroller
    if (scroller) makeRoom(scroller, isAtBottom ? region.offsetHeight : 0)
  }
  place()
  return () => {
    cancelAnimationFrame(frame)
    if (withRoom) removeRoom(withRoom)
  }
}
