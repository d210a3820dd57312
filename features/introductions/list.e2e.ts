import { sql } from '../../database/connection/sql.ts'
import { expect, type Person, test } from '../../tests/e2e/fixtures.ts'
import { createIntroductionRequest, updateIntroductionRequest } from './contract.ts'
import { statuses } from './shared/labels.ts'

const LIST = '**/api/direct-introduction-requests*'
const asks = (person: Person, request_title: string, more: object = {}) =>
  person.member.http.does(createIntroductionRequest, {
    request_title,
    context: 'We rebuild how rail ramps book trucks.',
    your_company: 'Lakeline Freight',
    ...more,
  })
/** The common name of a colour: 'rgb(250, 236, 206)' is amber. */
function hueOf(colour: string): string {
  const [r = 0, g = 0, b = 0] = (colour.match(/\d+/g) ?? []).map(Number)
  const [max, span] = [Math.max(r, g, b), Math.max(r, g, b) - Math.min(r, g, b)]
  const sixth = max === r ? (g - b) / span : max === g ? 2 + (b - r) / span : 4 + (r - g) / span
  const degrees = (sixth * 60 + 360) % 360
  if (degrees < 20 || degrees > 340) return 'red'
  return degrees < 70 ? 'amber' : degrees < 170 ? 'green' : degrees < 245 ? 'blue' : 'purple'
}
const titles = (person: Person) => person.page.locator('tbody tr td:first-child p:first-child')

test('Ada reads what everybody asks for', {
  tag: [
    '@NAV-10',
    '@NAV-14',
    '@INTRO-01',
    '@INTRO-02',
    '@INTRO-03',
    '@INTRO-04',
    '@INTRO-05',
    '@INTRO-06',
    '@INTRO-07',
    '@INTRO-08',
    '@INTRO-09',
    '@INTRO-12',
    '@INTRO-27',
    '@INTRO-29',
    '@INTRO-30',
    '@INTRO-31',
    '@INTRO-32',
    '@INTRO-33',
  ],
}, async ({ ada, bob, server }) => {
  await server.owner.run(sql`delete from introduction_requests`)
  for (const status of statuses) {
    const { id } = await asks(bob, `Request that is ${status}`, { target_person: 'Tom Nakamura', urgency: 'high' })
    await bob.member.http.does(updateIntroductionRequest, { id, status })
  }
  const requests = ada.requestsTo(/\/api\/direct-introduction-requests/)
  await ada.opens('/intro-requests')
  await ada.isAt('/introduction-requests')
  await ada.seesHeading('Introduction Requests')
  await ada.sees('Request introductions to other members')
  await expect(ada.page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  await expect(ada.page.getByRole('columnheader')).toHaveText(['Request', 'Company', 'Status', 'Created', 'Actions'])

  const looks = { pending: 'amber', in_progress: 'purple', approved: 'green', declined: 'red', completed: 'blue' }
  const labels = {
    pending: 'Pending',
    in_progress: 'In Progress',
    approved: 'Approved',
    declined: 'Declined',
    completed: 'Completed',
  }
  for (const status of statuses) {
    const row = ada.page.getByRole('row').filter({ hasText: `Request that is ${status}` })
    const badge = row.locator('[data-tone]')
    await expect(badge).toHaveText(labels[status])
    expect(hueOf(await badge.evaluate(element => getComputedStyle(element).backgroundColor))).toBe(looks[status])
    await expect(row.getByRole('cell').nth(1)).toHaveText('Lakeline Freight')
    await expect(row.getByRole('cell').nth(3)).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M$/)
    await expect(row.getByRole('button', { name: 'View' })).toBeVisible()
  }
  // Preloaded or requested once, never twice.
  expect(requests.length).toBeLessThanOrEqual(1)

  await ada.clicks('Create New Request')
  await ada.isAt('/create-introduction-request')
})

test('the page preloads its rows and the request in its URL', async ({ ada }) => {
  const { id } = await asks(ada, 'Comes with the page')
  const { text, headers } = await ada.member.http.asks(
    'GET',
    `/introduction-requests?mine=true&sort=title&request=${id}`,
  )
  for (const call of [
    '/api/direct-introduction-requests?mine=true&sort=title&limit=50":[{',
    `/api/introduction-requests/${id}":{`,
    `/api/introduction-comments/${id}":[]`,
    `/api/introduction-requests/${id}/history":[{`,
  ])
    expect(text).toContain(`"GET ${call}`)
  expect(headers.link).toBeUndefined()
})

test('an empty list says so', { tag: ['@INTRO-10'] }, async ({ ada, server }) => {
  await server.owner.run(sql`delete from introduction_requests`)
  await ada.opens('/introduction-requests')
  await ada.seesHeading('No introduction requests yet')
})

