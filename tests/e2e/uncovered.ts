import { expect, type Page } from '@playwright/test'

export const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
]

const CONTROLS =
  'a[href], button, input:not([aria-hidden]), textarea, select, [role=combobox], [role=tab], [role=slider]'
const FORM = '[data-modal] [data-frame], [role=dialog], main form, main [role=tablist]'

/** Keeps toasts from disappearing: the test checks their position. */
export const keepToasts = (page: Page) =>
  page.addInitScript(() => {
    const wait = window.setTimeout.bind(window)
    window.setTimeout = ((run: () => void, ms?: number, ...more: unknown[]) =>
      ms === 5000 || ms === 8000 ? 0 : wait(run, ms, ...(more as []))) as typeof window.setTimeout
  })

/** The names of the controls that a toast covers, in the open dialog or in the forms of the page. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(
    ([controls, form]) => {
      const toasts = document.querySelector('[data-toasts]') as HTMLElement
      const modal = [...document.querySelectorAll('[data-modal]')].at(-1)
      // Content under the toasts' row counts as scrolled out of view, as under the header.
      const top = toasts.dataset.place === 'row' && !modal ? toasts.getBoundingClientRect().bottom : 0
      const all = [...(modal ?? document).querySelectorAll(form as string)].flatMap(container => [
        ...container.querySelectorAll<HTMLElement>(controls as string),
      ])
      const isCovered = (control: HTMLElement) => {
        const { left, right, top: y, bottom } = control.getBoundingClientRect()
        const points = [[(left + right) / 2, (y + bottom) / 2]]
        for (const x of [left + 2, right - 2]) for (const at of [y + 2, bottom - 2]) points.push([x, at])
        // Skip controls that are scrolled out of a dialog's body.
        const body = control.closest('.overflow-y-auto')?.getBoundingClientRect()
        const isThere = (at: number) => at > top && (!body || (at > body.top && at < body.bottom))
        return points.some(
          ([x = 0, at = 0]) =>
            isThere(at) && document.elementFromPoint(x, at)?.closest('[data-toast], [data-place=row]'),
        )
      }
      return all
        .filter(control => control.checkVisibility() && isCovered(control))
        .map(
          control =>
            control.ariaLabel ||
            control.textContent ||
            (control as HTMLInputElement).name ||
            control.outerHTML.slice(0, 80),
        )
    },
    [CONTROLS, FORM],
  )
}

/** No toast covers a control of the form, at any scroll position and with the pointer on a toast. */
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

/** Every field and button can be scrolled to and pressed. */
async function canReachAll(page: Page, what: string) {
  const isOpen = await page.locator('[data-modal]').count()
  const form = isOpen ? page.locator('[data-modal]').last() : page.locator('main form')
  const controls = form.locator('button[type=submit], input:not([type=file], [type=radio], [aria-hidden]), textarea')
  for (const control of await controls.all())
    if (await control.isEnabled())
      await control.click({ trial: true, timeout: 3000 }).catch(error => expect(error, what).toBeNull())
}

/** Waits two frames, after which the toasts have their position. */
const settles = (page: Page) =>
  page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
