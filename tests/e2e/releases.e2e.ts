import type { Page } from '@playwright/test'
import { axe, expect, lookAt, type Person } from './fixtures.ts'
import { opensWithWorker, test } from './releases.ts'

const notice = ({ page }: Person) => page.getByText('A new version is ready.', { exact: true })
const link = ({ page }: Person, name: string) =>
  page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name, exact: true })
const keptReleases = (page: Page) => page.evaluate(async () => (await caches.keys()).length)
const entryOf = (page: Page) => page.locator('script[type=module][src]').getAttribute('src')

test('a new release is offered without losing what was typed', { tag: '@main' }, async ({ ada, releases }) => {
  const { page } = ada
  await opensWithWorker(ada, '/create-introduction-request')
  await ada.types('Context', 'Half a sentence')
  const before = await entryOf(page)
  await ada.comesBack()
  await expect(notice(ada)).toHaveCount(0)

  releases.next()
  ada.expects(/status of 404.*\/assets\/index-/)
  await ada.comesBack()
  await expect(notice(ada)).toBeVisible()
  await expect(page.getByLabel('Context')).toHaveValue('Half a sentence')
  await axe(page)
  await lookAt(page, 'new-release')
  // It has its own space.
  const box = await notice(ada).boundingBox()
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(heading?.y ?? 0)

  await ada.clicks('Reload')
  await expect(page.getByLabel('Context')).toHaveValue('Half a sentence')
  expect(await entryOf(page)).not.toBe(before)
  await ada.comesBack()
  await expect(notice(ada)).toHaveCount(0)
})

test('without network, a reload of the only tab opens the release that it had', async ({ ada, releases }) => {
  await opensWithWorker(ada, '/forum')
  await ada.seesHeading('Community Forum')
  releases.next()
  await ada.page.reload()
  await ada.seesHeading('Community Forum')
  const entry = await entryOf(ada.page)
  expect(entry).toContain('.r2.')
  await expect.poll(() => ada.page.evaluate(() => caches.keys())).toEqual([`release ${entry}`])
  ada.expects(/ERR_INTERNET_DISCONNECTED/)
  await ada.page.context().setOffline(true)
  await ada.page.reload()
  await ada.seesHeading('Community Forum')
  expect(await entryOf(ada.page)).toBe(entry)
  await ada.page.context().setOffline(false)
})

test('each open tab is told of a new release once its live stream is open again', async ({ ada, server, releases }) => {
  await opensWithWorker(ada, '/forum')
  await ada.seesHeading('Community Forum')
  const second = await ada.page.context().newPage()
  await second.goto('/events')
  await expect(second.getByRole('heading', { name: 'Community Events' })).toBeVisible()
  releases.next()
  ada.expects(/status of 404.*\/assets\/index-|INCOMPLETE_CHUNKED/)
  server.app.server.closeAllConnections()
  await expect(notice(ada)).toBeVisible({ timeout: 30_000 })
  await expect(second.getByText('A new version is ready.', { exact: true })).toBeVisible({ timeout: 30_000 })
})

test('a tab of the old release goes on with its own files, which are kept until no tab needs them', async ({
  ada,
  releases,
}) => {
  await opensWithWorker(ada, '/settings')
  releases.next()
  ada.expects(/status of 404.*\/assets\/index-/)
  await ada.comesBack()
  await expect(notice(ada)).toBeVisible()
  await expect.poll(() => keptReleases(ada.page)).toBe(2)

  const fromWorker = ada.page.waitForResponse(answer => /EventsPage-/.test(answer.url()))
  await link(ada, 'Events').click()
  await ada.seesHeading('Community Events')
  expect((await fromWorker).fromServiceWorker()).toBe(true)
  expect((await fromWorker).url()).not.toContain('.r2.')

  // A tab of the new release beside it: each has its own files.
  const second = await ada.page.context().newPage()
  await second.goto('/forum')
  await expect(second.getByRole('heading', { name: 'Community Forum', exact: true })).toBeVisible()
  expect(await entryOf(second)).toContain('.r2.')
  await link(ada, 'Members').click()
  await ada.seesHeading('Members')
  expect(await keptReleases(second)).toBe(2)

  // The last tab of both closes: at a later visit only the new release is kept. The first visit may come before the browser has
  // noticed that no tab is left, and is then still served by the old worker.
  const context = ada.page.context()
  await second.close()
  await ada.page.close()
  await expect(async () => {
    const later = await context.newPage()
    await later.goto('/forum')
    const kept = await later.evaluate(() => caches.keys())
    await later.close()
    expect(kept).toEqual([expect.stringContaining('.r2.')])
  }).toPass()
})

test('a draft in a dialog survives the reload into a new release', async ({ ada, releases }) => {
  await opensWithWorker(ada, '/forum/new')
  await ada.page.getByRole('dialog').getByLabel('Title').fill('Who knows a baker?')
  releases.next()
  await ada.page.reload()
  expect(await entryOf(ada.page)).toContain('.r2.')
  await expect(ada.page.getByRole('dialog').getByLabel('Title')).toHaveValue('Who knows a baker?')
})
