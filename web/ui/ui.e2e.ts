import { expect, isAccessible, test } from '../gallery/visit.ts'

test('the gallery has no accessibility violation in the light and the dark theme', async ({ gallery }) => {
  await isAccessible(gallery, 'body')
})

for (const screen of ['sign-in', 'not-found', 'spinner', 'slow'])
  test(`the ${screen} screen has no accessibility violation`, async ({ gallery }) => {
    await gallery.goto(`${gallery.url()}#${screen}`)
    await expect(gallery.getByRole('heading', { name: 'Components' })).toHaveCount(0)
    await isAccessible(gallery, 'body')
  })

test('stars are chosen by arrow keys and cleared by Space, Backspace and the same star', { tag: '@main' }, async ({
  gallery,
}) => {
  const rating = gallery.getByRole('radiogroup', { name: 'Rating', exact: true })
  const star = (n: number) => rating.getByRole('radio').nth(n - 1)
  const chosen = rating.getByRole('radio', { checked: true })

  await star(3).focus()
  await gallery.keyboard.press('ArrowRight')
  await expect(star(4)).toBeChecked()
  await expect(star(4)).toBeFocused()
  await gallery.keyboard.press(' ')
  await expect(chosen).toHaveCount(0)
  await expect(star(4)).toBeFocused()
  await gallery.keyboard.press(' ')
  await expect(star(4)).toBeChecked()
  await gallery.keyboard.press('Backspace')
  await expect(chosen).toHaveCount(0)
  await gallery.keyboard.press('ArrowRight')
  await expect(star(1)).toBeChecked()

  await star(5).click()
  await expect(star(5)).toBeChecked()
  await star(5).click()
  await expect(chosen).toHaveCount(0)
})

test('a multi-select is searched, filled and emptied by keyboard', async ({ gallery }) => {
  const field = gallery.getByRole('combobox', { name: 'Focus Areas' })
  const chip = (name: string) =>
    gallery
      .getByRole('toolbar', { name: 'Chosen' })
      .first()
      .getByRole('button', { name: `Remove ${name}` })

  await field.focus()
  await gallery.keyboard.type('saa')
  await expect(gallery.getByRole('option')).toHaveText(['SaaS'])
  await gallery.keyboard.press('Enter')
  await expect(chip('SaaS')).toBeVisible()
  await gallery.keyboard.type('zzz')
  await expect(gallery.getByText('Nothing matches.')).toBeVisible()
  await gallery.keyboard.press('Escape')
  await expect(gallery.getByRole('option')).toHaveCount(0)
  await gallery.keyboard.press('Escape')
  await expect(chip('SaaS')).toBeVisible()
  await gallery.keyboard.press('Backspace')
  await expect(chip('SaaS')).toHaveCount(0)
  await expect(chip('Fintech')).toBeVisible()
  await chip('Fintech').click()
  await expect(chip('Fintech')).toHaveCount(0)
})

