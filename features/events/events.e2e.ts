import type { Page } from '@playwright/test'
import { sql } from '../../database/sql.ts'
import { axe, expect, lookAt, type Person, test } from '../../tests/e2e/fixtures.ts'
import type { House } from '../../tests/house.ts'
import { createEvent, getEvent, updateEvent } from './contract.ts'
import { todayIn } from './shared/days.ts'

const today = todayIn('America/Chicago')
const inDays = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)

const breakfast = {
  title: 'Founders breakfast',
  description: 'Coffee and honest numbers.',
  location: 'Lula Cafe, Logan Square',
  event_date: inDays(3),
}
const add = (person: Person, event: Partial<Parameters<typeof person.member.http.does<typeof createEvent>>[1]> = {}) =>
  person.member.http.does(createEvent, { ...breakfast, ...event })

const cards = (page: Page) => page.getByRole('article')
const titles = (page: Page) => cards(page).getByRole('heading')
const dialog = (page: Page) => page.getByRole('dialog')
const banner = (page: Page) => page.locator('[role=alert][data-tone=error]')
const clear = (house: House) => house.owner.run(sql`delete from events`)

test.beforeEach(({ house }) => clear(house))

test('NAV-28 EVT-01 EVT-02 EVT-03 EVT-04 EVT-05 EVT-06 EVT-08 EVT-09 EVT-10 EVT-12 EVT-27 TXT-35 Ada looks through the calendar', async ({
  ada,
  bob,
}) => {
  const long = `${'A very long story about the room, the speakers and the pizza. '.repeat(12)}`
  await add(bob, { title: 'Next week', event_date: inDays(7), description: long })
  await add(bob, {
    title: 'Today',
    event_date: today,
    event_type: 'hybrid',
    is_online: true,
    meeting_link: 'https://meet.example/today',
  })
  await add(bob, {
    title: 'Dated',
    event_date: '2031-03-08',
    start_time: '21:00',
    end_time: '01:30',
    ends_next_day: true,
    event_type: 'online',
    is_online: true,
    meeting_link: 'https://meet.example/dated',
  })

  const { page } = ada
  await ada.opens('/events')
  await ada.seesHeading('Community Events')
  await ada.sees('Connect with other founders at these upcoming events')
  await expect(page.getByRole('button', { name: 'Create Event' })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Upcoming', 'Past', 'All Events'])
  await expect(page.getByRole('tab', { name: 'Upcoming' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByPlaceholder('Search events...')).toBeVisible()
  await expect(titles(page)).toHaveText(['Today', 'Next week', 'Dated'])

  const card = (title: string) => cards(page).filter({ has: page.getByRole('heading', { name: title }) })
  const shown = ['Today', 'Next week', 'Dated'].map(card)
  const tops = await Promise.all(shown.map(one => one.boundingBox()))
  expect(new Set(tops.map(box => box?.y)).size, 'three cards in a row').toBe(1)
  const text = card('Next week').getByText(/^A very long story/)
  expect(await text.evaluate(p => [getComputedStyle(p).webkitLineClamp, p.scrollHeight > p.clientHeight])).toEqual([
    '4',
    true,
  ])
  for (const one of shown) {
    await expect(one.getByRole('button', { name: 'Edit' })).toBeVisible()
    await expect(one.getByRole('button', { name: 'Delete' })).toBeVisible()
  }
  for (const part of ['Mar 8, 2031', '9:00 PM – 1:30 AM the next day', 'Online', 'Added by Bob Kowalski'])
    await expect(card('Dated')).toContainText(part)
  const join = card('Dated').getByRole('link', { name: 'Join online' })
  await expect(join).toHaveAttribute('href', 'https://meet.example/dated')
  for (const part of ['In Person', '6:00 PM – 8:00 PM', 'Lula Cafe, Logan Square'])
    await expect(card('Next week')).toContainText(part)
  await expect(card('Today')).toContainText('Hybrid')
  await lookAt(page, 'events')
  await axe(page)
})

test('EVT-27 EVT-28 the tabs and the search are lists of their own, kept in the address', async ({ ada, bob }) => {
  const { page } = ada
  for (const [title, days] of [
    ['Next week', 7],
    ['Last week', -7],
    ['Today', 0],
    ['Yesterday', -1],
  ] as const)
    await add(bob, { title, event_date: inDays(days) })
  await ada.opens('/events')
  await expect(titles(page)).toHaveText(['Today', 'Next week'])
  await ada.opensTab('Past')
  await expect(titles(page)).toHaveText(['Yesterday', 'Last week'])
  await ada.opensTab('All Events')
  await expect(titles(page)).toHaveText(['Last week', 'Yesterday', 'Today', 'Next week'])
  await page.getByPlaceholder('Search events...').fill('wEEk')
  await expect(titles(page)).toHaveText(['Last week', 'Next week'])
  await expect(page).toHaveURL(/\/events\?tab=all&q=wEEk$/)
  await page.reload()
  await expect(titles(page)).toHaveText(['Last week', 'Next week'])
  await page.setViewportSize({ width: 390, height: 844 })
  await axe(page)
})

test('EVT-07 six outlines stand where the cards will be', async ({ ada }) => {
  await ada.getsPagesWithoutBoot()
  const letGo = await ada.holdsBack('**/api/direct-events*')
  await ada.opens('/events')
  await expect(ada.page.locator('[data-skeleton=card]')).toHaveCount(6)
  await lookAt(ada.page, 'events-loading')
  await axe(ada.page)
  letGo()
  await ada.sees('No events found')
})

test('EVT-13 EVT-14 EVT-15 EVT-16 EVT-17 EVT-18 an empty calendar says so in its own words on each tab', async ({
  ada,
}) => {
  const { page } = ada
  await ada.opens('/events')
  const says = async (text: string) => {
    await ada.seesHeading('No events found')
    await ada.sees(text)
  }
  await says('There are no upcoming events scheduled at this time.')
  await lookAt(page, 'events-empty')
  await axe(page)
  await ada.opensTab('Past')
  await says('There are no past events to display.')
  await ada.opensTab('All Events')
  await says('There are no events yet.')
  await page.getByPlaceholder('Search events...').fill('nothing like it')
  await says('No events match your search criteria.')
  await expect(page.getByRole('button', { name: 'Create the First Event' })).toHaveCount(0)
  await ada.opensTab('Upcoming')
  await says('No events match your search criteria.')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await ada.clicks('Create the First Event')
  await expect(dialog(page).getByRole('heading', { name: 'Create Event' })).toBeVisible()
})

const choose = async (page: Page, type: string) => {
  await dialog(page).getByRole('combobox', { name: 'Event Type' }).click()
  await page.getByRole('option', { name: type, exact: true }).click()
}

test('EVT-20 EVT-29 EVT-37 EVT-39 EVT-40 EVT-41 EVT-42 EVT-43 EVT-44 EVT-45 EVT-46 EVT-47 EVT-48 EVT-53 EVT-55 EVT-64 Ada creates events', async ({
  ada,
}) => {
  const { page } = ada
  await add(ada, { title: 'Sooner', event_date: inDays(1) })
  await ada.opens('/events')
  await ada.clicks('Create Event')
  const form = dialog(page)
  const online = form.getByRole('switch', { name: 'Online Event' })
  const type = form.getByRole('combobox', { name: 'Event Type' })
  await expect(form.getByLabel('Date')).toHaveValue(today)
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
  expect(sent.map(one => one.body)).toEqual([
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

test("EVT-43 the dialog starts with the community's today, whatever the reader's clock is set to", async ({ ada }) => {
  // Half past eleven in the evening of the short day in Chicago, the next morning in London.
  await ada.page.clock.setFixedTime(new Date('2026-03-09T04:30:00Z'))
  await ada.opens('/events')
  await ada.clicks('Create Event')
  await expect(dialog(ada.page).getByLabel('Date')).toHaveValue('2026-03-08')
})

test('EVT-49 EVT-50 EVT-51 EVT-52 EVT-54 EVT-56 EVT-66 what is missing is said, and nothing typed is lost', async ({
  ada,
}) => {
  const { page } = ada
  const sent = ada.requestsTo(/\/api\/direct-events$/)
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
    await field.fill(before)
  }
  await refused('Title')
  await expect(page.locator('[data-toast]')).toHaveCount(1)
  await ada.isTold('destructive', 'Error', 'Please fill in all required fields')
  expect(await banner(page).evaluate(element => getComputedStyle(element).color)).toBe('rgb(156, 22, 35)')
  await axe(page)
  await refused('Description')
  await refused('Date')
  await refused('Location')
  await form.getByRole('switch', { name: 'Online Event' }).check()
  await refused('Meeting Link')
  await form.getByLabel('Meeting Link').fill('javascript:alert(1)')
  await form.getByRole('button', { name: 'Create Event' }).click()
  await expect(banner(page)).toHaveText('The meeting link must begin with http:// or https://')
  await form.getByLabel('Meeting Link').fill('https://meet.example')
  await form.getByLabel('End Time').fill('17:00')
  await form.getByRole('button', { name: 'Create Event' }).click()
  await expect(banner(page)).toHaveText(
    'The end time is before the start time. If the event ends the next day, say so.',
  )
  expect(sent).toEqual([])
  await form.getByRole('switch', { name: 'Ends the next day' }).check()
  await form.getByRole('button', { name: 'Create Event' }).click()
  await ada.sees('6:00 PM – 5:00 PM the next day')
})

test('EVT-11 EVT-21 EVT-22 EVT-38 EVT-63 EVT-65 EVT-67 EVT-68 Bob edits and deletes what Ada added', async ({
  ada,
  bob,
}) => {
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
  // A slip on Escape loses nothing.
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
  expect(sent).toEqual([])
  await expect(titles(page)).toHaveText(['Founders brunch'])
  await bob.clicks('Delete', { on: 'Founders brunch' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await bob.isTold('success', 'Success', 'Event deleted successfully!')
  await expect(titles(page)).toHaveCount(0)
  await bob.seesHeading('No events found')
})

test('EVT-57 EVT-66 EVT-69 a calendar that cannot be read falls back, and says so when that fails too', async ({
  ada,
}) => {
  const { page } = ada
  ada.expects(/Failed to load resource/)
  await add(ada)
  await ada.getsPagesWithoutBoot()
  await ada.gets('**/api/direct-events*', { status: 500, body: 'broken' })
  await ada.opens('/events')
  await expect(titles(page)).toHaveText(['Founders breakfast'])
  await expect(banner(page)).toHaveCount(0)

  await ada.gets('**/api/events*', { status: 502, body: 'broken' })
  await page.reload()
  await expect(banner(page)).toHaveText('Failed to load events. Please try again later.')
  await ada.isTold('destructive', 'Error', 'Failed to load events. Please try again later.')
  await expect(page.locator('[data-skeleton]')).toHaveCount(0)
  await lookAt(page, 'events-error')
  await axe(page)
  await page.unroute('**/api/events*')
  await ada.clicks('Try again')
  await expect(titles(page)).toHaveText(['Founders breakfast'])
  await expect(banner(page)).toHaveCount(0)
})

test("EVT-58 EVT-59 EVT-60 EVT-61 EVT-66 a change that fails says so in the server's words, else with its status", async ({
  ada,
}) => {
  const { page } = ada
  ada.expects(/Failed to load resource/)
  await add(ada)
  await ada.opens('/events')
  const told = async (text: string) => {
    await expect(banner(page)).toHaveText(text)
    await expect(page.locator('[data-toast][data-variant=destructive]').last().locator('p')).toHaveText(['Error', text])
  }
  await ada.gets('**/api/direct-events/*', { status: 503, json: { error: 'The room is taken.' } })
  await ada.clicks('Edit')
  await dialog(page).getByLabel('Title', { exact: true }).fill('Brunch')
  await dialog(page).getByRole('button', { name: 'Update Event' }).click()
  await told('The room is taken.')
  await ada.gets('**/api/direct-events/*', { status: 500, body: '<html>' })
  await dialog(page).getByRole('button', { name: 'Update Event' }).click()
  await told('Error updating event: 500')
  await expect(dialog(page).getByLabel('Title', { exact: true })).toHaveValue('Brunch')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  await ada.clicks('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await told('Error deleting event: 500')

  await ada.gets('**/api/direct-events', { status: 500, body: '' })
  await ada.clicks('Create Event')
  await dialog(page).getByLabel('Title', { exact: true }).fill('T')
  await dialog(page).getByLabel('Description').fill('D')
  await dialog(page).getByLabel('Location').fill('L')
  await dialog(page).getByRole('button', { name: 'Create Event' }).click()
  await expect(dialog(page).locator('[role=alert]')).toHaveText('Error creating event: 500')
  await expect(dialog(page).getByLabel('Title', { exact: true })).toHaveValue('T')
})

test('EVT-58 of two who edit at once the second is told, keeps what they typed, and sees what changed', async ({
  ada,
  bob,
}) => {
  ada.expects(/Failed to load resource/)
  const { page } = ada
  const event = await add(bob)
  await ada.opens('/events')
  await ada.clicks('Edit')
  await dialog(page).getByLabel('Title', { exact: true }).fill("Ada's title")
  await dialog(page).getByLabel('Description').fill("Ada's words")
  await bob.member.http.does(updateEvent, { id: event.id, title: "Bob's title", start_time: '19:30' })
  await dialog(page).getByRole('button', { name: 'Update Event' }).click()
  await expect(banner(page)).toHaveText(
    'This event was changed by another member since you opened it. Your changes have not been saved.',
  )
  await ada.sees('Bob Kowalski changed this event while you were editing it.')
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

test('an event has an address of its own, which opens it for whoever it is shared with', async ({ ada, bob }) => {
  const { page } = ada
  const event = await add(bob, { description: 'One\n\nTwo' })
  await bob.member.http.does(updateEvent, { id: event.id, location: 'mHUB' })
  await ada.opens('/events')
  await ada.clicks('Founders breakfast')
  await expect(page).toHaveURL(new RegExp(`/events\\?event=${event.id}$`))
  await expect(dialog(page)).toContainText('Added by Bob Kowalski')
  await expect(dialog(page)).toContainText('Last changed by Bob Kowalski')
  await expect(dialog(page)).toContainText('6:00 PM – 8:00 PM · Chicago time')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('link', { name: 'Add to calendar' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`event-${event.id}.ics`)
  await lookAt(page, 'events-view')
  await axe(page)
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)

  // An event of long ago is none of those on the screen.
  const past = await add(bob, { title: 'Long ago', event_date: '2019-05-01' })
  await ada.opens(`/events?event=${past.id}`)
  await expect(dialog(page).getByRole('heading', { name: 'Long ago' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Edit' }).click()
  await dialog(page).getByLabel('Title', { exact: true }).fill('Not so long ago')
  await dialog(page).getByRole('button', { name: 'Update Event' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Not so long ago' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/events$/)

  ada.expects(/404/)
  await ada.opens('/events?event=999999')
  await expect(dialog(page)).toContainText('Event not found')
  await ada.clicks('Back to all events')
  await expect(titles(page)).toHaveText(['Founders breakfast'])
})

test('very long content stays inside its card and its dialog, on a phone too', async ({ ada }) => {
  const { page } = ada
  const word = 'Wagner-Kowalski'.repeat(13)
  const event = await add(ada, {
    title: word,
    description: `${word} ${'and so on, '.repeat(400)}`,
    location: word,
    event_type: 'hybrid',
    is_online: true,
    meeting_link: `https://meet.example/${word}`,
  })
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
  for (const path of ['/events', `/events?event=${event.id}`]) {
    await ada.opens(path)
    await expect(page.getByRole('heading', { name: word }).last()).toBeVisible()
    expect(await fits()).toBe(true)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await fits()).toBe(true)
    await page.setViewportSize({ width: 1280, height: 720 })
    await lookAt(page, path === '/events' ? 'events-long' : 'events-long-view')
  }
  await axe(page)
})
