import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, test } from '../../tests/e2e/fixtures.ts'
import { updateEvent } from './contract.ts'
import { add, banner, cards, clear, dialog, inDays, titles, today } from './in-browser.ts'

const PAGE = 48

test.beforeEach(({ server }) => clear(server))

test('Ada looks through the calendar', {
  tag: [
    '@NAV-28',
    '@EVT-01',
    '@EVT-02',
    '@EVT-03',
    '@EVT-04',
    '@EVT-05',
    '@EVT-06',
    '@EVT-08',
    '@EVT-09',
    '@EVT-10',
    '@EVT-12',
    '@EVT-27',
    '@TXT-35',
  ],
}, async ({ ada, bob }) => {
  const long = `${'A very long story about the room, the speakers and the pizza. '.repeat(12)}`
  await add(bob, { title: 'Next week', event_date: inDays(7), description: long })
  await add(bob, {
    title: 'Today',
    event_date: today(),
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
  const tops = await Promise.all(shown.map(shownCard => shownCard.boundingBox()))
  expect(new Set(tops.map(box => box?.y)).size, 'three cards in a row').toBe(1)
  const text = card('Next week').getByText(/^A very long story/)
  expect(await text.evaluate(p => [getComputedStyle(p).webkitLineClamp, p.scrollHeight > p.clientHeight])).toEqual([
    '4',
    true,
  ])
  for (const shownCard of shown) {
    await expect(shownCard.getByRole('button', { name: 'Edit' })).toBeVisible()
    await expect(shownCard.getByRole('button', { name: 'Delete' })).toBeVisible()
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

test('the tabs and the search are lists of their own, kept in the address', { tag: ['@EVT-27', '@EVT-28'] }, async ({
  ada,
  bob,
}) => {
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

test('six outlines stand where the cards will be', { tag: ['@EVT-07'] }, async ({ ada }) => {
  await ada.getsPagesWithoutBoot()
  const letGo = await ada.holdsBack('**/api/direct-events*')
  await ada.opens('/events')
  await expect(ada.page.locator('[data-skeleton=card]')).toHaveCount(6)
  await lookAt(ada.page, 'events-loading')
  await axe(ada.page)
  letGo()
  await ada.sees('No events found')
})

test('an empty calendar says so in its own words on each tab', {
  tag: ['@EVT-13', '@EVT-14', '@EVT-15', '@EVT-16', '@EVT-17', '@EVT-18'],
}, async ({ ada }) => {
  const { page } = ada
  await ada.opens('/events')
  const showsEmpty = async (text: string) => {
    await ada.seesHeading('No events found')
    await ada.sees(text)
  }
  await showsEmpty('There are no upcoming events scheduled at this time.')
  await lookAt(page, 'events-empty')
  await axe(page)
  await ada.opensTab('Past')
  await showsEmpty('There are no past events to display.')
  await ada.opensTab('All Events')
  await showsEmpty('There are no events yet.')
  await page.getByPlaceholder('Search events...').fill('nothing like it')
  await showsEmpty('No events match your search criteria.')
  await expect(page.getByRole('button', { name: 'Create the First Event' })).toHaveCount(0)
  await ada.opensTab('Upcoming')
  await showsEmpty('No events match your search criteria.')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await ada.clicks('Create the First Event')
  await expect(dialog(page).getByRole('heading', { name: 'Create Event' })).toBeVisible()
})

test('a calendar that cannot be read falls back, and says so when that fails too', {
  tag: ['@EVT-57', '@EVT-66', '@EVT-69'],
}, async ({ ada }) => {
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

test('an event has its own URL, which opens its dialog', { tag: '@main' }, async ({ ada, bob }) => {
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

  // A past event is not in the list on the screen.
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

test('an event deleted from its open dialog is not requested again', async ({ ada, bob }) => {
  const { page } = ada
  // One event of the list, and a past one that is not in the list.
  const listed = await add(ada)
  const past = await add(bob, { title: 'Long ago', event_date: '2019-05-01' })
  for (const { id } of [listed, past]) {
    await ada.opens(`/events?event=${id}`)
    const sent = ada.requestsTo(new RegExp(`/api/direct-events/${id}$`))
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await ada.isTold('success', 'Success', 'Event deleted successfully!')
    await expect(page).toHaveURL(/\/events$/)
    await expect(dialog(page)).toHaveCount(0)
    expect(sent.map(({ method }) => method)).toEqual(['DELETE'])
  }
})

test('very long content fits its card and its dialog, also on a phone', async ({ ada }) => {
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

test('after loading the last page, its first event has the focus', async ({ ada, server }) => {
  await server.owner.run(sql`
    insert into events (title, description, location, event_date, created_by)
    select 'Meeting ' || n, 'Coffee', 'Pilsen', ${inDays(7)}::date + n, ${ada.member.http.user_id} from generate_series(1, 50) n`)
  await ada.opens('/events')
  await expect(cards(ada.page)).toHaveCount(PAGE)
  await ada.clicks('Show more events')
  await expect(ada.page.getByRole('button', { name: 'Show more events' })).toHaveCount(0)
  await expect(cards(ada.page).nth(PAGE)).toBeFocused()
})
