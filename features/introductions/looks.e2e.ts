import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, type Person, test } from '../../tests/e2e/fixtures.ts'
import { addIntroductionComment, createIntroductionRequest } from './contract.ts'

/** Every state of the screens is accessible and fits the window, in light and dark mode and on a phone. */
const PHONE = { width: 390, height: 844 }
const LIST = '**/api/direct-introduction-requests*'

async function checkLayout(person: Person, name: string) {
  const { page } = person
  await lookAt(page, `introductions-${name}`)
  await axe(page)
  const wide = page.viewportSize() ?? PHONE
  await page.setViewportSize(PHONE)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await page.setViewportSize(wide)
}

const asks = (person: Person, more: object = {}) =>
  person.member.http.does(createIntroductionRequest, {
    request_title: 'Meet a dispatcher',
    context: 'We rebuild how rail ramps book trucks.',
    your_company: 'Lakeline Freight',
    target_person: 'Tom Nakamura',
    target_email: 'tom@example.com',
    ...more,
  })

test('layout of the list: full, loading, no matches, empty and error', async ({ ada, server }) => {
  test.slow()
  ada.expects(/500/)
  for (const urgency of ['low', 'high'] as const) await asks(ada, { urgency })
  await ada.opens('/introduction-requests')
  await ada.seesHeading('Introduction Requests')
  await ada.page.getByText('Debug information').click()
  await checkLayout(ada, 'list')
  await ada.opens('/introduction-requests?q=nobody+asks+for+this')
  await ada.seesHeading('No introduction requests found')
  await checkLayout(ada, 'none-found')
  await server.owner.run(sql`delete from introduction_requests`)
  await ada.opens('/introduction-requests')
  await ada.seesHeading('No introduction requests yet')
  await checkLayout(ada, 'empty')

  await ada.getsPagesWithoutBoot()
  const letGo = await ada.holdsBack(LIST)
  await ada.opens('/introduction-requests')
  await expect(ada.page.getByRole('status', { name: 'Loading introduction requests' })).toBeVisible()
  await checkLayout(ada, 'loading')
  await ada.page.unroute(LIST)
  await ada.gets(LIST, { status: 500, json: { error: 'Out of order' } })
  letGo()
  await ada.opens('/introduction-requests')
  await ada.seesHeading('Error Loading Introduction Requests')
  await checkLayout(ada, 'error')
})

test('layout of the dialog: view, edit and confirmation', async ({ ada, bob }) => {
  test.slow()
  const { id } = await asks(ada)
  for (const [person, comment_text] of [
    [bob, 'Tom and I shared an office. Happy to write to him.'],
    [ada, 'That would be wonderful.'],
  ] as const)
    await person.member.http.does(addIntroductionComment, { requestId: id, comment_text })
  await ada.page.setViewportSize({ width: 1280, height: 1300 })
  await ada.opens(`/introduction-requests?mine=true&request=${id}`)
  await ada.sees('That would be wonderful.')
  await checkLayout(ada, 'dialog')
  await ada.clicks('Edit')
  await ada.types('Request Title', 'ab')
  await ada.clicks('Save Changes')
  await ada.sees('Title must be at least 3 characters long')
  await checkLayout(ada, 'edit')
  await ada.clicks('Cancel')
  await ada.clicks('Delete', { on: 'Meet a dispatcher' })
  await expect(ada.page.getByRole('alertdialog')).toBeVisible()
  await checkLayout(ada, 'delete')
})

test('layout of the form, also with errors', async ({ ada }) => {
  await ada.opens('/create-introduction-request')
  await ada.seesHeading('Create Introduction Request')
  await checkLayout(ada, 'form')
  await ada.types('Target Email', 'tom@')
  await ada.clicks('Create Request')
  await ada.sees('Invalid email format')
  await checkLayout(ada, 'form-problems')
})

test('very long content does not overflow', async ({ ada }) => {
  const { id } = await asks(ada, {
    request_title: 'W'.repeat(200),
    context: `${'A long paragraph about why we ask. '.repeat(60)}\n\n${'x'.repeat(400)}`,
    your_company: 'Consolidated '.repeat(15),
    target_person: 'N'.repeat(190),
  })
  await ada.member.http.does(addIntroductionComment, { requestId: id, comment_text: 'y'.repeat(600) })
  await ada.opens('/introduction-requests?mine=true')
  await checkLayout(ada, 'long-list')
  await ada.page.getByRole('button', { name: 'View' }).click()
  await ada.seesHeading('Comments (1)')
  await checkLayout(ada, 'long-dialog')
  await ada.page.setViewportSize(PHONE)
  expect(await ada.page.getByRole('dialog').evaluate(dialog => dialog.scrollWidth - dialog.clientWidth)).toBe(0)
})

test('a long address stays within the dialog on a small phone', async ({ ada }) => {
  const email = `${'w'.repeat(60)}@example.com`
  const { id } = await asks(ada, { target_email: email })
  await ada.page.setViewportSize({ width: 360, height: 740 })
  await ada.opens(`/introduction-requests?request=${id}`)
  const facts = ada.page.getByRole('dialog').locator('dl')
  await expect(facts).toContainText(email)
  // The lines of text: the element itself is not wider.
  const beyond = await facts.getByRole('link', { name: email }).evaluate(link => {
    const text = document.createRange()
    text.selectNodeContents(link)
    const edge = link.closest('dd')?.getBoundingClientRect().right ?? 0
    return Math.max(...[...text.getClientRects()].map(({ right }) => right - edge))
  })
  expect(beyond).toBeLessThanOrEqual(0.5)
})
