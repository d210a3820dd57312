import { expect, type Person, test } from './fixtures.ts'

const field = ({ page }: Person, label: string) => page.getByRole('combobox', { name: label })
const isOpen = (person: Person, label: string) => expect(field(person, label)).toHaveAttribute('aria-expanded', 'true')

test('Enter in an open list of suggestions does not submit the form around it', { tag: '@main' }, async ({
  ada,
  server,
}) => {
  await server.member('Valentina Croce')
  const { keyboard } = ada.page
  const sent = ada.writesTo(/\/api\/(direct-introduction-requests|investors|profiles)/)

  await ada.opens('/create-introduction-request')
  await ada.types('Request Title', 'Meet a grocer')
  await ada.types('Context', 'We sell shelf sensors.')
  await ada.types('Your Company', 'Shelfie')
  await field(ada, 'Target Person').pressSequentially('Val')
  await expect(ada.page.getByRole('option', { name: 'Valentina Croce' })).toBeVisible()
  await keyboard.press('Enter')
  await expect(ada.page.getByRole('option')).toHaveCount(0)
  await expect(field(ada, 'Target Person')).toHaveValue('Val')
  await expect(field(ada, 'Target Person')).toBeFocused()

  await ada.opens('/investors')
  await ada.clicks('Add Investor')
  await ada.types('Name', 'Ida Klein')
  await ada.types('Firm', 'Lakeshore')
  for (const typed of ['', 'Biotechnics']) {
    await field(ada, 'Focus Areas').click()
    await keyboard.type(typed)
    await isOpen(ada, 'Focus Areas')
    await keyboard.press('Enter')
    await expect(ada.page.getByRole('dialog')).toBeVisible()
  }

  await ada.opens('/profile?edit=all')
  await field(ada, 'Looking For').click()
  await isOpen(ada, 'Looking For')
  await keyboard.press('Enter')
  await ada.seesHeading('Edit Profile')
  expect(sent).toEqual([])
})
