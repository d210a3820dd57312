import type { Page } from '@playwright/test'

/**
 * From the next page on, what was lit keeps the attribute `data-was-lit`: it is lit for three seconds, and a slow machine may look only
 * afterwards.
 */
export const remembersLit = (page: Page) =>
  page.addInitScript(() =>
    new MutationObserver(changes => {
      for (const { target } of changes) (target as Element).setAttribute('data-was-lit', '')
    }).observe(document, { subtree: true, attributeFilter: ['data-lit'] }),
  )
