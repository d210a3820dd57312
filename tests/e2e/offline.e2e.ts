import { axe, expect, lookAt, phone, test } from './fixtures.ts'
import { keepToasts } from './uncovered.ts'
import { entry, fetched, goesOffline, hasAllScreens, loads, mark, network } from './without-network.ts'

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the worker fetches the other screens, so that every screen opens offline', { tag: '@main' }, async ({
    ada,
  }) => {
    ada.expects(network)
    await ada.opens('/')
    await ada.seesHeading('Welcome, Ada Osei!')
    await hasAllScreens(ada)
    // They are not run before they are needed.
    expect(await fetched(ada)).not.toContain('SettingsPage')

    await goesOffline(ada, true)
    await expect(mark(ada)).toBeVisible()
    for (const [link, heading] of [
      ['Settings', 'Settings'],
      ['Events', 'Community Events'],
      ['Resources', 'Resources'],
    ] as const) {
      await entry(ada, link).click()
      await ada.seesHeading(heading)
    }
    await goesOffline(ada, false)
    await expect(mark(ada)).toHaveCount(0)
  })

  test('a visitor’s browser gets no worker before signing in', async ({ ada, visitor }) => {
    const { page } = visitor
    await visitor.opens('/auth')
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
    await visitor.types('Email', ada.member.email)
    await visitor.types('Password', ada.member.password)
    await visitor.clicks('Login')
    await hasAllScreens(visitor)
  })

  test('a list that could not be loaded loads by itself when the server is back', async ({ ada, bob }) => {
    ada.expects(network)
    await ada.opens('/settings')
    await hasAllScreens(ada)
    expect(
      await bob.member.http.tries('POST', '/api/posts', { title: 'Who knows?', content: 'Well?', tags: ['General'] }),
    ).toBe(201)
    await goesOffline(ada, true)
    await entry(ada, 'Forum').click()
    await ada.seesHeading('The topics could not be loaded')
    await goesOffline(ada, false)
    await ada.sees('Who knows?')
    await expect(ada.page.getByRole('button', { name: 'Try Again' })).toHaveCount(0)
  })

  test('the toast about a failed list disappears with its screen and with the next try', async ({ ada }) => {
    ada.expects(network)
    await keepToasts(ada.page)
    await ada.opens('/settings')
    await hasAllScreens(ada)
    await goesOffline(ada, true)
    await entry(ada, 'Events').click()
    await ada.isTold('destructive', 'Error', 'Failed to load events. Please try again later.')
    await entry(ada, 'Members').click()
    await ada.isTold('destructive', 'Failed to load members')
    await expect(ada.page.locator('[data-toast]')).toHaveCount(1)
    await entry(ada, 'Events').click()
    await ada.isTold('destructive', 'Error', 'Failed to load events. Please try again later.')
    await expect(ada.page.locator('[data-toast]')).toHaveCount(1)
    await goesOffline(ada, false)
    await ada.seesHeading('No events found')
    await expect(ada.page.locator('[data-toast]')).toHaveCount(0)
  })
})

