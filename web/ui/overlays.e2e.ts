import type { Page } from '@playwright/test'
import { expect, isAccessible, test } from '../gallery/visit.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a dialog traps the focus, and restores it on close', { tag: '@main' }, async ({ gallery }) => {
  await button(gallery, 'Open form').click()
  const dialog = gallery.getByRole('dialog', { name: 'Edit profile' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  // The page behind it is inert.
  await expect(gallery.locator('#root')).toHaveAttribute('inert', '')

  const save = dialog.getByRole('button', { name: 'Save changes' })
  await save.focus()
  await gallery.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await gallery.keyboard.press('Shift+Tab')
  await expect(save).toBeFocused()

  await gallery.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button(gallery, 'Open form')).toBeFocused()
})

test('Escape closes a dialog that is painted but does not have the focus yet', { tag: '@main' }, async ({
  gallery,
}) => {
  // Opened by a script, as after its code was loaded: then React runs the effects of the dialog only later.
  await button(gallery, 'Open form').evaluate(
    opener =>
      new Promise<void>(resolve => {
        new MutationObserver((_, observer) => {
          if (!document.querySelector('[role=dialog]')) return
          observer.disconnect()
          document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
          resolve()
        }).observe(document.body, { childList: true, subtree: true })
        opener.focus()
        setTimeout(() => (opener as HTMLElement).click())
      }),
  )
  await expect(gallery.getByRole('dialog')).toHaveCount(0)
  await expect(button(gallery, 'Open form')).toBeFocused()
})

test('Escape ends an IME composition before it closes the dialog', async ({ gallery }) => {
  await button(gallery, 'Open form').click()
  const dialog = gallery.getByRole('dialog', { name: 'Edit profile' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  const browser = await gallery.context().newCDPSession(gallery)
  await browser.send('Input.imeSetComposition', { text: 'か', selectionStart: 1, selectionEnd: 1 })
  await gallery.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
})

test('Escape closes an open list first and its dialog second', async ({ gallery }) => {
  await button(gallery, 'Open form').click()
  const dialog = gallery.getByRole('dialog', { name: 'Edit profile' })
  for (const name of ['Stage', 'Interests']) {
    await dialog.getByRole('combobox', { name }).click()
    await expect(gallery.getByRole('option').first()).toBeVisible()
    await gallery.keyboard.press('Escape')
    await expect(gallery.getByRole('option')).toHaveCount(0)
    await expect(dialog).toBeVisible()
  }
  // Text that is left in the list is deleted before the dialog closes.
  const interests = dialog.getByRole('combobox', { name: 'Interests' })
  await interests.pressSequentially('rail')
  await gallery.keyboard.press('Escape')
  await expect(interests).toHaveValue('rail')
  await gallery.keyboard.press('Escape')
  await expect(interests).toHaveValue('')
  await expect(dialog).toBeVisible()
  await gallery.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('a question above a dialog returns to it, and a click outside does not close a form dialog', async ({
  gallery,
}) => {
  await button(gallery, 'Open form').click()
  const dialog = gallery.getByRole('dialog', { name: 'Edit profile' })
  await expect(dialog).toBeVisible()
  await gallery.mouse.click(5, 5)
  await expect(dialog).toBeVisible()
  await button(gallery, 'Cancel').click()
  const question = gallery.getByRole('alertdialog', { name: 'Discard changes?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await isAccessible(gallery, '[role=alertdialog]')
  await gallery.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await gallery.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(button(gallery, 'Open form')).toBeFocused()
})

test('a form dialog shows its errors, and the open dialog has no accessibility violation', { tag: '@main' }, async ({
  gallery,
}) => {
  await button(gallery, 'Open form').click()
  await gallery.getByRole('dialog').getByLabel('Name').press('Enter')
  await expect(gallery.getByRole('dialog').getByLabel('Name')).toHaveAccessibleDescription('Enter your name')
  await isAccessible(gallery, '[role=dialog]')
})

test('a press outside closes a dialog without a form; on a phone its content scrolls', async ({ gallery }) => {
  await gallery.setViewportSize({ width: 390, height: 600 })
  await button(gallery, 'Open long text').click()
  const dialog = gallery.getByRole('dialog', { name: 'Long text' })
  await expect(dialog).toBeInViewport({ ratio: 1 })
  const last = dialog.getByText('The lake is the same').last()
  await expect(last).not.toBeInViewport()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  await gallery.mouse.click(200, 10)
  await expect(dialog).toHaveCount(0)
})

test('a confirm dialog returns the answer', async ({ gallery }) => {
  await button(gallery, 'Delete topic').click()
  await gallery.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(gallery.getByText('Deleted')).toBeVisible()
  await button(gallery, 'Delete topic').click()
  await gallery.keyboard.press('Enter')
  await expect(gallery.getByText('Kept')).toBeVisible()
  await expect(button(gallery, 'Delete topic')).toBeFocused()
})

test('a menu opens, moves and closes by keyboard', async ({ gallery }) => {
  const trigger = button(gallery, 'Topic actions')
  const item = (name: string) => gallery.getByRole('menuitem', { name })
  await trigger.focus()
  await gallery.keyboard.press('Enter')
  await expect(item('Pin')).toBeFocused()
  await gallery.keyboard.press('ArrowDown')
  await expect(item('Delete')).toBeFocused()
  await gallery.keyboard.press('p')
  await expect(item('Pin')).toBeFocused()
  await isAccessible(gallery, '[role=menu]:popover-open')
  await gallery.keyboard.press('Escape')
  await expect(item('Pin')).toHaveCount(0)
  await expect(trigger).toBeFocused()
  await gallery.keyboard.press('Enter')
  await expect(item('Pin')).toBeFocused()
  await gallery.keyboard.press('End')
  await gallery.keyboard.press('Enter')
  await expect(gallery.getByText('Error deleting post')).toBeVisible()
})

test('a tooltip shows on keyboard focus, describes its control, and Escape closes it', async ({ gallery }) => {
  const control = button(gallery, 'Private')
  await button(gallery, 'Topic actions').focus()
  await gallery.keyboard.press('Tab')
  await expect(control).toBeFocused()
  await expect(gallery.getByRole('tooltip')).toHaveText('Only you can see private comments')
  await expect(control).toHaveAccessibleDescription('Only you can see private comments')
  await gallery.keyboard.press('Escape')
  await expect(gallery.getByRole('tooltip')).toHaveCount(0)
})
