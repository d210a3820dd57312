import { expect, lookAt, test } from './fixtures.ts'
import { goesOffline, mark, network } from './without-network.ts'

const script = { contentType: 'text/javascript' }

test('a network lost after the first screen is shown, before other chunks are fetched', async ({ ada, visitor }) => {
  for (const [person, path] of [
    [visitor, '/auth'],
    [ada, '/'],
  ] as const) {
    person.expects(network)
    // The code after the first screen does nothing, so neither the stream nor a failed chunk can report it.
    await person.gets('**/assets/later-*.js', { ...script, body: 'export const begin = () => {}' })
    await person.gets('**/assets/HeldNoticeContent-*.js', { ...script, body: 'export default () => null' })
    await person.opens(path)
    await goesOffline(person, true)
    await expect(mark(person)).toBeVisible()
    await goesOffline(person, false)
    await expect(mark(person)).toHaveCount(0)
  }
})

test('a screen that is referenced by its page and fails to import is loaded by a reload', async ({ ada }) => {
  ada.expects(network)
  await ada.page.route(/assets\/SettingsPage-.*\.js/, route => route.abort())
  await ada.opens('/settings')
  await ada.seesHeading('This page could not be loaded')
  await ada.page.unroute(/assets\/SettingsPage-.*\.js/)
  await ada.clicks('Try again')
  await ada.seesHeading('Settings')
})

for (const path of ['/auth', '/settings'])
  test(`a page whose app cannot be fetched shows a message at ${path} and loads by itself later`, async ({ ada }) => {
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
