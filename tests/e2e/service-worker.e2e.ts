import { createTopic } from '../../features/forum/contract.ts'
import { axe, expect, lookAt, type Person, test } from './fixtures.ts'
import { copies } from './offline-copies.ts'
import { opensWithWorker } from './releases.ts'
import { goesOffline, network } from './without-network.ts'

test.use({ serviceWorkers: 'allow' })

test('the app can be installed', async ({ ada, server }) => {
  await opensWithWorker(ada, '/')
  const session = await ada.page.context().newCDPSession(ada.page)
  const { errors, data } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data ?? '{}')
  expect(manifest).toMatchObject({ name: server.config.communityName, display: 'standalone' })
  expect(manifest.shortcuts.map(({ name, url }: { name: string; url: string }) => [name, url])).toEqual([
    ['New topic', '/forum/new'],
    ['Search', '/search'],
  ])
  expect((await session.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
  await ada.opens('/forum/new')
  await expect(ada.page.getByRole('dialog').getByLabel('Title')).toBeVisible()
  await ada.opens('/search')
  await expect(ada.page.getByRole('searchbox')).toBeVisible()
})

/** A browser with the worker, but without copies of what a member read (reading-offline.e2e.ts). */
async function signsOutWithWorker(person: Person) {
  await opensWithWorker(person, '/')
  await person.page.getByRole('button', { name: 'Log out' }).click()
  await person.isAt('/auth')
  await expect.poll(() => copies(person)).toBeNull()
}

test('signed out without network, a page says so, light and dark, and opens when the network is back', async ({
  ada,
}) => {
  const { page } = ada
  ada.expects(network)
  await signsOutWithWorker(ada)
  await goesOffline(ada, true)
  await page.goto('/forgot-password')
  await ada.seesHeading('You are offline')
  await expect(page).toHaveTitle('You are offline')
  await axe(page)
  await lookAt(page, 'offline-page')
  await Promise.all([page.waitForEvent('load'), ada.clicks('Try again')])
  await ada.seesHeading('You are offline')
  expect(await page.content()).not.toContain(ada.member.email)

  await goesOffline(ada, false)
  await ada.seesHeading('Forgot your password?')
  await ada.isAt('/forgot-password')
})

test('the offline page has the chosen theme', async ({ ada }) => {
  ada.expects(network)
  await ada.page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await signsOutWithWorker(ada)
  await goesOffline(ada, true)
  await ada.opens('/')
  await ada.seesHeading('You are offline')
  await expect(ada.page.locator('body')).toHaveCSS('background-color', 'rgb(10, 20, 30)')
})

test('the worker keeps only files of the app, and touches no request of a member', { tag: '@main' }, async ({
  ada,
  bob,
}) => {
  const { page } = ada
  await opensWithWorker(ada, '/settings')
  const ofData: string[] = []
  const byWorker: string[] = []
  page.on('response', answer => {
    const { pathname } = new URL(answer.url())
    if (answer.fromServiceWorker()) byWorker.push(pathname)
    if (pathname.startsWith('/api/')) ofData.push(pathname)
  })
  // A page from the network, a write, the live stream and a download.
  await ada.opens('/forum')
  await ada.seesHeading('Community Forum')
  await bob.member.http.does(createTopic, { title: 'Payroll', content: 'Who does it?' })
  await ada.clicks('1 new topic')
  await ada.sees('Payroll')
  await ada.opens('/settings')
  const download = page.waitForEvent('download')
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/api/openapi.json', download: 'api.json' })
    link.click()
  })
  await (await download).path()
  await page.getByRole('button', { name: 'Log out' }).click()
  await ada.isAt('/auth')

  expect(ofData).toContain('/api/live')
  expect(ofData).toContain('/api/auth/sign-out')
  expect(byWorker.filter(path => path.startsWith('/api/'))).toEqual([])
  expect(byWorker.some(path => /\/assets\/index-.*\.js$/.test(path))).toBe(true)
  const kept = await page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname)
    return found
  })
  expect(kept.length).toBeGreaterThan(10)
  expect(kept.filter(path => !path.startsWith('/assets/'))).toEqual(['/before-app.js'])
})

test('a visitor’s browser gets no worker', async ({ visitor }) => {
  await visitor.opens('/auth')
  await visitor.page.waitForLoadState('networkidle')
  expect(await visitor.page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})
