/** Elements that overflow horizontally, the page itself first, except those that are clipped or scroll on purpose. */
export function tooWide(): string[] {
  const isMeantTo = (element: Element) => element.closest('[role=tablist], pre, textarea, input') !== null
  const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
  const boxes = [...document.querySelectorAll('*')].filter(element => scrolls(element) && !isMeantTo(element))
  const inner = boxes.filter(element => element.scrollWidth > element.clientWidth)
  // Floating elements do not widen the page, but may be partly outside the screen.
  const floating = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [popover]:popover-open')]
  const beside = floating.filter(element => {
    const { left, right } = element.getBoundingClientRect()
    return left < 0 || right > document.documentElement.clientWidth
  })
  const page = document.documentElement
  const named = [...inner, ...beside].map(element => element.outerHTML.slice(0, 120))
  return page.scrollWidth > page.clientWidth ? [`the page: ${page.scrollWidth}`, ...culprits(), ...named] : named

  /** For the failure message: the innermost elements that overflow. */
  function culprits() {
    const out = [...document.querySelectorAll('body *')].filter(
      element =>
        element.getBoundingClientRect().right > page.clientWidth && element.closest('[role=tablist], pre') === null,
    )
    return out
      .filter(element => !out.some(other => other !== element && element.contains(other)))
      .map(element => element.outerHTML.slice(0, 160))
  }
}
