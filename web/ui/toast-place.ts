/**
 * Decides where the toasts stand, so that they cover no control of the form in use and no part of the open dialog: in the first
 * corner that is free, else in a row of their own at the top of the window, below which the page or the
 * dialog then begins. Looked at before every frame while there are toasts, because scrolling, resizing, a dialog that opens and a
 * field that grows all change the answer.
 */
const CORNERS = ['bottom-right', 'top-right', 'bottom-left', 'top-left'] as const
type Corner = (typeof CORNERS)[number]

/** Of the page or the open dialog: where it begins, see theme.css. */
const ROOM = '--toast-room'

/** The padding around the cards (p-4 in Toasts.tsx), less a little distance. */
const PADDING = 12

const CONTROL = 'a[href], button, input, textarea, select, label:has(input), [role=combobox], [role=slider]'
const FORM_CONTROLS = `main form :is(${CONTROL}):not([aria-hidden]), main:has(form) [role=tab]`

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>
const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** What must stay uncovered, and what it belongs to. */
function inUse(): { surface: HTMLElement; obstacles: Box[] } {
  const modal = [...document.querySelectorAll<HTMLElement>('[data-modal]')].at(-1)
  const surface = modal ?? document.documentElement
  const obstacles = modal ? modal.querySelectorAll('[data-frame]') : document.querySelectorAll(FORM_CONTROLS)
  return { surface, obstacles: [...obstacles].map(one => one.getBoundingClientRect()) }
}

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

  const makeRoom = (pixels: number) => over?.style.setProperty(ROOM, `${pixels}px`)

  function place() {
    const { surface, obstacles } = inUse()
    if (surface !== over) {
      makeRoom(0)
      over = surface
      region.dataset.place = CORNERS[0]
    }
    const isFree = (corner: Corner) => !obstacles.some(one => overlap(one, boxIn(corner, region)))
    const now = region.dataset.place as Corner | 'row'
    // A row stays as long as the toasts do: it moves the page, so a corner that is free beside it might not be without it.
    if (now !== 'row' && !isFree(now)) region.dataset.place = CORNERS.find(isFree) ?? 'row'
    makeRoom(region.dataset.place === 'row' ? region.offsetHeight : 0)
    frame = requestAnimationFrame(place)
  }
  place()
  return () => {
    cancelAnimationFrame(frame)
    delete region.dataset.place
    makeRoom(0)
  }
}
