import type { AddressInfo } from 'node:net'
import { addInvestor } from '../../features/investors/contract.ts'
import { axe, expect, lookAt, type Person, phone, test } from './fixtures.ts'
import { keepToasts } from './uncovered.ts'

const network = /net::ERR|Failed to load resource/
const mark = ({ page }: Person) => page.getByRole('status').filter({ hasText: 'You are offline' })
const goesOffline = ({ page }: Person, isOffline: boolean) => page.context().setOffline(isOffline)
const entry = (person: Person, name: string) =>
  person.page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name, exact: true })

/** The names of the chunks that the page has fetched, without their hashes. */
const fetched = ({ page }: Person) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => /\/assets\/(.+?)-[\w-]{8}\.js$/.exec(name)?.[1] ?? []),
  )

test('with the first screen open the others are fetched, so that offline every screen still opens', async ({ ada }) => {
  ada.expects(network)
  await ada.opens('/')
  await ada.seesHeading('Welcome, Ada Osei!')
  for (const screen of ['ForumPage', 'MemberPage', 'SettingsPage', 'MarkdownBody', 'QrCode'])
    await expect.poll(() => fetched(ada)).toContain(screen)

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

test('a visitor is spared the members’ screens, and gets them after signing in', async ({ ada, visitor }) => {
  await visitor.opens('/auth')
  await expect.poll(() => fetched(visitor)).toContain('ConfirmAddressPage')
  await visitor.page.waitForLoadState('networkidle')
  expect(await fetched(visitor)).not.toContain('SettingsPage')
  await visitor.types('Email', ada.member.email)
  await visitor.types('Password', ada.member.password)
  await visitor.clicks('Login')
  await expect.poll(() => fetched(visitor)).toContain('SettingsPage')
})

/** No screen is fetched before it is asked for. */
const savesData = ({ page }: Person) =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  )

test('whoever saves data fetches no screen ahead', async ({ ada }) => {
  await savesData(ada)
  await ada.opens('/')
  await ada.seesHeading('Welcome, Ada Osei!')
  await ada.page.waitForLoadState('networkidle')
  expect(await fetched(ada)).not.toContain('SettingsPage')
})

for (const size of [undefined, phone])
  test(`a screen that cannot be fetched leaves the open one and its address, and Try again opens it${size ? ', on a phone' : ''}`, async ({
    ada,
  }) => {
    ada.expects(network)
    await savesData(ada)
    if (size) await ada.page.setViewportSize(size)
    await ada.page.route(/assets\/(EventsPage|SettingsPage)-.*\.js/, route => route.abort())
    await ada.opens('/create-introduction-request')
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

test('offline, a click on a screen that was never fetched is told of, and forgotten when the server is back', async ({
  ada,
}) => {
  ada.expects(network)
  await savesData(ada)
  await ada.opens('/settings')
  await ada.seesHeading('Settings')
  await goesOffline(ada, true)
  await entry(ada, 'Events').click()
  await ada.sees('Community Events could not be loaded. Please check your connection.')
  await expect(mark(ada)).toBeVisible()
  await ada.seesHeading('Settings')
  await ada.isAt('/settings')
  await axe(ada.page)
  await lookAt(ada.page, 'offline')
  // The mark covers no control.
  const box = await mark(ada).boundingBox()
  for (const control of await ada.page.getByRole('banner').getByRole('button').all()) {
    const other = await control.boundingBox()
    if (box && other)
      expect(other.x >= box.x + box.width || other.x + other.width <= box.x || other.y >= box.y + box.height).toBe(true)
  }
  // Another click goes where it leads to, as far as it can.
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

test('Back to a screen that cannot be fetched leaves the address and the history as they are', async ({ ada }) => {
  ada.expects(network)
  await savesData(ada)
  await ada.opens('/settings')
  await ada.seesHeading('Settings')
  await ada.page.route(/assets\/SettingsPage-.*\.js/, route => route.abort())
  await entry(ada, 'Events').click()
  await ada.seesHeading('Community Events')
  await ada.page.reload()
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

test('after a new version has come the old screens are gone: a reload is offered, and what was typed is kept', async ({
  ada,
}) => {
  ada.expects(network)
  await savesData(ada)
  await ada.opens('/create-introduction-request')
  await ada.types('Context', 'Half a sentence')
  // Until the page is loaded anew, the files that it was made of are gone.
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

const script = { contentType: 'text/javascript' }

test('the network lost with the first screen is told of, before anything else was fetched', async ({
  ada,
  visitor,
}) => {
  for (const [person, path] of [
    [visitor, '/auth'],
    [ada, '/'],
  ] as const) {
    person.expects(network)
    // What the first screen does not wait for does nothing: neither the stream nor a failed chunk can tell.
    await person.gets('**/assets/later-*.js', { ...script, body: 'export const begin = () => {}' })
    await person.gets('**/assets/HeldNoticeContent-*.js', { ...script, body: 'export default () => null' })
    await person.opens(path)
    await goesOffline(person, true)
    await expect(mark(person)).toBeVisible()
    await goesOffline(person, false)
    await expect(mark(person)).toHaveCount(0)
  }
})

test('a screen that its page names and the browser cannot import is had by loading the page anew', async ({ ada }) => {
  ada.expects(network)
  await ada.page.route(/assets\/SettingsPage-.*\.js/, route => route.abort())
  await ada.opens('/settings')
  await ada.seesHeading('This page could not be loaded')
  await ada.page.unroute(/assets\/SettingsPage-.*\.js/)
  await ada.clicks('Try again')
  await ada.seesHeading('Settings')
})

for (const path of ['/auth', '/settings'])
  test(`a page whose app cannot be fetched says so at ${path}, and comes by itself`, async ({ ada }) => {
    ada.expects(network)
    if (path === '/auth') await ada.page.context().clearCookies()
    await ada.page.route(/assets\/index-.*\.js|star\.svg/, route => route.abort('internetdisconnected'))
    await ada.opens(path)
    const notice = ada.page
      .getByRole('alert')
      .filter({ hasText: 'This page could not be loaded. Please check your connection.' })
    await expect(notice.getByRole('button', { name: 'Try again' })).toBeVisible()
    await lookAt(ada.page, `offline-app${path.replace('/', '-')}`)
    await ada.page.unroute(/assets\/index-.*\.js|star\.svg/)
    await ada.seesHeading(path === '/auth' ? 'The Community' : 'Settings')
    await expect(notice).toHaveCount(0)
    await expect(ada.page.getByRole('button', { name: 'Theme: System' })).toBeVisible()
  })

test('a list that could not be had without the server comes by itself when it is back', async ({ ada, bob }) => {
  ada.expects(network)
  await ada.opens('/settings')
  await expect.poll(() => fetched(ada)).toContain('ForumPage')
  await ada.page.waitForLoadState('load')
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

test('the toast of a list that could not be loaded leaves with its screen, and with the next try', async ({ ada }) => {
  ada.expects(network)
  await keepToasts(ada.page)
  await ada.opens('/settings')
  for (const screen of ['EventsPage', 'MembersPage']) await expect.poll(() => fetched(ada)).toContain(screen)
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

const UNREACHED = 'The server could not be reached. Please check your connection and try again.'

/** Somebody writes, and sends it without a connection. */
const writings: Record<
  string,
  { path: string; open?: string; fields: Record<string, string>; send: string; told: [string, string] }
> = {
  'a reply': {
    path: '/forum/1',
    fields: { 'Your reply': 'We do.' },
    send: 'Post',
    told: ['Error posting reply', `There was a problem posting your reply. ${UNREACHED}`],
  },
  'a topic': {
    path: '/forum/new',
    fields: { Title: 'Who ships?', Content: 'Freight, by rail.' },
    send: 'Create Topic',
    told: ['Error creating post', `There was a problem creating your post. ${UNREACHED}`],
  },
  'an event': {
    path: '/events',
    open: 'Create Event',
    fields: { Title: 'Breakfast', Description: 'Coffee.', Location: 'Lula Cafe' },
    send: 'Create Event',
    told: ['Error', UNREACHED],
  },
  'the profile': {
    path: '/profile?edit=all',
    fields: { Bio: 'Ships by rail.' },
    send: 'Save Profile',
    told: ['Error saving profile', `There was a problem saving your profile. ${UNREACHED}`],
  },
  'a comment on an investor': {
    path: '/investors?investor=1',
    fields: { 'Add a comment': 'Answers on Sundays.' },
    send: 'Post Comment',
    told: ['Error posting comment', `There was a problem posting your comment. ${UNREACHED}`],
  },
  'an introduction request': {
    path: '/create-introduction-request',
    fields: {
      'Request Title': 'A head of logistics',
      Context: 'Who buys freight software',
      'Your Company': 'Lakeline',
    },
    send: 'Create Request',
    told: ['Failed to create request', UNREACHED],
  },
}
for (const [name, { path, open, fields, send, told }] of Object.entries(writings)) {
  const button = (person: Person) => person.page.getByRole('button', { name: send, exact: true }).last()

  test(`${name} sent without a connection says that it is missing, and stays written`, async ({ ada }) => {
    ada.expects(network)
    await ada.member.http.does(addInvestor, { name: 'June Ford', firm: 'Kiln' })
    await ada.opens(path)
    if (open) await ada.clicks(open)
    for (const [label, text] of Object.entries(fields)) await ada.types(label, text)
    await goesOffline(ada, true)
    await button(ada).click()
    await ada.isTold('destructive', ...told)
    for (const [label, text] of Object.entries(fields))
      await expect(ada.page.getByLabel(label, { exact: true })).toHaveValue(text)
    await goesOffline(ada, false)
    await expect(mark(ada)).toHaveCount(0)
    await button(ada).click()
    await expect(ada.page.locator('[data-toast][data-variant=success]')).toBeVisible()
    await expect(ada.page.locator('[data-toast][data-variant=destructive]')).toHaveCount(0)
  })

  test(`${name} half written is there again after the session was ended elsewhere`, async ({ ada }) => {
    ada.expects(/status of 401/)
    await ada.member.http.does(addInvestor, { name: 'June Ford', firm: 'Kiln' })
    await ada.opens(path)
    if (open) await ada.clicks(open)
    const [label = '', text = ''] = Object.entries(fields)[0] ?? []
    await ada.types(label, text)
    expect(await ada.member.http.tries('POST', '/api/auth/sign-out-everywhere')).toBe(204)
    await ada.isAt('/auth')
    await ada.sees('You were signed out')
    await ada.sees('Sign in again to go on. What you were writing is kept.')
    await ada.types('Email', ada.member.email)
    await ada.types('Password', ada.member.password)
    await ada.clicks('Login')
    await expect(ada.page.getByLabel(label, { exact: true })).toHaveValue(text)
  })
}

test('a server that stops and starts again loses nothing, and everything comes back by itself', async ({
  ada,
  house,
}) => {
  ada.expects(network)
  await house.member('Bob Kowalski')
  await ada.opens('/forum/1')
  for (const screen of ['EventsPage', 'MembersPage']) await expect.poll(() => fetched(ada)).toContain(screen)
  await ada.types('Your reply', 'We do.')
  const { server } = house.app
  const { port } = server.address() as AddressInfo
  server.close()
  server.closeAllConnections()
  const reconnecting = ada.page.getByRole('status').filter({ hasText: 'Reconnecting…' })
  await ada.clicks('Post')
  await ada.isTold('destructive', 'Error posting reply', `There was a problem posting your reply. ${UNREACHED}`)
  await expect(reconnecting).toBeVisible()
  await entry(ada, 'Members').click()
  await ada.seesHeading('Failed to load members')
  await entry(ada, 'Events').click()
  await ada.isTold('destructive', 'Error', 'Failed to load events. Please try again later.')
  await ada.page.goBack()
  await ada.seesHeading('Failed to load members')

  await new Promise<void>(done => server.listen(port, '127.0.0.1', done))
  await expect(reconnecting).toHaveCount(0)
  await expect(ada.page.getByRole('heading', { name: 'Failed to load members' })).toHaveCount(0)
  await expect(ada.page.getByRole('main').getByText('Bob Kowalski').first()).toBeVisible()
  await entry(ada, 'Forum').click()
  await ada.clicks('Welcome to the community!')
  await expect(ada.page.getByLabel('Your reply', { exact: true })).toHaveValue('We do.')
  await ada.clicks('Post')
  await ada.isTold('success', 'Reply posted')
})

for (const size of [undefined, phone])
  test(`with a dialog open the mark stands in it${size ? ', and in the menu, on a phone' : ''}`, async ({ ada }) => {
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
    await goesOffline(ada, true)
    await expect(dialog.getByText('You are offline')).toBeVisible()
    await dialog.getByText('You are offline').click({ trial: true })
    await dialog.getByRole('button', { name: 'Close menu' }).click({ trial: true })
    await axe(ada.page)
    await lookAt(ada.page, 'offline-menu')
  })

test('a visitor is told too, on the sign-in page, and it leaves by itself', async ({ visitor }) => {
  visitor.expects(network)
  await savesData(visitor)
  await visitor.opens('/auth')
  // What holds the click below is fetched after the first screen.
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

test('a server that does not answer is said to be reconnected to, without a stream as well', async ({ visitor }) => {
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

test('a part of a screen that cannot be fetched costs nothing but itself', async ({ ada, bob }) => {
  ada.expects(network)
  await savesData(ada)
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
