import { test as base, expect, type Page } from '@playwright/test'
import { violationsOn } from '../../tests/e2e/axe.ts'
import { serveGallery } from './serve.ts'

type Gallery = Awaited<ReturnType<typeof serveGallery>>

/** `gallery` is a page open on the gallery. A test fails on any console error, such as a CSP violation. */
export const test = base.extend<{ gallery: Page }, { server: Gallery }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const server = await serveGallery()
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  gallery: async ({ page, server }, use) => {
    const consoleErrors: string[] = []
    page.on('console', message => message.type() === 'error' && consoleErrors.push(message.text()))
    page.on('pageerror', error => consoleErrors.push(error.message))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(server.url)
    await page.getByRole('heading', { name: 'Components' }).waitFor()
    await use(page)
    expect(consoleErrors).toEqual([])
  },
})

/** No accessibility violation in this part of the page, in light and dark mode. */
export async function isAccessible(page: Page, part: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOn(page, part), colorScheme).toEqual([])
  }
}

export { expect } from '@playwright/test'
