import { test as base, expect, type Page } from '@playwright/test'
import { violationsOn } from '../../tests/e2e/axe.ts'
import { serveGallery } from './serve.ts'

type Gallery = Awaited<ReturnType<typeof serveGallery>>

/** `gallery` is a page open on the gallery. At the end of a test it must not have complained: a broken policy is a console error. */
export const test = base.extend<{ gallery: Page }, { place: Gallery }>({
  place: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const place = await serveGallery()
      await use(place)
      await place.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  gallery: async ({ page, place }, use) => {
    const complaints: string[] = []
    page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', error => complaints.push(error.message))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(place.url)
    await page.getByRole('heading', { name: 'Components' }).waitFor()
    await use(page)
    expect(complaints).toEqual([])
  },
})

/** No accessibility violation in this part of the page as it stands, by day and by night. */
export async function isAccessible(page: Page, part: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOn(page, part), colorScheme).toEqual([])
  }
}

export { expect } from '@playwright/test'
