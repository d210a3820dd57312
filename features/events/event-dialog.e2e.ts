import type { Page } from '@playwright/test'
import { axe, expect, lookAt, test } from '../../tests/e2e/fixtures.ts'
import { keepToasts } from '../../tests/e2e/uncovered.ts'
import { add, banner, clear, dialog, inDays, titles, today } from './in-browser.ts'

test.beforeEach(({ server }) => clear(server))

const choose = async (page: Page, type: string) => {
  await dialog(page).getByRole('combobox', { name: 'Event Type' }).click()
  await page.getByRole('option', { name: type, exact: true }).click()
}

test('✕ closes the form of a new event', async ({ ada }) => {
  await ada.opens('/events')
  await ada.clicks('Create Event')
  await dialog(ada.page).getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog(ada.page)).toHaveCount(0)
})

test('Ada creates events', {
  tag: [
    '@EVT-20',
    '@EVT-29',
    '@EVT-37',
    '@EVT-39',
    '@EVT-40',
    '@EVT-41',
    '@EVT-42',
    '@EVT-43',
    '@EVT-44',
    '@EVT-45',
    '@EVT-46',
    '@EVT-47',
    '@EVT-48',
    '@EVT-53',
    '@EVT-55',
    '@EVT-64',
  ],
}, async ({ ada }) => {
  const { page } = ada
  await add(ada, { title: 'Sooner', event_date: inDays(1) })
  await ada.opens('/events')
  await ada.clicks('Create Event')
  const form = dialog(page)
  const online = form.getByRole('switch', { name: 'Online Event' })
  const type = form.getByRole('combobox', { name: 'Event Type' })
  await expect(form.getByLabel('Date')).toHaveValue(today())
  await expect(form.getByLabel('Start Time')).toHaveValue('18:00')
  await expect(form.getByLabel('End Time')).toHaveValue('20:00')
  await expect(type).toHaveText('In Person')
  await expect(online).not.toBeChecked()
  await lookAt(page, 'events-create')
  await axe(page)

  await type.click()
  await expect(page.getByRole('option')).toHaveText(['In Person', 'Online', 'Hybrid'])
  await page.getByRole('option', { name: 'Online', exact: true }).click()
  await expect(online).toBeChecked()
  await expect(form.getByLabel('Meeting Link')).toHaveValue('')
  await choose(page, 'In Person')
  await expect(online).not.toBeChecked()
  await choose(page, 'Hybrid')
  await expect(online).toBeChecked()
  await online.uncheck()
  await expect(type).toHaveText('Hybrid')
  await online.check()
  await expect(type).toHaveText('Hybrid')

  const sent = ada.requestsTo(/\/api\/direct-events$/)
  await form.getByLabel('Title', { exact: true }).fill('Online office hours')
  await form.getByLabel('Description').fill('Bring one question.')
  await form.getByLabel('Meeting Link').fill('https://meet.example/hours')
  await form.getByLabel('Date').fill(inDays(30))
  await form.getByRole('button', { name: 'Create Event' }).dblclick()
  await ada.isTold('success', 'Success', 'Event created successfully!')
  await expect(form).toHaveCount(0)
  expect(sent.map(request => request.body)).toEqual([
    expect.objectContaining({
      event_type: 'hybrid',
      is_online: true,
      location: '',
      meeting_link: 'https://meet.example/hours',
    }),
  ])
  await expect(titles(page)).toHaveText(['Online office hours', 'Sooner'])

  await ada.clicks('Create Event')
  await form.getByLabel('Title', { exact: true }).fill('Porch beers')
  await form.getByLabel('Description').fill('Bring a chair.')
  await form.getByLabel('Location').fill('Humboldt Park')
  await choose(page, 'Online')
  await form.getByLabel('Meeting Link').fill('https://meet.example/left-behind')
  await choose(page, 'In Person')
  await form.getByRole('button', { name: 'Create Event' }).click()
  await expect(titles(page)).toHaveText(['Porch beers', 'Online office hours', 'Sooner'])
  expect(sent[1]?.body).toMatchObject({ is_online: false, meeting_link: null })
  await page.reload()
  await expect(titles(page)).toHaveText(['Porch beers', 'Sooner', 'Online office hours'])
})

