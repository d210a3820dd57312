import { expect, type Page } from '@playwright/test'

type ShownToast = { variant: string | undefined; texts: (string | undefined)[] }
type Recorded = { shownToasts: ShownToast[] }

/** From the next page on, records the toasts: a slow machine may come to look only when they are dismissed. */
export function recordToasts(page: Page) {
  return page.addInitScript(() => {
    const shownToasts: ShownToast[] = []
    Object.assign(window, { shownToasts })
    const toastsIn = ({ target, addedNodes }: MutationRecord) => {
      const changed = (target instanceof Element ? target : target.parentElement)?.closest<HTMLElement>('[data-toast]')
      if (changed) return [changed]
      const added = [...addedNodes].filter(node => node instanceof Element)
      return added.flatMap(node =>
        node.matches('[data-toast]') ? [node as HTMLElement] : [...node.querySelectorAll<HTMLElement>('[data-toast]')],
      )
    }
    new MutationObserver(changes => {
      for (const toast of new Set(changes.flatMap(toastsIn)))
        shownToasts.push({
          variant: toast.dataset.variant,
          texts: [...toast.querySelectorAll('p')].map(text => text.textContent?.replaceAll(/\s+/g, ' ').trim()),
        })
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
}

/** Waits until a toast of this title was shown since the page was loaded. The same toast is not found twice, unless it is shown again. */
export async function expectToast(page: Page, expected: { variant: string; texts: string[] }) {
  const [title = ''] = expected.texts
  await expect(async () => {
    const toasts = await page.evaluate(() => (window as unknown as Recorded).shownToasts)
    const index = toasts.findLastIndex(({ texts }) => texts[0] === title)
    expect(toasts[index] ?? toasts).toEqual(expected)
    await page.evaluate(at => (window as unknown as Recorded).shownToasts.splice(0, at + 1), index)
  }).toPass({ timeout: 30_000 })
}