for (const size of [undefined, phone])
  test(`if a screen cannot be fetched, the current screen and address stay, and Try again opens it${size ? ', on a phone' : ''}`, async ({
    ada,
  }) => {
    ada.expects(network)
    if (size) await ada.page.setViewportSize(size)
    await ada.page.route(/assets\/(EventsPage|SettingsPage)-.*\.js/, route => route.abort())
    await loads(ada, () => ada.opens('/create-introduction-request'))
    await ada.types('Context', 'Half a sentence')
    if (size) await ada.clicks('Open menu')
    const menu = size ? ada.page.getByRole('dialog', { name: 'Menu' }) : ada.page
    await menu.getByRole('link', { name: 'Events', exact: true }).click()
    await ada.sees('Community Events could not be loaded. Please check your connection.')
    await ada.isAt('/create-introduction-request')
    await expect(ada.page.getByLabel('Context')).toHaveValue('Half a sentence')
    await axe(ada.page)
    await lookAt(ada.page, 'offline-screen')

    await ada.clicks('Try again')
    await ada.sees('Community Events could not be loaded. Please check your connection.')
    await ada.page.unroute(/assets\/(EventsPage|SettingsPage)-.*\.js/)
    await ada.clicks('Try again')
    await ada.seesHeading('Community Events')
    await ada.isAt('/events')
    await expect(ada.page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  })

test('offline, a click on a screen that was not fetched shows a notice, which disappears when the server is back', {
  tag: '@main',
}, async ({ ada }) => {
  ada.expects(network)
  await loads(ada, () => ada.opens('/settings'))
  await ada.seesHeading('Settings')
  await goesOffline(ada, true)
  await entry(ada, 'Events').click()
  await ada.sees('Community Events could not be loaded. Please check your connection.')
  await expect(mark(ada)).toBeVisible()
  await ada.seesHeading('Settings')
  await ada.isAt('/settings')
  await axe(ada.page)
  await lookAt(ada.page, 'offline')
  // The mark does not cover a control.
  const box = await mark(ada).boundingBox()
  for (const control of await ada.page.getByRole('banner').getByRole('button').all()) {
    const other = await control.boundingBox()
    if (box && other)
      expect(other.x >= box.x + box.width || other.x + other.width <= box.x || other.y >= box.y + box.height).toBe(true)
  }
  // Another click replaces the pending navigation.
  await entry(ada, 'Intro Requests').click()
  await ada.sees('Introduction Requests could not be loaded. Please check your connection.')
  await ada.doesNotSee('Community Events could not be loaded. Please check your connection.')

  await goesOffline(ada, false)
  await expect(mark(ada)).toHaveCount(0)
  await ada.doesNotSee('Introduction Requests could not be loaded. Please check your connection.')
  await ada.isAt('/settings')
  await entry(ada, 'Events').click()
  await ada.seesHeading('Community Events')
})

test('Back to a screen that cannot be fetched changes neither address nor history', async ({ ada }) => {
  ada.expects(network)
  await ada.opens('/settings')
  await ada.seesHeading('Settings')
  await ada.page.route(/assets\/SettingsPage-.*\.js/, route => route.abort())
  await entry(ada, 'Events').click()
  await ada.seesHeading('Community Events')
  await loads(ada, () => ada.page.reload())
  await ada.seesHeading('Community Events')
  await ada.page.goBack()
  await ada.sees('Settings could not be loaded. Please check your connection.')
  await ada.isAt('/events')
  await ada.seesHeading('Community Events')
  await ada.page.unroute(/assets\/SettingsPage-.*\.js/)
  await ada.clicks('Try again')
  await ada.seesHeading('Settings')
  await ada.isAt('/settings')
})

test('after a release the old chunks are gone: a reload is offered, and typed text is kept', { tag: '@main' }, async ({
  ada,
}) => {
  ada.expects(network)
  await loads(ada, () => ada.opens('/create-introduction-request'))
  await ada.types('Context', 'Half a sentence')
  // Until the page is reloaded, its old files are gone.
  let isOld = true
  ada.page.on('request', request => {
    if (request.resourceType() === 'document') isOld = false
  })
  await ada.page.route(/assets\/(EventsPage|index)-.*\.js/, route =>
    isOld ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  await entry(ada, 'Events').click()
  await ada.sees('A new version is ready. Reload to go on.')
  await ada.isAt('/create-introduction-request')
  await axe(ada.page)
  await lookAt(ada.page, 'new-version')
  await ada.clicks('Reload')
  await ada.seesHeading('Community Events')
  await ada.page.goBack()
  await expect(ada.page.getByLabel('Context')).toHaveValue('Half a sentence')
})

for (const size of [undefined, phone])
  test(`with an open dialog the mark is inside it${size ? ', and in the menu, on a phone' : ''}`, async ({ ada }) => {
    ada.expects(network)
    if (size) await ada.page.setViewportSize(size)
    await ada.opens('/forum/new')
    const dialog = ada.page.getByRole('dialog')
    await dialog.getByLabel('Title').fill('Who knows?')
    await goesOffline(ada, true)
    await expect(dialog.getByText('You are offline')).toBeVisible()
    await dialog.getByText('You are offline').click({ trial: true })
    await axe(ada.page)
    await lookAt(ada.page, 'offline-dialog')
    for (const control of await dialog.getByRole('button').all()) await control.click({ trial: true })
    await goesOffline(ada, false)
    await expect(mark(ada)).toHaveCount(0)
    await expect(dialog.getByLabel('Title')).toHaveValue('Who knows?')
    if (!size) return
    await dialog.getByRole('button', { name: 'Close' }).click()
    await ada.clicks('Open menu')
    await expect(dialog).toBeVisible()
    await goesOffline(ada, true)
    await expect(dialog.getByText('You are offline')).toBeVisible()
    await dialog.getByText('You are offline').click({ trial: true })
    await dialog.getByRole('button', { name: 'Close menu' }).click({ trial: true })
    await axe(ada.page)
    await lookAt(ada.page, 'offline-menu')
  })

test('a visitor sees the mark too, on the sign-in page, and it disappears by itself', async ({ visitor }) => {
  visitor.expects(network)
  await visitor.opens('/auth')
  // The code that holds navigations is fetched after the first screen.
  await visitor.page.waitForLoadState('networkidle')
  await goesOffline(visitor, true)
  await expect(mark(visitor)).toBeVisible()
  await visitor.clicks('Forgot password?')
  await visitor.sees('Forgot password could not be loaded. Please check your connection.')
  await visitor.isAt('/auth')
  await axe(visitor.page)
  await lookAt(visitor.page, 'offline-auth')
  await goesOffline(visitor, false)
  await expect(mark(visitor)).toHaveCount(0)
})

test('a server that does not answer shows Reconnecting, also without a stream', async ({ visitor }) => {
  visitor.expects(network)
  await visitor.opens('/auth')
  const mark = visitor.page.getByRole('status').filter({ hasText: 'Reconnecting…' })
  await visitor.page.route(/\/api\/|star\.svg/, route => route.abort('connectionrefused'))
  await visitor.types('Email', 'ada@example.com')
  await visitor.types('Password', 'correct horse battery')
  await visitor.clicks('Login')
  await expect(mark).toBeVisible()
  await visitor.page.unroute(/\/api\/|star\.svg/)
  await expect(mark).toHaveCount(0)
})

test('a failed chunk of a part of a screen does not affect the rest', async ({ ada, bob }) => {
  ada.expects(network)
  await bob.member.http.tries('POST', '/api/posts', {
    title: 'Who knows?',
    content: 'A **bold** plan',
    tags: ['General'],
  })
  await ada.page.route(/assets\/(MarkdownBody|QrCode)-.*\.js/, route => route.abort())
  await ada.opens('/forum')
  await ada.clicks('Who knows?')
  await ada.sees('A **bold** plan', { on: 'Who knows?' })
  await ada.opens('/settings')
  await ada.clicks('Add authenticator app')
  await ada.clicks('Continue')
  await ada.sees('The picture could not be loaded.')
  await lookAt(ada.page, 'no-picture')
  await ada.page.unroute(/assets\/(MarkdownBody|QrCode)-.*\.js/)
  await ada.clicks('Try again')
  await expect(ada.page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
})

test('a phone menu that cannot be loaded is reported, and opens at the next press', async ({ ada }) => {
  const { page } = ada
  ada.expects(/Failed to load resource/)
  await page.setViewportSize(phone)
  await page.route('**/assets/PhoneMenu-*.js', route => route.abort())
  await ada.opens('/')
  await ada.clicks('Open menu')
  await ada.isTold('destructive', 'The menu could not be loaded', 'Please check your connection and try again.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.unroute('**/assets/PhoneMenu-*.js')
  await ada.clicks('Open menu')
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
})
