import { expect, type Locator, type Page } from '@playwright/test'

export const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
]

const CONTROLS =
  'a[href], button, input:not([type=hidden], [aria-hidden]), textarea, select, [role=combobox], [role=tab], [role=slider]'
const DIALOG = '[data-modal] [data-frame], [role=dialog]'
const SUBMIT = '[data-modal] button[type=submit]'
const NAVIGATION = 'header:not(main *), aside:not(main *), [data-bottom-bar]'

/**
 * From the next page on, toasts stay until they are dismissed, for a test that looks at them or presses one of their buttons: a slow machine
 * may come to it only after their time. `Person.isTold` does not need it. Those with an action have another time, and still end.
 */
export const keepToasts = (page: Page) =>
  page.addInitScript(() => {
    const wait = window.setTimeout.bind(window)
    window.setTimeout = ((run: () => void, ms?: number, ...more: unknown[]) =>
      ms === 5000 || ms === 8000 ? 0 : wait(run, ms, ...(more as []))) as typeof window.setTimeout
  })

/**
 * The names of the controls that a toast covers: those of the navigation, or of the open dialog in a wide window all and else the button that
 * submits it, and the one that is focused.
 */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(
    ([controls, dialog, submit, navigation]) => {
      const isOpen = document.querySelector('[data-modal]') !== null
      const parts = !isOpen ? navigation : innerWidth >= 1280 ? dialog : null
      const all = parts
        ? [...document.querySelectorAll(parts)].flatMap(part => [...part.querySelectorAll(controls)])
        : [...document.querySelectorAll(submit)]
      const focused = document.activeElement?.matches(controls) ? [document.activeElement] : []
      const isCovered = (control: Element) => {
        const { left, right, top: y, bottom } = control.getBoundingClientRect()
        const points = [[(left + right) / 2, (y + bottom) / 2]]
        for (const x of [left + 2, right - 2]) for (const at of [y + 2, bottom - 2]) points.push([x, at])
        return points.some(([x = 0, at = 0]) => {
          const there = document.elementFromPoint(x, at)?.closest('[data-toast]')
          return there && !there.contains(control)
        })
      }
      return [...all, ...focused]
        .filter(control => control.checkVisibility() && isCovered(control))
        .map(
          control =>
            control.ariaLabel ||
            control.textContent ||
            (control as HTMLInputElement).name ||
            control.outerHTML.slice(0, 80),
        )
    },
    [CONTROLS, DIALOG, SUBMIT, NAVIGATION] as const,
  )
}

/** No toast covers a control that is in use, at any scroll position and with the pointer on a toast, and all others can be reached. */
export async function coversNothing(page: Page, what: string) {
  await expect(page.locator('[data-toast]').first(), what).toBeVisible()
  await settles(page)
  expect(await covered(page), what).toEqual([])
  for (const to of [0, 0.3, 0.6, 1]) {
    await page.evaluate(part => {
      const inside = document.querySelector('[data-modal] .overflow-y-auto')
      const scroller = inside ?? document.documentElement
      scroller.scrollTop = part * scroller.scrollHeight
    }, to)
    await settles(page)
    expect(await covered(page), `${what}, scrolled to ${to}`).toEqual([])
  }
  await page.locator('[data-toast]').last().hover()
  await settles(page)
  expect(await covered(page), `${what}, with the pointer on a toast`).toEqual([])
  await canReachAll(page, what)
}

/** No toast covers an error below a field or the banner above the fields, as far as it is in view where the form was refused. */
export async function coversNoError(page: Page, what: string) {
  await settles(page)
  const covered = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('[data-toast]')].map(toast => toast.getBoundingClientRect())
    const isCovered = ({ left, right, top, bottom }: DOMRect) =>
      boxes.some(box => left < box.right && box.left < right && top < box.bottom && box.top < bottom)
    return [...document.querySelectorAll('form [data-problem] p[id$="-error"], form [role=alert]')]
      .filter(error => isCovered(error.getBoundingClientRect()))
      .map(error => error.textContent)
  })
  expect(covered, `${what}: errors that a toast covers`).toEqual([])
}

/** Every field and button can be scrolled to and pressed. */
async function canReachAll(page: Page, what: string) {
  const isOpen = await page.locator('[data-modal]').count()
  const form = isOpen ? page.locator('[data-modal]').last() : page.locator('main form')
  const controls = form.locator(
    'button[type=submit], input:not([type=file], [type=radio], [type=hidden], [aria-hidden]), textarea',
  )
  for (const control of await controls.all())
    if (await control.isEnabled())
      expect(await canPress(control), `${what}: ${await control.getAttribute('name')}`).toBe(true)
}

/** After scrolling it to some place or, in a dialog that does not scroll, by giving it the focus: the toasts move away from it. */
async function canPress(control: Locator): Promise<boolean> {
  for (const block of ['center', 'start', 'end'] as const) {
    await control.evaluate((element, to) => element.scrollIntoView({ block: to }), block)
    await settles(control.page())
    const isPressed = control.click({ trial: true, timeout: 1500 }).then(() => true)
    if (await isPressed.catch(() => false)) return true
  }
  await control.focus()
  await settles(control.page())
  // With time for a slow machine. Its error says what covers the control.
  await control.click({ trial: true, timeout: 30_000 })
  return true
}

/** Waits two frames, after which the toasts have their position. */
const settles = (page: Page) =>
  page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
