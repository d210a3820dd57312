import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, type Person, test } from '../../tests/e2e/fixtures.ts'
import { startTestServer } from '../../tests/test-server.ts'
import { createReply, createTopic, pinTopic } from './contract.ts'

const categories = ['General', 'Fundraising', 'Product', 'Marketing', 'Tech', 'Hiring', 'Legal', 'Growth']
const cardOf = (person: Person, title: string) => person.page.getByRole('article', { name: title })
const search = (person: Person) => person.page.getByPlaceholder('Search topics...')

test('the forum and what stands around its list', {
  tag: [
    '@FORUM-01',
    '@FORUM-02',
    '@FORUM-03',
    '@FORUM-04',
    '@FORUM-05',
    '@FORUM-06',
    '@FORUM-07',
    '@FORUM-09',
    '@NAV-16',
  ],
}, async ({ ada }) => {
  await ada.opens('/forum')
  await ada.seesHeading('Community Forum')
  await ada.sees('Discuss, share, and learn with other founders')
  await expect(search(ada)).toBeVisible()
  await expect(ada.page.getByRole('tab')).toHaveText(['All Topics', 'Pinned'])
  await expect(ada.page.getByRole('link', { name: 'New Topic' })).toBeVisible()
  await ada.page.getByRole('combobox', { name: 'Category' }).click()
  await expect(ada.page.getByRole('option')).toHaveText(['All Categories', ...categories])
  await ada.page.keyboard.press('Escape')
  await ada.page.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await ada.isAt('/')
})

test('closing the New Topic dialog returns the focus to the control that opened it', async ({ ada }) => {
  await ada.opens('/forum')
  const opener = ada.page.getByRole('link', { name: 'New Topic' })
  await opener.click()
  await expect(ada.page.getByRole('dialog').getByLabel('Title')).toBeFocused()
  await ada.page.keyboard.press('Escape')
  await ada.isAt('/forum')
  await expect(ada.page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('Bob sees Ada’s topic on a card', {
  tag: [
    '@FORUM-12',
    '@FORUM-13',
    '@FORUM-14',
    '@FORUM-15',
    '@FORUM-16',
    '@FORUM-17',
    '@FORUM-18',
    '@FORUM-19',
    '@FORUM-99',
    '@TXT-34',
  ],
}, async ({ ada, bob }) => {
  test.slow()
  const lines = Array.from({ length: 12 }, (_, n) => `Line ${n} of a long story about our first office in Avondale.`)
  const start = { title: 'Our first office', content: lines.join(' '), tags: ['Growth' as const] }
  const topic = await ada.member.http.does(createTopic, start)
  await bob.member.http.does(createReply, { id: topic.id, content: 'Go on.' })
  await bob.opens('/forum')
  const card = cardOf(bob, 'Our first office')
  await expect(card.getByText('Growth', { exact: true })).toBeVisible()
  await expect(card.getByText('Pinned', { exact: true })).toHaveCount(0)
  await expect(card.getByRole('heading', { name: 'Our first office' })).toBeVisible()
  await expect(card.getByText('Ada Osei')).toBeVisible()
  await expect(card.getByText('just now')).toBeVisible()
  await expect(card.getByText('1 reply')).toBeVisible()
  await expect(card.getByRole('link', { name: 'View Topic' })).toBeVisible()
  const preview = card.locator('[data-preview]')
  await expect(preview).toContainText('Line 0 of a long story')
  const { lineHeight, height } = await preview.evaluate(element => ({
    lineHeight: Number.parseFloat(getComputedStyle(element).lineHeight),
    height: element.clientHeight,
  }))
  expect(Math.round(height / lineHeight)).toBe(2)

  await ada.member.http.does(pinTopic, { id: topic.id })
  await bob.opens('/forum')
  await expect(cardOf(bob, 'Our first office').getByText('Pinned', { exact: true })).toBeVisible()
  await axe(bob.page)
  await lookAt(bob.page, 'forum')
})

test('category and tab narrow the list, and stay in the address', {
  tag: ['@FORUM-08', '@FORUM-10', '@FORUM-11'],
}, async ({ ada, bob }) => {
  const makes = (title: string, tag: 'Legal' | 'Tech') =>
    ada.member.http.does(createTopic, { title, content: 'Words', tags: [tag] })
  const pinned = await makes('A lease to sign', 'Legal')
  await makes('A database to choose', 'Tech')
  await ada.member.http.does(pinTopic, { id: pinned.id })

  await bob.opens('/forum')
  // Newest first; pins do not change the order.
  await expect(bob.page.getByRole('article').nth(0)).toHaveAccessibleName('A database to choose')
  await expect(bob.page.getByRole('article').nth(1)).toHaveAccessibleName('A lease to sign')

  await bob.page.getByRole('combobox', { name: 'Category' }).click()
  await bob.page.getByRole('option', { name: 'Tech' }).click()
  await expect(cardOf(bob, 'A lease to sign')).toHaveCount(0)
  await expect(cardOf(bob, 'A database to choose')).toBeVisible()
  await expect(bob.page).toHaveURL(/category=Tech/)
  await bob.page.reload()
  await expect(cardOf(bob, 'A database to choose')).toBeVisible()
  await expect(cardOf(bob, 'A lease to sign')).toHaveCount(0)

  await bob.opens('/forum')
  await bob.opensTab('Pinned')
  await expect(cardOf(bob, 'A lease to sign')).toBeVisible()
  await expect(cardOf(bob, 'A database to choose')).toHaveCount(0)
  await expect(bob.page).toHaveURL(/tab=pinned/)
})

test('a search finds and marks, or says that nothing was found', {
  tag: ['@FORUM-25', '@FORUM-26', '@FORUM-28', '@FORUM-29', '@FORUM-30'],
}, async ({ ada }) => {
  test.slow()
  await ada.member.http.does(createTopic, { title: 'Sublet in Ravenswood', content: 'Four desks, quiet.' })
  await ada.member.http.does(createTopic, { title: 'Something else', content: 'Words' })
  await ada.opens('/forum')
  await search(ada).fill('ravensw')
  await expect(cardOf(ada, 'Something else')).toHaveCount(0)
  await expect(cardOf(ada, 'Sublet in Ravenswood').locator('mark')).toHaveText(['Ravensw'])

  await search(ada).fill('ravenswood zeppelin')
  await ada.seesHeading('No topics found')
  await ada.sees('Try adjusting your search or filter criteria.')
  await axe(ada.page)
  await lookAt(ada.page, 'forum-nothing-found')
  await ada.clicks('Clear filters')
  await expect(cardOf(ada, 'Something else')).toBeVisible()
  await expect(search(ada)).toHaveValue('')
  await expect(ada.page).toHaveURL(/\/forum$/)
})

test('scrolling loads more topics, and going back restores the scroll position', { tag: '@main' }, async ({ ada }) => {
  for (let n = 1; n <= 45; n += 1)
    await ada.member.http.does(createTopic, { title: `Endless ${n}`, content: 'Words', tags: ['Marketing'] })
  await ada.opens('/forum?category=Marketing')
  await expect(ada.page.getByRole('article')).toHaveCount(20)
  await ada.page.mouse.wheel(0, 20_000)
  await expect(ada.page.getByRole('article')).toHaveCount(40)
  await cardOf(ada, 'Endless 10').scrollIntoViewIfNeeded()
  const before = await ada.page.evaluate(() => window.scrollY)
  await cardOf(ada, 'Endless 10').getByRole('link', { name: 'View Topic' }).click()
  await ada.seesHeading('Endless 10')
  await ada.page.goBack()
  await expect(cardOf(ada, 'Endless 10')).toBeInViewport()
  expect(Math.abs((await ada.page.evaluate(() => window.scrollY)) - before)).toBeLessThan(200)
  // The focus is on the link that was followed, so that Tab goes on from there.
  await expect(cardOf(ada, 'Endless 10').getByRole('link', { name: 'Endless 10' })).toBeFocused()

  await cardOf(ada, 'Endless 10').getByRole('link', { name: 'View Topic' }).click()
  await ada.seesHeading('Endless 10')
  await ada.page.getByRole('link', { name: 'Back to topics' }).click()
  await expect(cardOf(ada, 'Endless 10')).toBeInViewport()
  await expect(cardOf(ada, 'Endless 10').getByRole('link', { name: 'Endless 10' })).toBeFocused()
  await expect(ada.page).toHaveURL(/category=Marketing/)
})

test('a new community begins with a welcome topic; without any the forum asks for the first', {
  tag: ['@FORUM-102', '@FORUM-27'],
}, async ({ visitor }) => {
  const fresh = await startTestServer({ adminUrl: process.env.E2E_ADMIN_URL ?? '' })
  const url = await fresh.listen()
  const first = await fresh.member('First Member')
  const cookies = first.cookies.split('; ').map(pair => pair.split('='))
  await visitor.page.context().addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url })))
  await visitor.opens(`${url}/forum`)
  await expect(visitor.page.getByRole('article')).toHaveCount(1)
  const card = cardOf(visitor, 'Welcome to the community!')
  await expect(card.getByText('The Community', { exact: true })).toBeVisible()
  await expect(card.getByText('General', { exact: true })).toBeVisible()

  await fresh.owner.run(sql`delete from posts`)
  await visitor.page.reload()
  await visitor.seesHeading('No topics found')
  await visitor.sees('Be the first to start a discussion.')
  await expect(visitor.page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0)
  await lookAt(visitor.page, 'forum-empty')
  // Leave the page before its server stops: the live stream would log errors.
  await visitor.page.goto('about:blank')
  await fresh.close()
})

