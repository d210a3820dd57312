import { expect, type Page } from '@playwright/test'
import { aboutColours, violationsOn } from './axe.ts'

export const phone = { width: 390, height: 844 }

/** Expects no accessibility violations in light and dark mode. */
export async function axe(page: Page) {
  await axeInLight(page)
  await axeInDark(page)
  await turns(page, 'light')
}

export async function axeInLight(page: Page) {
  // A page that was just opened is not drawn yet.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await turns(page, 'light')
  expect(await violationsOn(page), 'light').toEqual([])
}

/** Only colours differ from light mode. */
export async function axeInDark(page: Page) {
  await turns(page, 'dark')
  expect(await violationsOn(page, { rules: aboutColours }), 'dark').toEqual([])
}

/** With E2E_SHOTS set, takes screenshots of the page for a person to look at: wide, dark, on a phone. */
export async function lookAt(page: Page, name: string) {
  if (!process.env.E2E_SHOTS) return
  const wide = page.viewportSize() ?? { width: 1280, height: 800 }
  const shoot = (kind: string) => page.screenshot({ path: `test-results/shots/${name}-${kind}.png` })
  await shoot('light')
  await turns(page, 'dark')
  await shoot('dark')
  await turns(page, 'light')
  await page.setViewportSize(phone)
  await shoot('phone')
  await page.setViewportSize(wide)
}

/** Changes the colour scheme and waits for the transition. */
async function turns(page: Page, scheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme: scheme })
  const hasTurned = () =>
    page.evaluate(
      wanted =>
        matchMedia(`(prefers-color-scheme: ${wanted})`).matches &&
        !document.getAnimations().some(animation => animation instanceof CSSTransition),
      scheme,
    )
  await expect.poll(hasTurned).toBe(true)
}