test("the dialog starts with the community's today, whatever the reader's clock is set to", {
  tag: ['@EVT-43'],
}, async ({ ada }) => {
  // 23:30 in Chicago on the day of the daylight-saving change; already the next day in London.
  await ada.page.clock.setFixedTime(new Date('2026-03-09T04:30:00Z'))
  await ada.opens('/events')
  await ada.clicks('Create Event')
  await expect(dialog(ada.page).getByLabel('Date')).toHaveValue('2026-03-08')
})

test('the banner stays until every invalid field is corrected', async ({ ada }) => {
  const { page } = ada
  await ada.opens('/events')
  await ada.clicks('Create Event')
  const form = dialog(page)
  for (let round = 0; round < 2; round++) {
    await form.getByLabel('Title', { exact: true }).fill('')
    await form.getByLabel('Description').fill('')
    await form.getByRole('button', { name: 'Create Event' }).click()
    await expect(banner(page)).toHaveText('Please fill in all required fields')
    await form.getByLabel('Title', { exact: true }).fill('T')
    await form.getByLabel('Description').fill('D')
    await expect(banner(page)).toBeVisible()
    await form.getByLabel('Location').fill('L')
    await expect(form.locator('[aria-invalid=true]')).toHaveCount(0)
    await expect(banner(page)).toHaveCount(0)
    await form.getByLabel('Location').fill('')
  }
})

test('what is missing is said, and nothing typed is lost', {
  tag: ['@EVT-49', '@EVT-50', '@EVT-51', '@EVT-52', '@EVT-54', '@EVT-56', '@EVT-66'],
}, async ({ ada }) => {
  const { page } = ada
  const sent = ada.requestsTo(/\/api\/direct-events$/)
  await keepToasts(page)
  await ada.opens('/events')
  await ada.clicks('Create Event')
  const form = dialog(page)
  await form.getByLabel('Title', { exact: true }).fill('T')
  await form.getByLabel('Description').fill('D')
  await form.getByLabel('Location').fill('L')
  const refused = async (label: string) => {
    const field = form.getByLabel(label)
    const before = await field.inputValue()
    await field.fill('')
    await form.getByRole('button', { name: 'Create Event' }).click()
    await expect(banner(page)).toHaveText('Please fill in all required fields')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    expect(await banner(page).evaluate(element => getComputedStyle(element).color)).toBe('rgb(156, 22, 35)')
    await field.fill(before)
  }
  await refused('Title')
  await expect(page.locator('[data-toast]')).toHaveCount(1)
  await ada.isTold('destructive', 'Error', 'Please fill in all required fields')
  await axe(page)
  await refused('Description')
  await refused('Date')
  for (const [day, message] of [
    ['0001-01-01', 'The date is too early: events can be from January 1, 1900.'],
    ['9999-01-01', 'The date is too late: events can be until December 31, 2100.'],
  ] as const) {
    const field = form.getByLabel('Date')
    const before = await field.inputValue()
    await field.fill(day)
    await form.getByRole('button', { name: 'Create Event' }).click()
    await expect(banner(page)).toHaveText(message)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await field.fill(before)
  }
  await refused('Location')
  await form.getByRole('switch', { name: 'Online Event' }).check()
  await refused('Meeting Link')
  await form.getByLabel('Meeting Link').fill('javascript:alert(1)')
  await form.getByRole('button', { name: 'Create Event' }).click()
  await expect(banner(page)).toHaveText('The meeting link is not a web address, such as https://example.com.')
  await form.getByLabel('Meeting Link').fill('https://meet.example')
  await form.getByLabel('End Time').fill('17:00')
  await form.getByRole('button', { name: 'Create Event' }).click()
  await expect(banner(page)).toHaveText(
    'The end time is before the start time. If the event ends the next day, say so.',
  )
  expect(sent).toEqual([])
  await form.getByRole('switch', { name: 'Ends the next day' }).check()
  await form.getByRole('button', { name: 'Create Event' }).click()
  await expect(page.getByRole('article')).toContainText('6:00 PM – 5:00 PM the next day')
})

