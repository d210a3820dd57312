/** Runs in the page: the controls that are smaller than 44 pixels for a finger, and those that something else covers. Not links within a text. */
export function hardToTouch(): string[] {
  const SIZE = 44
  const front =
    document.querySelector('[popover]:popover-open') ?? [...document.querySelectorAll('[data-modal]')].at(-1)
  const controls = [
    ...(front ?? document.body).querySelectorAll<HTMLElement>(
      'a[href], button, summary, select, input:not([type=hidden]), textarea, [role=combobox], [role=tab]',
    ),
  ]
  const found: string[] = []
  for (const control of controls) {
    const style = getComputedStyle(control)
    if (control.closest('[aria-hidden=true]') || style.pointerEvents === 'none' || !isShown(control)) continue
    if (control.matches('a') && isWithinText(control)) continue
    if (control.matches('.sr-only, .sr-only *')) continue
    // A label belongs to its input; a press beside the text of a field with chips also reaches the field.
    const area = control.matches('input') ? control.closest<HTMLElement>('label, .control') : null
    const problem = problemOf(area ?? control)
    if (problem) found.push(`${problem}: ${nameOf(control)}`)
  }
  return found

  function problemOf(control: HTMLElement): string | undefined {
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { left, right, top, bottom, width, height } = control.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    if (!hits(x, y, control)) return 'covered'
    // The area may be larger than the box, by a pseudo-element or a label around it.
    const reach = SIZE / 2 - 1
    const isWide = width >= SIZE || (hits(x - reach, y, control) && hits(x + reach, y, control))
    const isHigh = height >= SIZE || (hits(x, y - reach, control) && hits(x, y + reach, control))
    return isWide && isHigh ? undefined : `${Math.round(width)} × ${Math.round(height)}`
  }

  function hits(x: number, y: number, control: HTMLElement): boolean {
    const hit = document.elementFromPoint(x, y)
    if (!hit) return false
    const label = hit.closest('label')
    return control.contains(hit) || (label !== null && label.control === control)
  }

  /** Other words stand before or after it. */
  function isWithinText(link: HTMLElement): boolean {
    let around = link.parentElement as HTMLElement
    while (getComputedStyle(around).display === 'inline') around = around.parentElement as HTMLElement
    const isInline = getComputedStyle(link).display === 'inline'
    return isInline && around.textContent?.trim() !== link.textContent?.trim()
  }

  function isShown(element: HTMLElement): boolean {
    const { width, height } = element.getBoundingClientRect()
    // The link that skips the menu is above the window until it has the focus.
    const isOutside = getComputedStyle(element).position === 'fixed' && element.getBoundingClientRect().bottom < 0
    return element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1 && !isOutside
  }

  function nameOf(element: HTMLElement): string {
    return `${element.tagName.toLowerCase()} ${element.ariaLabel || element.textContent?.trim().slice(0, 40) || element.outerHTML.slice(0, 160)}`
  }
}

/** Runs in the page: what the bar at the bottom covers when the page is scrolled to its end. */
export function underBar(): string[] {
  const bar = document.querySelector('[data-bottom-bar]')
  if (!bar || document.querySelector('[data-modal]')) return []
  scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
  const { top } = bar.getBoundingClientRect()
  return [...document.querySelectorAll<HTMLElement>('main *')]
    .filter(element => element.checkVisibility() && element.children.length === 0)
    .filter(element => bottomOf(element) > top + 1 && !element.closest('.sr-only'))
    .map(element => element.outerHTML.slice(0, 120))

  /** Of what is visible of it: a text of several lines may be clipped. */
  function bottomOf(element: Element): number {
    const clip = element.closest('[class*=line-clamp]') ?? element
    return Math.min(element.getBoundingClientRect().bottom, clip.getBoundingClientRect().bottom)
  }
}
