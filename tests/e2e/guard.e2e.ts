import { memberPages, publicPages } from '../../contract/page-addresses.ts'
import { createEvent } from '../../features/events/contract.ts'
import type { Home } from '../../features/home/contract.ts'
import { axe, expect, lookAt, type Person, test } from './fixtures.ts'

const address = (page: string) => page.replace(/:\w+/, '1')
const notFound = /status of 404/

test('every member screen leads a visitor to /auth', {
  tag: [
    '@NAV-01',
    '@NAV-07',
    '@NAV-09',
    '@NAV-11',
    '@NAV-13',
    '@NAV-15',
    '@NAV-18',
    '@NAV-20',
    '@NAV-21',
    '@NAV-25',
    '@NAV-27',
    '@NAV-29',
    '@NAV-31',
    '@NAV-33',
  ],
}, async ({ visitor }) => {
  test.slow()
  for (const page of memberPages)
    await test.step(page, async () => {
      await visitor.opens(address(page))
      await visitor.isAt('/auth')
      await expect(visitor.page.getByRole('tab', { name: 'Login' })).toBeVisible()
      await expect(visitor.page.getByRole('complementary', { name: 'Sidebar' })).toHaveCount(0)
    })
})

test('every address of the product has a screen for a member, with its own title', { tag: ['@NAV-08'] }, async ({
  ada,
}) => {
  test.slow()
  // There need not be a topic or a member with the id 1.
  ada.expects(notFound)
  for (const page of memberPages)
    await test.step(page, async () => {
      await ada.opens(address(page))
      await expect(ada.page.locator('h1')).toBeVisible()
      await expect(ada.page.getByText('Page Not Found')).toHaveCount(0)
      await expect(ada.page).toHaveTitle(/^.+ · The Community$/)
    })
  await ada.opens('/')
  await ada.seesHeading('Welcome, Ada Osei!')
  await axe(ada.page)
  await lookAt(ada.page, 'home')
})

test('every public address opens without a session', { tag: ['@NAV-02', '@NAV-03', '@NAV-04'] }, async ({
  visitor,
}) => {
  for (const page of publicPages) {
    await visitor.opens(page)
    await expect(visitor.page.getByRole('heading', { level: 1 })).toBeVisible()
    await visitor.isAt(page)
  }
})

test('/intro-requests leads a member to /introduction-requests', { tag: ['@NAV-14'] }, async ({ ada }) => {
  await ada.opens('/intro-requests')
  await ada.isAt('/introduction-requests')
  await ada.seesHeading('Introduction Requests')
})

async function seesNotFound(person: Person) {
  person.expects(notFound)
  // Addresses that cannot be decoded.
  for (const address of ['/%', '/%zz', '/forum/%E0%A4%A?q=1']) {
    expect((await person.page.goto(address))?.status(), address).toBe(404)
    await person.sees('404')
    await person.seesHeading('Page Not Found')
  }
  await person.opens('/no/such/page')
  await person.sees('404')
  await person.seesHeading('Page Not Found')
  await person.sees('The page you are looking for might have been moved, deleted or never existed.')
  await expect(person.page.getByRole('link', { name: 'Back to Home', exact: true })).toHaveAttribute('href', '/')
  await person.isAt('/no/such/page')
}

test('an unknown path shows a member the 404 page, and the way home', {
  tag: ['@NAV-34', '@NAV-41', '@NAV-42', '@NAV-43', '@NAV-44'],
}, async ({ ada }) => {
  await seesNotFound(ada)
  await axe(ada.page)
  await lookAt(ada.page, 'not-found')
  await ada.clicks('Back to Home')
  await ada.isAt('/')
  await ada.seesHeading('Welcome, Ada Osei!')
})

test('an unknown path shows a visitor the 404 page too, not /auth', { tag: ['@NAV-35'] }, async ({ visitor }) => {
  await seesNotFound(visitor)
})

const spinner = (person: Person) => person.page.getByRole('status').filter({ hasText: 'Loading…' })

test('a spinner for at most 3 seconds, then a notice on the same address; a late answer opens the page', {
  tag: ['@NAV-39', '@NAV-40', '@TXT-21'],
}, async ({ ada }) => {
  await ada.stopsTheClock()
  await ada.getsPagesWithoutBoot()
  const letGo = await ada.holdsBack('**/api/auth/session')
  await ada.opens('/settings')
  await expect(spinner(ada)).toBeVisible()
  await ada.waits(2_900)
  await expect(spinner(ada)).toBeVisible()
  await ada.waits(100)
  await expect(spinner(ada)).toHaveCount(0)
  await ada.sees('This is taking longer than usual.')
  // Loading ends after 5 seconds; without an answer there is still no redirect to the sign-in page.
  await ada.waits(30_000)
  await ada.isAt('/settings')
  await ada.sees('This is taking longer than usual.')
  letGo()
  await ada.page.clock.resume()
  await ada.seesHeading('Settings')
  await ada.isAt('/settings')
})

const isRestarting = { status: 503, json: { error: 'Restarting.', request_id: 'x' } }

