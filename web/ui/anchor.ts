/**
 * Puts a popover beside its anchor, on the other side where there is no room, and never past the edge of the window.
 * Popovers live in the browser's top layer, so no card can clip them.
 */
export type Side = 'top' | 'bottom'
export type Align = 'start' | 'center' | 'end'

const GAP = 6
const EDGE = 8

export function place(floating: HTMLElement, anchor: Element, side: Side, align: Align) {
  const at = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = floating
  const above = at.top - GAP - height
  const below = at.bottom + GAP
  const fitsBelow = below + height <= innerHeight - EDGE
  const top = side === 'bottom' ? (fitsBelow || above < EDGE ? below : above) : above >= EDGE ? above : below
  const left = { start: at.left, center: at.left + (at.width - width) / 2, end: at.right - width }[align]
  floating.style.top = `${Math.max(EDGE, Math.min(top, innerHeight - EDGE - height))}px`
  floating.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - EDGE - width))}px`
}

/** Keeps it in place while the page scrolls or the window changes; returns what ends that. */
export function follow(floating: HTMLElement, anchor: Element, side: Side, align: Align) {
  const update = () => place(floating, anchor, side, align)
  const frame = requestAnimationFrame(update)
  addEventListener('scroll', update, { capture: true, passive: true })
  addEventListener('resize', update)
  return () => {
    cancelAnimationFrame(frame)
    removeEventListener('scroll', update, { capture: true })
    removeEventListener('resize', update)
  }
}
