import { axe, expect, lookAt, test } from '../../tests/e2e/fixtures.ts'
import { keepToasts } from '../../tests/e2e/uncovered.ts'
import { getEvent, updateEvent } from './contract.ts'
import { add, banner, breakfast, cards, clear, dialog, titles } from './in-browser.ts'

test.beforeEach(({ server }) => clear(server))

test('Bob edits and deletes what Ada added', {
  tag: ['@EVT-11', '@EVT-21', '@EVT-22', '@EVT-38', '@EVT-63', '@EVT-65', '@EVT-67', '@EVT-68'],
}, async ({ ada, bob }) => {
  await add(ada, {
    start_time: '08:00',
    end_time: '09:30',
    event_type: 'hybrid',
    is_online: true,
    meeting_link: 'https://a.example',
  })
  const { page } = bob
  await bob.opens('/events')
  await bob.clicks('Edit', { on: 'Founders breakfast' })
  const form = dialog(page)
  await expect(form.getByRole('heading', { name: 'Edit Event' })).toBeVisible()
  for (const [label, value] of [
    ['Title', 'Founders breakfast'],
    ['Description', 'Coffee and honest numbers.'],
    ['Date', breakfast.event_date],
    ['Start Time', '08:00'],
    ['End Time', '09:30'],
    ['Location', 'Lula Cafe, Logan Square'],
    ['Meeting Link', 'https://a.example'],
  ] as const)
    await expect(form.getByLabel(label)).toHaveValue(value)
  await expect(form.getByRole('combobox', { name: 'Event Type' })).toHaveText('Hybrid')
  await expect(form.getByRole('switch', { name: 'Online Event' })).toBeChecked()
  await form.getByLabel('Title', { exact: true }).fill('Founders brunch')
  // Escape keeps the draft.
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await bob.clicks('Edit', { on: 'Founders breakfast' })
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('Founders brunch')
  await form.getByRole('button', { name: 'Update Event' }).click()
  await bob.isTold('success', 'Success', 'Event updated successfully!')
  await expect(titles(page)).toHaveText(['Founders brunch'])

  const sent = bob.requestsTo(/\/api\/direct-events\/\d+$/)
  await bob.clicks('Delete', { on: 'Founders brunch' })
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure you want to delete this event? This action cannot be undone.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  // The live updates may read the event that was just saved.
  expect(sent.filter(({ method }) => method !== 'GET')).toEqual([])
  await expect(titles(page)).toHaveText(['Founders brunch'])
  await bob.clicks('Delete', { on: 'Founders brunch' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await bob.isTold('success', 'Success', 'Event deleted successfully!')
  await expect(titles(page)).toHaveCount(0)
  await bob.seesHeading('No events found')
})

test("a change that fails says so in the server's words, else with its status", {
  tag: ['@EVT-58', '@EVT-59', '@EVT-60', '@EVT-61', '@EVT-66'],
}, async ({ ada }) => {
  const { page } = ada
  ada.expects(/Failed to load resource/)
  await add(ada)
  await keepToasts(page)
  await ada.opens('/events')
  const expectError = async (text: string) => {
    await expect(banner(page)).toHaveText(text)
    await expect(page.locator('[data-toast][data-variant=destructive]').last().locator('p')).toHaveText(['Error', text])
  }
  await ada.gets('**/api/direct-events/*', { status: 503, json: { error: 'The room is taken.' } })
  await ada.clicks('Edit')
  await dialog(page).getByLabel('Title', { exact: true }).fill('Brunch')
  await dialog(page).getByRole('button', { name: 'Update Event' }).click()
  await expectError('The room is taken.')
  await ada.gets('**/api/direct-events/*', { status: 500, body: '<html>' })
  await dialog(page).getByRole('button', { name: 'Update Event' }).click()
  await expectError('Error updating event: 500')
  await expect(dialog(page).getByLabel('Title', { exact: true })).toHaveValue('Brunch')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  await ada.clicks('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectError('Error deleting event: 500')

  await ada.gets('**/api/direct-events', { status: 500, body: '' })
  await ada.clicks('Create Event')
  await dialog(page).getByLabel('Title', { exact: true }).fill('T')
  await dialog(page).getByLabel('Description').fill('D')
  await dialog(page).getByLabel('Location').fill('L')
  await dialog(page).getByRole('button', { name: 'Create Event' }).click()
  await expect(dialog(page).locator('[role=alert]')).toHaveText('Error creating event: 500')
  await expect(dialog(page).getByLabel('Title', { exact: true })).toHaveValue('T')
})

test('of two who edit at once the second is told, keeps what they typed, and sees what changed', {
  tag: ['@EVT-58'],
}, async ({ ada, bob }) => {
  ada.expects(/Failed to load resource/)
  const { page } = ada
  const event = await add(bob)
  await ada.opens('/events')
  await ada.clicks('Edit')
  await dialog(page).getByLabel('Title', { exact: true }).fill("Ada's title")
  await dialog(page).getByLabel('Description').fill("Ada's words")
  await bob.member.http.does(updateEvent, { id: event.id, title: "Bob's title", start_time: '19:30' })
  await dialog(page).getByRole('button', { name: 'Update Event' }).click()
  await ada.sees('Bob Kowalski changed this event while you were editing it.')
  await expect(banner(page), 'said once').toHaveCount(0)
  const notice = page.getByRole('region', { name: 'Changed meanwhile' })
  await expect(notice.getByRole('listitem')).toHaveText(["TitleBob's titleUse theirs", 'Start Time7:30 PMTaken over'])
  await expect(dialog(page).getByLabel('Title', { exact: true })).toHaveValue("Ada's title")
  await expect(dialog(page).getByLabel('Description')).toHaveValue("Ada's words")
  await expect(dialog(page).getByLabel('Start Time')).toHaveValue('19:30')
  await lookAt(page, 'events-meanwhile')
  await axe(page)
  await notice.getByRole('button', { name: 'Use theirs for Title' }).click()
  await expect(dialog(page).getByLabel('Title', { exact: true })).toHaveValue("Bob's title")
  await dialog(page).getByRole('button', { name: 'Update Event' }).click()
  await ada.isTold('success', 'Success', 'Event updated successfully!')
  expect(await bob.member.http.does(getEvent, { id: event.id })).toMatchObject({
    title: "Bob's title",
    description: "Ada's words",
    start_time: '19:30',
    updated_by: { full_name: 'Ada Osei' },
  })
})

test('after a conflict, Cancel shows the event as it is stored now, also without the live stream', {
  tag: '@main',
}, async ({ ada, bob }) => {
  ada.expects(/Failed to load resource/)
  const event = await add(bob)
  await ada.gets('**/api/live*', { status: 503, body: '' })
  await ada.opens('/events')
  await ada.clicks('Edit')
  await dialog(ada.page).getByLabel('Title', { exact: true }).fill("Ada's title")
  await bob.member.http.does(updateEvent, { id: event.id, title: "Bob's title" })
  await dialog(ada.page).getByRole('button', { name: 'Update Event' }).click()
  await ada.sees('Bob Kowalski changed this event while you were editing it.')
  await dialog(ada.page).getByRole('button', { name: 'Cancel' }).click()
  await expect(titles(ada.page)).toHaveText(["Bob's title"])
})

test('the error of a failed deletion disappears with the next action', async ({ ada }) => {
  ada.expects(/status of 500/)
  const { page } = ada
  await add(ada)
  await page.route('**/api/direct-events/*', route =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 500, json: { error: 'Not today', request_id: 'x' } })
      : route.fallback(),
  )
  await ada.opens('/events')
  const fails = async () => {
    await cards(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(banner(page)).toHaveText('Not today')
  }
  const actions: Record<string, () => Promise<void>> = {
    'another tab': () => ada.opensTab('All Events'),
    'a search': () => page.getByPlaceholder('Search events...').fill('break'),
    'a new event': () => ada.clicks('Create Event'),
    'an edited event': () => cards(page).getByRole('button', { name: 'Edit' }).click(),
    'another deletion': () => cards(page).getByRole('button', { name: 'Delete' }).click(),
  }
  for (const [name, action] of Object.entries(actions)) {
    await fails()
    await action()
    await expect(banner(page), name).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-modal]')).toHaveCount(0)
    await expect(banner(page), name).toHaveCount(0)
  }
  await ada.opensTab('Upcoming')
  await expect(banner(page)).toHaveCount(0)
})
