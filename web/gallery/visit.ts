import { test as base, expect, type Page } from '@playwright/test'
import { aboutColours, violationsOn } from '../../tests/e2e/axe.ts'
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
    // It builds the gallery with Vite, which takes minutes on a busy machine.
    { scope: 'worker', timeout: 180_000 },
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
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await violationsOn(page, { part }), 'light').toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violationsOn(page, { part, rules: aboutColours }), 'dark').toEqual([])
}

export { expect } from '@playwright/test'