test('text that is left in a multi-select becomes the choice that it means, or stays with an error', {
  tag: '@main',
}, async ({ gallery }) => {
  const field = gallery.getByRole('combobox', { name: 'Focus Areas' })
  const remove = (name: string) => gallery.getByRole('button', { name: `Remove ${name}` }).first()
  const error = (text: string) => `Nothing is chosen for “${text}”. Choose from the list, or delete it.`

  await field.pressSequentially('health')
  await gallery.keyboard.press('Tab')
  await expect(remove('Healthcare')).toBeVisible()
  await expect(field).toHaveValue('')

  // Also after the list was closed. Escape does not clear the text at once.
  await field.pressSequentially('comme')
  await field.press('Escape')
  await expect(field).toHaveValue('comme')
  await gallery.keyboard.press('Tab')
  await expect(remove('E-commerce')).toBeVisible()
  await field.pressSequentially('ai/ml')
  await field.press('Escape')
  await field.press('Enter')
  await expect(remove('AI/ML')).toBeVisible()

  // Perhaps the beginning of another word, and a part of a word.
  for (const text of ['bev', 'care']) {
    await field.pressSequentially(text)
    await gallery.keyboard.press('Tab')
    await expect(field).toHaveAccessibleDescription(error(text))
    await field.fill('')
  }

  await field.pressSequentially('biotech')
  await gallery.keyboard.press('Tab')
  await expect(field).toHaveValue('biotech')
  await expect(field).toHaveAccessibleDescription(error('biotech'))
  await field.press('Escape')
  await expect(field).toHaveValue('')
  await expect(field).toHaveAccessibleDescription('')

  // More than one contains it; a press beside the field instead of Tab.
  await field.pressSequentially('e')
  await expect(gallery.getByRole('option').nth(1)).toBeVisible()
  await gallery.getByText('Multi-select with search', { exact: true }).click()
  await expect(field).toHaveValue('e')
  await expect(field).toHaveAccessibleDescription(error('e'))
  await field.fill('')
  await expect(field).toHaveAccessibleDescription('')

  // The list filters and chooses as before.
  await field.pressSequentially('food')
  await gallery.getByRole('option', { name: 'Food & Beverage' }).click()
  await expect(remove('Food & Beverage')).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(field).toHaveAccessibleDescription('')
})

test('a select opens, is typed into and chosen from by keyboard', async ({ gallery }) => {
  const field = gallery.getByRole('combobox', { name: 'Stage', exact: true })
  await field.focus()
  await gallery.keyboard.press('Enter')
  await expect(gallery.getByRole('option', { name: 'MVP' })).toBeVisible()
  await isAccessible(gallery, 'body')
  await gallery.keyboard.type('seed')
  await gallery.keyboard.press('Enter')
  await expect(field).toHaveText('Seed')
  await expect(field).toBeFocused()
})

test('arrow keys select tabs immediately', async ({ gallery }) => {
  const tab = (name: string) => gallery.getByRole('tablist', { name: 'Topics' }).getByRole('tab', { name })
  await tab('All Topics').focus()
  await gallery.keyboard.press('ArrowRight')
  await expect(tab('Pinned')).toBeFocused()
  await expect(gallery.getByRole('tabpanel', { name: 'Pinned' })).toContainText('pinned')
  await gallery.keyboard.press('End')
  await expect(tab('Mine')).toHaveAttribute('aria-selected', 'true')
  await gallery.keyboard.press('ArrowRight')
  await expect(tab('All Topics')).toBeFocused()
})

test('the slash key focuses the search, Escape and the clear button empty it', async ({ gallery }) => {
  const search = gallery.getByRole('searchbox', { name: 'Search topics...' })
  await gallery.keyboard.press('/')
  await expect(search).toBeFocused()
  await gallery.keyboard.type('a/b')
  await expect(search).toHaveValue('a/b')
  await gallery.keyboard.press('Escape')
  await expect(search).toHaveValue('')
  await search.fill('lake')
  await gallery.getByRole('button', { name: 'Clear search' }).click()
  await expect(search).toHaveValue('')
  await expect(search).toBeFocused()
})

test('a busy button keeps its width and its focus, and ignores clicks', async ({ gallery }) => {
  const section = gallery.getByRole('region', { name: 'Buttons' })
  const login = section.getByRole('button', { name: 'Login' })
  // The width depends on the web font: wait until it is loaded.
  await gallery.evaluate(() => document.fonts.ready)
  const before = await login.boundingBox()
  await login.click()
  const busy = section.getByRole('button', { name: 'Logging in...' })
  await expect(busy).toBeDisabled()
  await expect(busy).toBeFocused()
  expect((await busy.boundingBox())?.width).toBe(before?.width)
})

test('a field is described by its hint and its error, and named by its label alone', async ({ gallery }) => {
  const name = gallery.getByRole('textbox', { name: 'Name', exact: true })
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveAccessibleDescription('Enter your name')
  await expect(gallery.getByRole('textbox', { name: 'Email', exact: true })).toHaveAccessibleDescription(
    'Members see it unless you hide it.',
  )
  await gallery.getByRole('button', { name: 'Show password' }).click()
  await expect(gallery.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
})