test('the list shows skeletons while loading, and Try Again after an error', async ({ ada }) => {
  test.slow()
  ada.expects(/status of 503/)
  await ada.getsPagesWithoutBoot()
  const letGo = await ada.holdsBack('**/api/posts?*')
  await ada.opens('/forum')
  await expect(ada.page.getByRole('status', { name: 'Loading topics' })).toBeVisible()
  await axe(ada.page)
  await lookAt(ada.page, 'forum-loading')
  letGo()
  await ada.page.unroute('**/api/posts?*')
  await expect(ada.page.getByRole('article').first()).toBeVisible()

  await ada.gets('**/api/posts?*', { status: 503, json: { error: 'Restarting.', request_id: 'x' } })
  await ada.opens('/forum')
  await ada.seesHeading('The topics could not be loaded')
  await axe(ada.page)
  await lookAt(ada.page, 'forum-error')
  await ada.page.unroute('**/api/posts?*')
  await ada.clicks('Try Again')
  await expect(ada.page.getByRole('article').first()).toBeVisible()
})

test('an invalid reply and an unreachable server show different errors', async ({ ada }) => {
  ada.expects(/Invalid JSON response/, /ERR_FAILED|Failed to load resource/)
  await ada.getsPagesWithoutBoot()
  await ada.gets('**/api/posts?*', { json: { nonsense: true } })
  await ada.opens('/forum')
  await ada.seesHeading('The topics could not be loaded')
  await ada.sees('The server gave an answer we do not understand. Please try again later.')
  await ada.page.unroute('**/api/posts?*')
  await ada.page.route('**/api/posts?*', route => route.abort())
  await ada.clicks('Try Again')
  await ada.sees('The server could not be reached. Please check your connection and try again.')
})
