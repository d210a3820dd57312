import { sql } from '../../database/connection/sql.ts'
import { expect, type Person, test } from '../../tests/e2e/fixtures.ts'

const FORM = '/create-introduction-request'
const LIST = '**/api/direct-introduction-requests'

const fills = async (person: Person, more: Record<string, string> = {}) => {
  const values = {
    'Request Title': 'Meet a dispatcher',
    Context: 'We rebuild how rail ramps book trucks.',
    'Your Company': 'Lakeline Freight',
    ...more,
  }
  for (const [label, text] of Object.entries(values)) await person.types(label, text)
}

test('the form has its fields, words and sizes', {
  tag: [
    '@NAV-12',
    '@INTRO-46',
    '@INTRO-47',
    '@INTRO-48',
    '@INTRO-49',
    '@INTRO-50',
    '@INTRO-51',
    '@INTRO-52',
    '@INTRO-53',
    '@INTRO-54',
    '@INTRO-55',
    '@INTRO-56',
    '@INTRO-57',
    '@INTRO-58',
    '@INTRO-59',
    '@INTRO-65',
    '@INTRO-66',
  ],
}, async ({ ada }) => {
  const { page } = ada
  await ada.opens(FORM)
  await ada.seesHeading('Create Introduction Request')
  await ada.sees('Request an introduction to another member or someone outside the network')
  for (const label of ['Request Title', 'Context', 'Your Company', 'Target Person', 'Target Email'])
    await expect(page.getByLabel(label, { exact: true })).toBeVisible()
  const urgency = page.getByRole('combobox', { name: 'Urgency' })
  await expect(urgency).toHaveText('Medium - Within a week')
  await urgency.click()
  await expect(page.getByRole('option')).toHaveText([
    'Low - Within a few weeks',
    'Medium - Within a week',
    'High - As soon as possible',
  ])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Create Request', exact: true })).toBeVisible()
  await expect(page.getByLabel('Context', { exact: true })).toHaveCSS('min-height', '150px')
  const frame = page.locator('main > div', { has: page.locator('form') })
  await expect(frame).toHaveCSS('max-width', '700px')
  expect((await frame.boundingBox())?.width).toBe(700)

  await page.getByRole('link', { name: 'Back to Introduction Requests' }).click()
  await ada.isAt('/introduction-requests')
})

test('each field says what it asks for, and no more', {
  tag: [
    '@INTRO-67',
    '@INTRO-68',
    '@INTRO-69',
    '@INTRO-70',
    '@INTRO-71',
    '@INTRO-72',
    '@INTRO-73',
    '@INTRO-74',
    '@INTRO-75',
  ],
}, async ({ ada }) => {
  const { page } = ada
  const sent = ada.requestsTo(/\/api\/direct-introduction-requests$/)
  await ada.opens(FORM)
  await fills(ada, { 'Request Title': 'ab', Context: '123456789', 'Your Company': '', 'Target Email': 'tom@' })
  await ada.clicks('Create Request')
  const messages = [
    'Title must be at least 3 characters long',
    'Context must be at least 10 characters long',
    'Company name is required',
    'Invalid email format',
  ]
  for (const text of messages) await ada.sees(text)
  await expect(page.getByLabel('Request Title')).toBeFocused()
  await expect(page.getByLabel('Request Title')).toHaveAccessibleDescription(messages[0] as string)
  expect(sent).toEqual([])

  await fills(ada, { 'Request Title': 'abc', Context: '1234567890', 'Your Company': 'X', 'Target Email': '' })
  for (const text of messages) await ada.doesNotSee(text)
  await ada.clicks('Create Request')
  await ada.isAt('/introduction-requests')
  await ada.sees('abc')
})

