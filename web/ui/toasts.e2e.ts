import type { Page } from '@playwright/test'
import { expect, isAccessible, test } from '../gallery/visit.ts'

const toasts = (page: Page) => page.locator('[data-toast]')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('toasts are added to regions a screen reader already listens to: success politely, errors at once', async ({
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

test('F6 goes to the newest toast and back; dismissing the last one gives the focus back', async ({ gallery }) => {
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

test('toasts leave by themselves, but not while pointed at or stood on', async ({ gallery }) => {
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

test('at most four stand at once, the newest ones', async ({ gallery }) => {
  await press(gallery, 'Error toast')
  for (let n = 0; n < 4; n += 1) await press(gallery, 'Success toast')
  await expect(toasts(gallery)).toHaveCount(4)
  await expect(gallery.locator('[data-variant=destructive]')).toHaveCount(0)
})

test('a toast stays within reach above an open dialog', async ({ gallery }) => {
  await press(gallery, 'Success toast')
  await press(gallery, 'Open form')
  await toasts(gallery).getByRole('button', { name: 'Dismiss' }).click()
  await expect(toasts(gallery)).toHaveCount(0)
  await expect(gallery.getByRole('dialog')).toBeVisible()
})
