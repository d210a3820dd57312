import { expect, test } from '../../tests/e2e/fixtures.ts'
import { keepToasts } from '../../tests/e2e/uncovered.ts'

test('a select pressed before its menu is loaded opens when it is, and keeps the focus', async ({ ada }) => {
  const { page } = ada
  let load = () => {}
  const held = new Promise<void>(done => {
    load = done
  })
  await page.route('**/assets/SelectMenu-*.js', async route => {
    await held
    await route.continue()
  })
  await ada.opens('/forum')
  const category = page.getByRole('combobox', { name: 'Category' })
  const order = page.getByRole('combobox', { name: 'Order' })
  await expect(category).toHaveText('All Categories')
  await order.focus()
  await order.press('ArrowDown')
  await expect(order).toHaveAttribute('aria-expanded', 'false')
  load()
  await expect(page.getByRole('option', { name: 'Latest activity' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(order).toBeFocused()
  await category.click()
  await page.getByRole('option', { name: 'Fundraising' }).click()
  await expect(category).toHaveText('Fundraising')
  await expect(page).toHaveURL(/category=Fundraising/)
})

test('a dialog or menu that cannot be loaded says so, and opens once the server is back', { tag: '@main' }, async ({
  ada,
}) => {
  const { page } = ada
  ada.expects(/Failed to load resource/)
  const files = /assets\/(SelectMenu|InvestorDialog|DialogPanel)-.*\.js/
  await page.route(files, route => route.abort())
  await keepToasts(page)
  await ada.opens('/investors')
  await ada.clicks('Add Investor')
  await ada.sees('The dialog could not be opened')
  await page.getByRole('combobox').first().click()
  await ada.sees('The choices could not be loaded')
  await page.unroute(files)
  await ada.clicks('Add Investor')
  await expect(page.getByRole('dialog', { name: 'Add New Investor' })).toBeVisible()
})

test('Escape closes a dialog that its address opened, while its code or its data is still loading', async ({ ada }) => {
  const { page } = ada
  const code = await ada.holdsBack('**/assets/DialogPanel-*.js')
  await ada.opens('/forum/new')
  await ada.sees('Community Forum')
  // The frame that the page contains hears no keys: the app replaces it.
  await expect(page.locator('[inert]')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/forum$/)
  code()
  await ada.sees('Community Forum')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await ada.holdsBack('**/api/direct-events/999999')
  await ada.opens('/events?event=999999')
  await expect(page.getByRole('dialog').getByLabel('Loading the event')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/events$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a dialog that cannot be loaded does not lead back to its screen after the member has left it', async ({
  ada,
}) => {
  const { page } = ada
  ada.expects(/Failed to load resource/)
  let failsNow = () => {}
  const isLate = new Promise<void>(done => {
    failsNow = done
  })
  let tries = 0
  await page.route('**/assets/DialogPanel-*.js', async route => {
    if (++tries > 1) await isLate
    await route.abort()
  })
  await ada.opens('/forum/new')
  await expect.poll(() => tries).toBe(2)
  await page
    .getByRole('complementary', { name: 'Sidebar' })
    .getByRole('link', { name: 'Settings', exact: true })
    .click()
  await ada.seesHeading('Settings')
  failsNow()
  await ada.sees('The dialog could not be opened')
  await ada.isAt('/settings')
})
