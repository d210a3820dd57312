import type { Page } from '@playwright/test'
import { coversNothing, keepToasts, sizes } from '../../tests/e2e/uncovered.ts'
import { expect, isAccessible, test } from '../gallery/visit.ts'

const toasts = (page: Page) => page.locator('[data-toast]')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('toasts are added to existing live regions: success is polite, errors are assertive', { tag: '@main' }, async ({
  gallery,
}) => {
  const region = gallery.getByRole('region', { name: 'Notifications (F6)' })
  const polite = region.locator('[role=status][aria-live=polite]')
  const assertive = region.locator('[role=alert][aria-live=assertive]')
  await expect(polite).toBeAttached()
  await expect(assertive).toBeAttached()

  await press(gallery, 'Success toast')
  await expect(polite.locator('[data-variant=success]')).toContainText('Profile saved')
  await press(gallery, 'Error toast')
  await expect(assertive.locator('[data-variant=destructive]')).toContainText('Login failed')
  await isAccessible(gallery, '[data-toasts]')
})

test('F6 moves the focus to the newest toast and back; dismissing the last toast restores the focus', async ({
  gallery,
}) => {
  await press(gallery, 'Success toast')
  await gallery.keyboard.press('F6')
  await expect(toasts(gallery).getByRole('button', { name: 'Dismiss' })).toBeFocused()
  await gallery.keyboard.press('F6')
  await expect(gallery.getByRole('button', { name: 'Success toast' })).toBeFocused()
  await gallery.keyboard.press('F6')
  await gallery.keyboard.press('Enter')
  await expect(toasts(gallery)).toHaveCount(0)
  await expect(gallery.getByRole('button', { name: 'Success toast' })).toBeFocused()
})

test('toasts are dismissed after a timeout, but not while hovered or focused', async ({ gallery }) => {
  await gallery.clock.install()
  await press(gallery, 'Success toast')
  await toasts(gallery).hover()
  await gallery.clock.runFor(20_000)
  await expect(toasts(gallery)).toHaveCount(1)
  await gallery.keyboard.press('F6')
  await gallery.mouse.move(0, 0)
  await gallery.clock.runFor(20_000)
  await expect(toasts(gallery)).toHaveCount(1)
  await gallery.keyboard.press('F6')
  await gallery.clock.runFor(20_000)
  await expect(toasts(gallery)).toHaveCount(0)
})

test('at most four toasts are shown, the newest ones', async ({ gallery }) => {
  await press(gallery, 'Error toast')
  await press(gallery, 'Four long toasts')
  await expect(toasts(gallery)).toHaveCount(4)
  await expect(toasts(gallery).filter({ hasText: 'Login failed' })).toHaveCount(0)
})

test('the same toast, shown again, restarts its timeout and shows a count', async ({ gallery }) => {
  await gallery.clock.install()
  await press(gallery, 'Error toast')
  await gallery.clock.runFor(7000)
  await press(gallery, 'Error toast')
  await gallery.clock.runFor(7000)
  await expect(toasts(gallery)).toHaveCount(1)
  await expect(toasts(gallery)).toContainText('×2')
  await gallery.clock.runFor(2000)
  await expect(toasts(gallery)).toHaveCount(0)
})

test('four long toasts cover no form control of the page and no part of an open dialog', async ({ gallery }) => {
  await keepToasts(gallery)
  await gallery.reload()
  for (const size of sizes) {
    const name = `${size.width} × ${size.height}`
    await gallery.setViewportSize(size)
    await press(gallery, 'Four long toasts')
    await gallery.getByLabel('Full Name', { exact: true }).scrollIntoViewIfNeeded()
    await coversNothing(gallery, `${name}, a form`)
    await press(gallery, 'Open form')
    await expect(gallery.getByRole('dialog')).toBeVisible()
    await coversNothing(gallery, `${name}, a dialog`)
    await gallery.keyboard.press('Escape')
    await gallery.reload()
  }
})

test('the room for toasts is at the end of what scrolls, and is removed after them', async ({ gallery }) => {
  const withRoom = gallery.locator('[style*="--toast-room"]')
  const scrollTo = (to: number) => gallery.evaluate(top => document.documentElement.scrollTo(0, top), to)
  await gallery.setViewportSize({ width: 390, height: 844 })
  const padding = () =>
    gallery.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom))
  await keepToasts(gallery)
  await gallery.reload()
  const before = await padding()
  await press(gallery, 'Success toast')
  await expect(withRoom).toHaveCount(1)
  await scrollTo(1e6)
  expect(await padding()).toBeGreaterThan(before + 50)
  await toasts(gallery).getByRole('button', { name: 'Dismiss' }).click()
  await expect(toasts(gallery)).toHaveCount(0)
  // What is in view does not move until it is scrolled away.
  await expect(withRoom).toHaveCount(1)
  await scrollTo(0)
  await expect(withRoom).toHaveCount(0)
  expect(await padding()).toBe(before)
})

test('a toast stays within reach above an open dialog', async ({ gallery }) => {
  await press(gallery, 'Success toast')
  await press(gallery, 'Open form')
  await toasts(gallery).getByRole('button', { name: 'Dismiss' }).click()
  await expect(toasts(gallery)).toHaveCount(0)
  await expect(gallery.getByRole('dialog')).toBeVisible()
})
