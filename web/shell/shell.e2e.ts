import { expect, isAccessible, test } from '../gallery/visit.ts'

const entries = [
  ['Home', '/'],
  ['Forum', '/forum'],
  ['Members', '/members'],
  ['Events', '/events'],
  ['Resources', '/resources'],
  ['Investors', '/investors'],
  ['Intro Requests', '/intro-requests'],
  ['Settings', '/settings'],
] as const

test('the sidebar has the entries in order, marks the current one, and is hidden on small screens', {
  tag: '@main',
}, async ({ gallery }) => {
  const menu = gallery.getByRole('complementary', { name: 'Sidebar' }).getByRole('navigation')
  await expect(menu.getByRole('link')).toHaveText(entries.map(([label]) => label))
  for (const [name, href] of entries) await expect(menu.getByRole('link', { name })).toHaveAttribute('href', href)
  await expect(menu.locator('[aria-current=page]')).toHaveText('Home')
  await expect(gallery.getByRole('button', { name: 'Open menu' })).toBeHidden()
  await gallery.setViewportSize({ width: 1023, height: 800 })
  await expect(menu).toBeHidden()
  await expect(gallery.getByRole('button', { name: 'Open menu' })).toBeVisible()
})

test('the phone menu keeps the focus inside, closes on Escape and gives the focus back', { tag: '@main' }, async ({
  gallery,
}) => {
  await gallery.setViewportSize({ width: 390, height: 844 })
  const opener = gallery.getByRole('button', { name: 'Open menu' })
  await opener.focus()
  await gallery.keyboard.press('Enter')
  const menu = gallery.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeFocused()
  await expect(menu.getByRole('navigation').getByRole('link')).toHaveText(entries.map(([label]) => label))
  await isAccessible(gallery, '[data-modal]')

  // Focus trap: one whole Tab cycle stays inside: close, the entries, the profile, log out, and close again.
  const stops: string[] = []
  for (let n = 0; n < entries.length + 4; n += 1) {
    await gallery.keyboard.press('Tab')
    await expect(menu.locator(':focus')).toHaveCount(1)
    stops.push(await menu.locator(':focus').evaluate(element => element.ariaLabel ?? element.textContent ?? ''))
  }
  expect(stops[0]).toBe('Close menu')
  expect(stops.at(-2)).toBe('Log out')
  expect(stops.at(-1)).toBe('Close menu')
  await gallery.keyboard.press('Shift+Tab')
  await expect(menu.getByRole('button', { name: 'Log out' })).toBeFocused()

  await gallery.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('the phone menu closes when an entry is followed', async ({ gallery }) => {
  await gallery.setViewportSize({ width: 390, height: 844 })
  await gallery.getByRole('button', { name: 'Open menu' }).click()
  const menu = gallery.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Members' }).click()
  await expect(menu).toHaveCount(0)
  await gallery.getByRole('button', { name: 'Open menu' }).click()
  await expect(menu.locator('[aria-current=page]')).toHaveText('Members')
})

test('the theme follows the system until one is chosen, and the choice is remembered', async ({ gallery }) => {
  const ground = () => gallery.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const [light, dark] = ['rgb(247, 245, 240)', 'rgb(10, 20, 30)']
  await expect.poll(ground).toBe(light)
  await gallery.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(ground).toBe(dark)

  await gallery.getByRole('button', { name: 'Theme: System' }).click()
  await gallery.getByRole('menuitemradio', { name: 'Light' }).click()
  await expect.poll(ground).toBe(light)
  await gallery.reload()
  await expect(gallery.getByRole('button', { name: 'Theme: Light' })).toBeVisible()
  await expect.poll(ground).toBe(light)

  await gallery.getByRole('button', { name: 'Theme: Light' }).click()
  await gallery.getByRole('menuitemradio', { name: 'System' }).click()
  await expect.poll(ground).toBe(dark)
})

test('the first Tab offers to skip the menu', async ({ gallery }) => {
  await gallery.keyboard.press('Tab')
  await expect(gallery.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await gallery.keyboard.press('Enter')
  await expect(gallery.getByRole('main')).toBeFocused()
})