test('a start past the end moves the end, and a link without https:// gets it', async ({ ada }) => {
  await ada.opens('/events')
  await ada.clicks('Create Event')
  const form = dialog(ada.page)
  const [start, end] = [form.getByLabel('Start Time'), form.getByLabel('End Time')]
  const nextDay = form.getByRole('switch', { name: 'Ends the next day' })
  await start.fill('19:00')
  await expect(end).toHaveValue('20:00')
  await start.fill('18:30')
  await end.fill('20:00')
  await start.fill('21:00')
  await expect(end).toHaveValue('22:30')
  await expect(nextDay).not.toBeChecked()
  await end.focus()

  // Past midnight, and back again before the field loses focus.
  await start.focus()
  await ada.page.keyboard.type('1100PM')
  await expect(start).toHaveValue('23:00')
  await expect(end).toHaveValue('00:30')
  await expect(nextDay).toBeChecked()
  await ada.page.keyboard.type('A')
  await expect(start).toHaveValue('11:00')
  await expect(end).toHaveValue('22:30')
  await expect(nextDay).not.toBeChecked()

  await form.getByLabel('Title', { exact: true }).fill('Office hours')
  await form.getByLabel('Description').fill('Bring one question.')
  await form.getByRole('switch', { name: 'Online Event' }).check()
  await form.getByLabel('Meeting Link').fill('zoom.us/j/1')
  await form.getByLabel('Title', { exact: true }).focus()
  await expect(form.getByLabel('Meeting Link')).toHaveValue('https://zoom.us/j/1')
  await form.getByLabel('Meeting Link').fill('zoom.us/j/2')
  const sent = ada.requestsTo(/\/api\/direct-events$/)
  await form.getByLabel('Meeting Link').press('Enter')
  await ada.isTold('success', 'Success', 'Event created successfully!')
  expect(sent.map(({ body }) => body)).toEqual([
    expect.objectContaining({
      meeting_link: 'https://zoom.us/j/2',
      start_time: '11:00',
      end_time: '22:30',
      ends_next_day: false,
    }),
  ])
})

test('"ends the next day" follows from the times unless set by hand, and a corrected end is valid again', async ({
  ada,
}) => {
  await ada.opens('/events')
  await ada.clicks('Create Event')
  const form = dialog(ada.page)
  const [start, end] = [form.getByLabel('Start Time'), form.getByLabel('End Time')]
  const nextDay = form.getByRole('switch', { name: 'Ends the next day' })
  await start.fill('23:30')
  await expect(end).toHaveValue('01:30')
  await expect(nextDay).toBeChecked()
  await end.fill('02:00')
  await expect(nextDay).toBeChecked()
  // Longer than half a day: reported as an error, not taken as the next day.
  await end.fill('19:00')
  await expect(nextDay).not.toBeChecked()
  for (const [label, text] of [
    ['Title', 'Office hours'],
    ['Description', 'Bring one question.'],
    ['Location', 'Lula Cafe'],
  ] as const)
    await form.getByLabel(label, { exact: true }).fill(text)
  const wrong = 'The end time is before the start time. If the event ends the next day, say so.'
  await form.getByRole('button', { name: 'Create Event' }).click()
  await expect(banner(ada.page)).toHaveText(wrong)
  await expect(end).toHaveAttribute('aria-invalid', 'true')
  await start.fill('18:00')
  await expect(end).not.toHaveAttribute('aria-invalid', 'true')
  await expect(banner(ada.page)).toHaveCount(0)

  await end.fill('20:00')
  await nextDay.check()
  await end.fill('21:00')
  await expect(nextDay).toBeChecked()
  await nextDay.uncheck()
  await form.getByRole('button', { name: 'Create Event' }).click()
  await ada.sees(/^6:00 PM – 9:00 PM/)
})
