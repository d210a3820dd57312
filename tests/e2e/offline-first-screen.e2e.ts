import { expect, lookAt, test } from './fixtures.ts'
import { goesOffline, mark, network } from './without-network.ts'

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