test('Ada asks once, however often she clicks, and finds her request in the list', {
  tag: ['@INTRO-26', '@INTRO-60', '@INTRO-61', '@INTRO-62', '@INTRO-103', '@API-85'],
}, async ({ ada }) => {
  const { page } = ada
  await ada.opens('/introduction-requests?mine=true')
  await ada.seesHeading('You have no introduction requests yet')
  await ada.clicks('Create your first request')
  await fills(ada, { 'Target Person': 'Tom Nakamura', 'Target Email': 'tom@example.com' })
  const sent = ada.requestsTo(/\/api\/direct-introduction-requests$/)
  const letGo = await ada.holdsBack(LIST)
  const button = page.getByRole('button', { name: /^Creat/ })
  await button.dblclick()
  await expect(button).toHaveText('Creating Request...')
  letGo()
  await ada.isTold('success', 'Request created', 'Your introduction request has been created successfully.')
  await ada.isAt('/introduction-requests')
  const row = page.getByRole('row').filter({ hasText: 'Meet a dispatcher' }).first()
  await expect(row.locator('[data-tone]')).toHaveText('Pending')
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    {
      request_title: 'Meet a dispatcher',
      context: 'We rebuild how rail ramps book trucks.',
      your_company: 'Lakeline Freight',
      target_person: 'Tom Nakamura',
      target_email: 'tom@example.com',
      urgency: 'medium',
      user_id: ada.member.http.user_id,
    },
  ])
  await page.getByRole('tab', { name: 'Mine' }).click()
  await expect(page.locator('tbody tr')).toHaveCount(1)
})

test('a failure says so and keeps everything typed, over a reload too', {
  tag: ['@INTRO-63', '@INTRO-64', '@INTRO-95'],
}, async ({ ada, server }) => {
  const { page } = ada
  ada.expects(/500/)
  await server.owner.run(
    sql`update profiles set company_name = 'Brickyard Bio' where user_id = ${ada.member.http.user_id}`,
  )
  await ada.opens(FORM)
  await expect(page.getByLabel('Your Company')).toHaveValue('Brickyard Bio')
  await fills(ada, { 'Your Company': 'Brickyard Bio Labs', 'Target Person': 'Tom Nakamura' })
  await page.getByRole('combobox', { name: 'Urgency' }).click()
  await page.getByRole('option', { name: 'High - As soon as possible' }).click()
  const kept = async () => {
    await expect(page.getByLabel('Request Title')).toHaveValue('Meet a dispatcher')
    await expect(page.getByLabel('Context')).toHaveValue('We rebuild how rail ramps book trucks.')
    await expect(page.getByLabel('Your Company')).toHaveValue('Brickyard Bio Labs')
    await expect(page.getByLabel('Target Person')).toHaveValue('Tom Nakamura')
    await expect(page.getByRole('combobox', { name: 'Urgency' })).toHaveText('High - As soon as possible')
  }

  await ada.gets(LIST, { status: 500, json: { error: 'Out of order' } })
  await ada.clicks('Create Request')
  await ada.isTold(
    'destructive',
    'Failed to create request',
    'Failed to create request: 500 - {"error":"Out of order"}',
  )
  await ada.isAt(FORM)
  await kept()
  await page.unroute(LIST)
  await page.reload()
  await kept()

  await ada.clicks('Create Request')
  await ada.isTold('success', 'Request created', 'Your introduction request has been created successfully.')
  await ada.opens(FORM)
  await expect(page.getByLabel('Request Title')).toHaveValue('')
  await expect(page.getByLabel('Your Company')).toHaveValue('Brickyard Bio')
})

test('the target can be a member, chosen from suggestions or passed from their page', async ({ ada, bob }) => {
  const { page } = ada
  const target = page.getByLabel('Target Person')
  await ada.opens(FORM)
  await ada.types('Context', 'Typed before the target was chosen.')
  await target.pressSequentially('bob kow')
  await page
    .getByRole('option', { name: /^Bob Kowalski/ })
    .first()
    .click()
  await expect(target).toHaveValue('Bob Kowalski')
  await expect(page.getByLabel('Target Email')).toHaveValue(/bob-kowalski@example\.com$/)
  await expect(page.getByLabel('Context')).toHaveValue('Typed before the target was chosen.')
  // A name outside the community is allowed too.
  await target.fill('Somebody outside')
  await ada.types('Target Email', 'somebody@example.com')

  await ada.opens(`${FORM}?member=${bob.member.http.profile_id}`)
  await expect(target).toHaveValue('Bob Kowalski')
  await expect(page.getByLabel('Target Email')).toHaveValue(bob.member.email)
  await ada.types('Target Person', 'Bob K.')
  await page.reload()
  await expect(target).toHaveValue('Bob K.')
})