test('a failed load says so and can be tried again; the debug panel tells the rest', {
  tag: ['@INTRO-11', '@INTRO-18', '@INTRO-19'],
}, async ({ ada }) => {
  await asks(ada, 'Shown after all')
  ada.expects(/500/)
  await ada.getsPagesWithoutBoot()
  const letGo = await ada.holdsBack(LIST)
  await ada.opens('/introduction-requests?mine=true')
  await expect(ada.page.getByRole('status', { name: 'Loading introduction requests' })).toBeVisible()

  await ada.page.unroute(LIST)
  await ada.gets(LIST, { status: 500, json: { error: 'Something went wrong on our side.' } })
  letGo()
  await ada.opens('/introduction-requests?mine=true')
  await ada.seesHeading('Error Loading Introduction Requests')
  await ada.sees('Failed to fetch intro requests: 500')
  await ada.page.getByText('Debug information').click()
  await expect(ada.page.locator('details')).toContainText(/Rows0Load stateerror, idle/)

  await ada.page.unroute(LIST)
  await ada.clicks('Try Again')
  await ada.sees('Shown after all')
  await expect(ada.page.locator('details')).toContainText(/Rows1Load statesuccess, idle/)
  await expect(ada.page.locator('details')).toContainText(/GET \/api\/direct-introduction-requests(\d+ ms(, )?){3}/)
})

test('a list that cannot be drawn gives way to a notice with the error and a second try', {
  tag: ['@INTRO-20', '@INTRO-21', '@INTRO-22'],
}, async ({ ada }) => {
  await asks(ada, 'Drawn after all')
  ada.expects(/toLocaleString is broken/)
  await ada.breaks('Date', 'toLocaleString')
  await ada.opens('/introduction-requests?mine=true')
  await ada.seesHeading('Something went wrong')
  await ada.sees('toLocaleString is broken')
  await ada.mends()
  await ada.clicks('Try Again')
  await ada.sees('Drawn after all')
})

test('filters, search and sort order are kept in the URL', { tag: '@main' }, async ({ ada, bob }) => {
  const mark = `Q${Date.now()}`
  await asks(ada, `${mark} zoning lawyer`)
  const { id } = await asks(ada, `${mark} a hospital CFO`)
  await ada.member.http.does(updateIntroductionRequest, { id, status: 'approved' })
  await asks(bob, `${mark} brewery buyer`, { urgency: 'high' })
  const { page } = ada
  const choose = async (name: string, option: string) => {
    await page.getByRole('combobox', { name }).click()
    await page.getByRole('option', { name: option }).click()
  }

  await ada.opens('/introduction-requests')
  await page.getByRole('searchbox', { name: 'Search requests...' }).fill(mark.toLowerCase())
  await expect(titles(ada)).toHaveText([`${mark} brewery buyer`, `${mark} a hospital CFO`, `${mark} zoning lawyer`])
  await expect(page.locator('mark').first()).toHaveText(mark)

  await choose('Sort by', 'Request A to Z')
  await expect(titles(ada)).toHaveText([`${mark} a hospital CFO`, `${mark} brewery buyer`, `${mark} zoning lawyer`])
  await page.getByRole('tab', { name: 'Mine' }).click()
  await expect(titles(ada)).toHaveText([`${mark} a hospital CFO`, `${mark} zoning lawyer`])
  await choose('Status', 'Approved')
  await expect(titles(ada)).toHaveText([`${mark} a hospital CFO`])
  await expect(page).toHaveURL(url => {
    const { q, sort, mine, status } = Object.fromEntries(url.searchParams)
    return q === mark.toLowerCase() && sort === 'title' && mine === 'true' && status === 'approved'
  })

  await page.reload()
  await expect(titles(ada)).toHaveText([`${mark} a hospital CFO`])
  await choose('Status', 'Declined')
  await ada.seesHeading('No introduction requests found')
  await ada.clicks('Clear filters')
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await ada.isAt('/introduction-requests')
  await expect(page).toHaveURL(url => url.search === '?sort=title')
})

test('scrolling loads more rows; on a phone rows are cards', async ({ ada, server }) => {
  await server.owner.run(sql`
    insert into introduction_requests (user_id, request_title, context, your_company)
    select ${ada.member.http.user_id}, 'Request ' || n, 'One of many', 'Lakeline Freight' from generate_series(1, 120) n`)
  const { page } = ada
  await page.setViewportSize({ width: 390, height: 844 })
  await ada.opens('/introduction-requests?mine=true')
  await expect(page.locator('tbody tr')).toHaveCount(50)
  await expect(page.locator('thead')).toBeHidden()
  const card = await page.locator('tbody tr').first().boundingBox()
  expect(card?.width).toBe(358)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await page.getByText('Debug information').scrollIntoViewIfNeeded()
  await expect(page.locator('tbody tr')).toHaveCount(100)
  await page.getByText('Debug information').scrollIntoViewIfNeeded()
  await expect(page.locator('tbody tr')).toHaveCount(120)
  await expect(page.getByRole('button', { name: 'Load more requests' })).toHaveCount(0)
})
