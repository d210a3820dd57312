import { createTopic } from '../../features/forum/contract.ts'
import { shareLink } from '../../features/resources/contract.ts'
import { expect, type Person, test } from './fixtures.ts'
import { keepToasts } from './uncovered.ts'

const field = (person: Person, label: string) => person.page.getByLabel(label, { exact: true })
const button = (person: Person, name: string) => person.page.getByRole('button', { name, exact: true }).last()
const broken = { status: 500, json: { error: 'Broken', request_id: 'x' } }

/** Writes to this address get no answer until the returned function fails them. */
async function holdsChanges({ page }: Person, address: string) {
  let fail = () => {}
  const failed = new Promise<void>(done => {
    fail = done
  })
  await page.route(address, async route => {
    if (route.request().method() === 'GET') return route.fallback()
    await failed
    await route.fulfill(broken)
  })
  return fail
}

/** The field is read-only and keeps the focus. */
async function isLocked(person: Person, label: string) {
  const text = await field(person, label).inputValue()
  await field(person, label).focus()
  await person.page.keyboard.press('End')
  await person.page.keyboard.type(' and more')
  await person.page.keyboard.press('Backspace')
  await expect(field(person, label)).toHaveValue(text)
  await expect(field(person, label)).toBeFocused()
}

/** The field has the typed text and can be edited again. */
async function isEditable(person: Person, label: string, before: string) {
  await expect(field(person, label)).toHaveValue(before)
  await field(person, label).press('End')
  await field(person, label).pressSequentially(' And more.')
  await expect(field(person, label)).toHaveValue(`${before} And more.`)
}

test('a profile form is locked while it is being saved and unlocked after a failure', { tag: '@main' }, async ({
  ada,
}) => {
  ada.expects(/status of 500/)
  await keepToasts(ada.page)
  await ada.opens('/profile?edit=all')
  await ada.types('Bio', 'Ships by rail.')
  const fail = await holdsChanges(ada, '**/api/profile')
  await ada.clicks('Save Profile')
  await expect(button(ada, 'Save Profile')).toHaveAttribute('aria-busy', 'true')
  await expect(button(ada, 'Save Profile')).toBeFocused()
  await isLocked(ada, 'Bio')

  const industry = field(ada, 'Industry')
  const before = await industry.textContent()
  await industry.click()
  await industry.press('ArrowDown')
  await industry.press('Enter')
  await expect(ada.page.getByRole('listbox')).toHaveCount(0)
  expect(await industry.textContent()).toBe(before)
  await field(ada, 'Looking For').click()
  await ada.page.keyboard.type('Hir')
  await expect(ada.page.getByRole('option')).toHaveCount(0)

  fail()
  await expect(ada.page.locator('[data-toast][data-variant=destructive]')).toBeVisible()
  await isEditable(ada, 'Bio', 'Ships by rail.')
  await industry.click()
  await expect(ada.page.getByRole('listbox')).toBeVisible()
})

test('Cancel works while a profile is being saved', async ({ ada }) => {
  await ada.opens('/profile?edit=all')
  await ada.types('Bio', 'Ships by rail.')
  await holdsChanges(ada, '**/api/profile')
  await ada.clicks('Save Profile')
  await expect(button(ada, 'Save Profile')).toHaveAttribute('aria-busy', 'true')
  await ada.clicks('Cancel')
  await ada.seesHeading('My Profile')
})

test('a new topic form is locked while it is being sent', async ({ ada }) => {
  ada.expects(/status of 500/)
  await ada.opens('/forum/new')
  await ada.types('Title', 'Freight')
  await ada.types('Content', 'Who ships?')
  const fail = await holdsChanges(ada, '**/api/posts')
  await field(ada, 'Content').press('Control+Enter')
  await expect(button(ada, 'Create Topic')).toHaveAttribute('aria-busy', 'true')
  await expect(field(ada, 'Content')).toBeFocused()
  await isLocked(ada, 'Title')
  await isLocked(ada, 'Content')

  const anonymous = ada.page.getByRole('switch', { name: 'Post anonymously' })
  await anonymous.click()
  await anonymous.press('Space')
  await ada.page.getByText('Post anonymously', { exact: true }).click()
  await expect(anonymous).not.toBeChecked()
  await field(ada, 'Category').last().click()
  await expect(ada.page.getByRole('listbox')).toHaveCount(0)
  // Returning from the preview creates a new field.
  await ada.clicks('Preview')
  await ada.clicks('Write')
  await isLocked(ada, 'Content')

  fail()
  await expect(ada.page.locator('[data-toast][data-variant=destructive]')).toBeVisible()
  await expect(field(ada, 'Content')).toBeFocused()
  await isEditable(ada, 'Title', 'Freight')
  await isEditable(ada, 'Content', 'Who ships?')
  await anonymous.click()
  await expect(anonymous).toBeChecked()
})

test('an edited topic form is locked while it is being saved, and Cancel works', async ({ ada }) => {
  ada.expects(/status of 500/)
  const { id } = await ada.member.http.does(createTopic, { title: 'Freight', content: 'Who ships?' })
  await ada.opens(`/forum/${id}`)
  await ada.clicks('Edit')
  await ada.types('Content', 'Who ships by rail?')
  const fail = await holdsChanges(ada, `**/api/posts/${id}`)
  await ada.clicks('Update Topic')
  await expect(button(ada, 'Update Topic')).toHaveAttribute('aria-busy', 'true')
  await expect(button(ada, 'Update Topic')).toBeFocused()
  await isLocked(ada, 'Content')
  fail()
  await expect(ada.page.locator('[data-toast][data-variant=destructive]')).toBeVisible()
  await isEditable(ada, 'Content', 'Who ships by rail?')

  await ada.page.unrouteAll()
  await holdsChanges(ada, `**/api/posts/${id}`)
  await ada.clicks('Update Topic')
  await expect(button(ada, 'Update Topic')).toHaveAttribute('aria-busy', 'true')
  await button(ada, 'Cancel').click()
  await expect(ada.page.getByRole('dialog')).toHaveCount(0)
})

test('a resource form is locked while it is being sent, including its kind', async ({ ada }) => {
  const { title } = await ada.member.http.does(shareLink, { title: 'Pricing guide', url: 'https://example.com' })
  await ada.opens('/resources?q=Pricing+guide')
  await ada.clicks('Add Resource')
  await ada.opensTab('Share a link')
  await ada.types('Link', 'https://example.com/other')
  await ada.types('Title', title)
  await holdsChanges(ada, '**/api/resources')
  await button(ada, 'Add Resource').click()
  await expect(button(ada, 'Add Resource')).toHaveAttribute('aria-busy', 'true')
  await ada.opensTab('Upload a file')
  await expect(ada.page.getByRole('tab', { name: 'Share a link' })).toHaveAttribute('aria-selected', 'true')
  await isLocked(ada, 'Link')
})
