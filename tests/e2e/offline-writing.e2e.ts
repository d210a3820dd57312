import type { AddressInfo } from 'node:net'
import { addInvestor } from '../../features/investors/contract.ts'
import { expect, mainFor, type Person, test } from './fixtures.ts'
import { keepToasts } from './uncovered.ts'
import { entry, goesOffline, hasAllScreens, mark, network } from './without-network.ts'

const UNREACHED = 'The server could not be reached. Please check your connection and try again.'

test.use({ serviceWorkers: 'allow' })

/** Forms that are sent without a connection. */
const writings: Record<
  string,
  {
    path: string
    open?: string
    fields: Record<string, string>
    send: string
    /** Without it, what is sent waits for the network (waiting-writes.e2e.ts). */
    toast?: [string, string]
  }
> = {
  'a reply': {
    path: '/forum/1',
    fields: { 'Your reply': 'We do.' },
    send: 'Post',
  },
  'a topic': {
    path: '/forum/new',
    fields: { Title: 'Who ships?', Content: 'Freight, by rail.' },
    send: 'Create Topic',
    toast: ['Error creating post', 'There was a problem creating your post.'],
  },
  'an event': {
    path: '/events',
    open: 'Create Event',
    fields: { Title: 'Breakfast', Description: 'Coffee.', Location: 'Lula Cafe' },
    send: 'Create Event',
    toast: ['Error', UNREACHED],
  },
  'the profile': {
    path: '/profile?edit=all',
    fields: { Bio: 'Ships by rail.' },
    send: 'Save Profile',
    toast: ['Error saving profile', 'There was a problem saving your profile.'],
  },
  'a comment on an investor': {
    path: '/investors?investor=1',
    fields: { 'Add a comment': 'Answers on Sundays.' },
    send: 'Post Comment',
  },
  'an introduction request': {
    path: '/create-introduction-request',
    fields: {
      'Request Title': 'A head of logistics',
      Context: 'Who buys freight software',
      'Your Company': 'Lakeline',
    },
    send: 'Create Request',
    toast: ['Failed to create request', UNREACHED],
  },
}
for (const [name, { path, open, fields, send, toast }] of Object.entries(writings)) {
  const button = (person: Person) => person.page.getByRole('button', { name: send, exact: true }).last()

  if (toast)
    test(
      `${name} sent without a connection shows an error and keeps the text`,
      mainFor(name, 'a topic'),
      async ({ ada }) => {
        ada.expects(network)
        await ada.member.http.does(addInvestor, { name: 'June Ford', firm: 'Kiln' })
        await keepToasts(ada.page)
        await ada.opens(path)
        if (open) await ada.clicks(open)
        for (const [label, text] of Object.entries(fields)) await ada.types(label, text)
        await goesOffline(ada, true)
        await button(ada).click()
        await ada.isTold('destructive', ...toast)
        // A dialog has its own mark.
        await expect(mark(ada).last()).toBeVisible()
        for (const [label, text] of Object.entries(fields))
          await expect(ada.page.getByLabel(label, { exact: true })).toHaveValue(text)
        await goesOffline(ada, false)
        await expect(mark(ada)).toHaveCount(0)
        await button(ada).click()
        await expect(ada.page.locator('[data-toast][data-variant=success]')).toBeVisible()
        await expect(ada.page.locator('[data-toast][data-variant=destructive]')).toHaveCount(0)
      },
    )

  test(
    `the draft of ${name} is restored after the session was ended elsewhere`,
    mainFor(name, 'a reply'),
    async ({ ada }) => {
      ada.expects(/status of 401/)
      await ada.member.http.does(addInvestor, { name: 'June Ford', firm: 'Kiln' })
      await ada.opens(path)
      if (open) await ada.clicks(open)
      const [label = '', text = ''] = Object.entries(fields)[0] ?? []
      await ada.types(label, text)
      expect(await ada.member.http.tries('POST', '/api/auth/sign-out-everywhere')).toBe(204)
      await ada.isAt('/auth')
      await ada.sees('You were signed out')
      await ada.sees('Sign in again to go on. What you were writing is kept until somebody else signs in here.')
      await ada.types('Email', ada.member.email)
      await ada.types('Password', ada.member.password)
      await ada.clicks('Login')
      await expect(ada.page.getByLabel(label, { exact: true })).toHaveValue(text)
    },
  )
}

test('after a restart of the server nothing is lost, and everything loads by itself', async ({ ada, server }) => {
  ada.expects(network)
  await server.member('Bob Kowalski')
  await ada.opens('/forum/1')
  await hasAllScreens(ada)
  await ada.types('Your reply', 'We do.')
  const listener = server.app.server
  const { port } = listener.address() as AddressInfo
  listener.close()
  listener.closeAllConnections()
  const reconnecting = ada.page.getByRole('status').filter({ hasText: 'Reconnecting…' })
  await ada.clicks('Post')
  await ada.isTold('success', 'Waiting for the network', 'It will be sent when you are online again.')
  await expect(reconnecting).toBeVisible()
  await entry(ada, 'Members').click()
  await ada.seesHeading('Failed to load members')
  await entry(ada, 'Events').click()
  await ada.isTold('destructive', 'Error', 'Failed to load events. Please try again later.')
  await ada.page.goBack()
  await ada.seesHeading('Failed to load members')

  await new Promise<void>(done => listener.listen(port, '127.0.0.1', done))
  await expect(reconnecting).toHaveCount(0)
  await expect(ada.page.getByRole('heading', { name: 'Failed to load members' })).toHaveCount(0)
  await expect(ada.page.getByRole('main').getByText('Bob Kowalski').first()).toBeVisible()
  await entry(ada, 'Forum').click()
  await ada.clicks('Welcome to the community!')
  await ada.sees('We do.')
  await expect(ada.page.getByLabel('Your reply', { exact: true })).toHaveValue('')
})