test('the notice is accessible', { tag: ['@NAV-40'] }, async ({ ada }) => {
  ada.expects(/status of 503/)
  await ada.stopsTheClock()
  await ada.getsPagesWithoutBoot()
  await ada.gets('**/api/auth/session', isRestarting)
  await ada.opens('/settings')
  // The three seconds start when the spinner is drawn.
  await expect(spinner(ada)).toBeVisible()
  await ada.waits(3_000)
  await ada.sees('This is taking longer than usual.')
  await ada.page.clock.resume()
  await axe(ada.page)
  await lookAt(ada.page, 'slow')
})

test('the notice’s button asks again', { tag: ['@NAV-40'] }, async ({ ada }) => {
  ada.expects(/status of 503/)
  const unanswered = new Set<object>()
  ada.page.on('request', request => request.url().endsWith('/api/auth/session') && unanswered.add(request))
  ada.page.on('requestfinished', request => unanswered.delete(request))
  await ada.stopsTheClock()
  await ada.getsPagesWithoutBoot()
  await ada.gets('**/api/auth/session', isRestarting)
  await ada.opens('/settings')
  await expect(spinner(ada)).toBeVisible()
  await ada.waits(3_000)
  await ada.sees('This is taking longer than usual.')
  // The clock is stopped, so only the click sends a request.
  await expect.poll(() => unanswered.size).toBe(0)
  await ada.page.unroute('**/api/auth/session')
  await ada.clicks('Try again')
  await ada.page.clock.resume()
  await ada.seesHeading('Settings')
})

test('a visitor is redirected to /auth as soon as the answer arrives', async ({ visitor }) => {
  await visitor.getsPagesWithoutBoot()
  const letGo = await visitor.holdsBack('**/api/auth/session')
  await visitor.opens('/settings')
  await expect(spinner(visitor)).toBeVisible()
  await visitor.isAt('/settings')
  letGo()
  await visitor.isAt('/auth')
})

test('signing in returns to the requested page', { tag: '@main' }, async ({ ada, visitor }) => {
  await visitor.opens('/settings?from=mail#theme')
  await visitor.isAt('/auth')
  await visitor.types('Email', ada.member.email)
  await visitor.types('Password', ada.member.password)
  await visitor.clicks('Login')
  await expect(visitor.page).toHaveURL(/\/settings\?from=mail#theme$/)
  await visitor.page.goBack()
  await expect(visitor.page).not.toHaveURL(/auth/)
})

test('navigation focuses the heading of the new screen, and Back restores the scroll position', async ({ ada }) => {
  await ada.page.setViewportSize({ width: 1280, height: 300 })
  await ada.opens('/settings')
  // The lists above the button are loaded: they would move it.
  for (const listed of ['Add authenticator app', 'This browser']) await ada.sees(listed)
  await ada.page.getByRole('button', { name: 'Sign out everywhere' }).scrollIntoViewIfNeeded()
  const scrolled = await ada.page.evaluate(() => window.scrollY)
  expect(scrolled).toBeGreaterThan(0)
  await ada.page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name: 'Events' }).click()
  await expect(ada.page.getByRole('heading', { name: 'Community Events' })).toBeFocused()
  await expect.poll(() => ada.page.evaluate(() => window.scrollY)).toBe(0)
  await ada.page.goBack()
  await ada.seesHeading('Settings')
  await expect.poll(() => ada.page.evaluate(() => window.scrollY)).toBe(scrolled)
})

test('a screen that throws shows an error, and Try Again renders it again', { tag: '@main' }, async ({ ada }) => {
  ada.expects(/Invalid time value/)
  const event = { title: 'Open house', description: 'Come.', location: 'Loop', event_date: '2090-05-01' }
  await ada.member.http.does(createEvent, event)
  // The right shape, but an invalid date.
  await ada.getsChanged<Home>('**/api/home', home => ({
    ...home,
    events: home.events.map(event => ({ ...event, event_date: 'some day' })),
  }))
  await ada.getsPagesWithoutBoot()
  await ada.opens('/')
  await ada.seesHeading('Something went wrong')
  await ada.sees(/Invalid time value/)
  await expect(ada.page.getByRole('complementary', { name: 'Sidebar' })).toBeVisible()
  await axe(ada.page)
  await ada.page.unroute('**/api/home')
  await ada.clicks('Try Again')
  await ada.seesHeading('Welcome, Ada Osei!')
  await ada.sees('Open house')
})

test('an error in the frame around the screens shows the same message', async ({ ada }) => {
  ada.expects(/toLocaleUpperCase is broken/)
  await ada.breaks('String', 'toLocaleUpperCase')
  await ada.opens('/')
  await ada.seesHeading('Something went wrong')
  await expect(ada.page.getByRole('complementary', { name: 'Sidebar' })).toHaveCount(0)
  await ada.mends()
  await ada.clicks('Try Again')
  await ada.seesHeading('Welcome, Ada Osei!')
})

test('/ui shows the components except in production', async ({ visitor }) => {
  await visitor.opens('/ui')
  await visitor.seesHeading('Components')
})
