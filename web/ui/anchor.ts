/**
 * Positions a popover beside its anchor, or on the opposite side if it does not fit, and always inside the window.
 * Popovers are in the browser's top layer, so no ancestor clips them.
 */
type Side = 'top' | 'bottom'
export type Align = 'start' | 'center' | 'end'

/** An element, or a position such as that of the caret. */
type Anchor = Pick<Element, 'getBoundingClientRect'>

const GAP_PX = 6
const MARGIN_PX = 8

export function place(floating: HTMLElement, anchor: Anchor, side: Side, align: Align) {
  const box = anchor.getBoundingClientRect()
  // A phone's keyboard covers the page; the visual viewport is what remains.
  const bottom = (visualViewport ? visualViewport.offsetTop + visualViewport.height : innerHeight) - MARGIN_PX
  const { offsetWidth: width, offsetHeight: height } = floating
  const above = box.top - GAP_PX - height
  const below = box.bottom + GAP_PX
  const fitsBelow = below + height <= bottom
  const top = side === 'bottom' ? (fitsBelow || above < MARGIN_PX ? below : above) : above >= MARGIN_PX ? above : below
  const left = { start: box.left, center: box.left + (box.width - width) / 2, end: box.right - width }[align]
  floating.style.top = `${Math.max(MARGIN_PX, Math.min(top, bottom - height))}px`
  floating.style.left = `${Math.max(MARGIN_PX, Math.min(left, innerWidth - MARGIN_PX - width))}px`
}

/** Repositions the popover on scroll and resize until the returned function is called. */
export function follow(floating: HTMLElement, anchor: Anchor, side: Side, align: Align) {
  const update = () => place(floating, anchor, side, align)
  const frame = requestAnimationFrame(update)
  addEventListener('scroll', update, { capture: true, passive: true })
  addEventListener('resize', update)
  visualViewport?.addEventListener('resize', update)
  return () => {
    cancelAnimationFrame(frame)
    removeEventListener('scroll', update, { capture: true })
    removeEventListener('resize', update)
    visualViewport?.removeEventListener('resize', update)
  }
}
