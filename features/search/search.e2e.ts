import { axe, expect, lookAt, phone, test } from '../../tests/e2e/fixtures.ts'
import { deleteTopic } from '../forum/contract.ts'
import { addInvestor } from '../investors/contract.ts'
import { chosen, field, fill, opensSearch, options } from './palette-story.ts'

test('by keyboard alone: open, type, choose, open the hit, and find it again among the recent ones', {
  tag: '@main',
}, async ({ ada }) => {
  const { topic, reply } = await fill(ada)
  await ada.opens('/members')
  await opensSearch(ada)
  await expect(options(ada).filter({ hasText: 'New topic' })).toBeVisible()
  await expect(ada.page.getByText('Recent', { exact: true })).toHaveCount(0)

  await ada.page.keyboard.type('zepp')
  await expect(options(ada).filter({ hasText: 'Zeppelin leases' })).toBeVisible()
  await expect(options(ada).filter({ hasText: 'Zeppelin breakfast' })).toContainText('Event')
  await expect(options(ada).last()).toHaveText('All results for “zepp”')
  await expect(chosen(ada)).toContainText('Zeppelin breakfast')
  await expect(chosen(ada).locator('mark')).toHaveText('Zepp')
  await ada.page.keyboard.press('ArrowDown')
  await expect(chosen(ada)).toContainText('Zeppelin leases')
  await expect(field(ada)).toHaveAttribute('aria-activedescendant', (await chosen(ada).getAttribute('id')) ?? '')
  await axe(ada.page)
  await lookAt(ada.page, 'search-palette')
  await ada.page.keyboard.press('Enter')
  await ada.isAt(`/forum/${topic.id}`)
  await ada.seesHeading('Zeppelin leases')
  await expect(field(ada)).toHaveCount(0)

  await opensSearch(ada, 'hangar')
  await expect(chosen(ada)).toContainText('Re: Zeppelin leases')
  await ada.page.keyboard.press('Enter')
  await expect(ada.page).toHaveURL(new RegExp(`/forum/${topic.id}\\?reply=${reply.id}$`))

  await opensSearch(ada)
  await expect(ada.page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([
    'Re: Zeppelin leasesReply',
    'Zeppelin leasesTopic',
  ])
  await lookAt(ada.page, 'search-recent')
  await ada.page.keyboard.press('Escape')
  await expect(field(ada)).toHaveCount(0)
})

test('commands go to screens, open forms and change the theme', { tag: '@main' }, async ({ ada }) => {
  await ada.opens('/')
  for (const [typed, command, path, heading] of [
    ['new top', 'New topic', '/forum/new', 'New Topic'],
    ['add inv', 'Add investor', '/investors', 'Add New Investor'],
    ['new eve', 'New event', '/events', 'Create Event'],
    ['request intro', 'Request introduction', '/create-introduction-request', 'Create Introduction Request'],
    ['share', 'Share resource', '/resources', 'Add Resource'],
    ['go to set', 'Go to Settings', '/settings', 'Settings'],
  ] as const)
    await test.step(command, async () => {
      await opensSearch(ada, typed)
      // A command is a result.
      await expect(ada.page.getByText(/^\d+ results?$/)).toBeAttached()
      await expect(ada.page.getByText(/^Nothing found/)).toHaveCount(0)
      await expect(chosen(ada)).toHaveText(command)
      await ada.page.keyboard.press('Enter')
      await ada.isAt(path)
      await expect(ada.page.getByRole('heading', { name: heading, exact: true }).first()).toBeVisible()
      // In a dialog the shortcut does nothing: what is typed there must not be left.
      const dialog = ada.page.getByRole('dialog')
      if ((await dialog.count()) > 0) {
        await ada.page.keyboard.press('ControlOrMeta+k')
        await expect(field(ada)).toHaveCount(0)
        await ada.page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
      }
    })
  await opensSearch(ada, 'dark')
  await ada.page.keyboard.press('Enter')
  await expect(ada.page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await opensSearch(ada, 'light')
  await ada.page.keyboard.press('Enter')
  await expect(ada.page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test("'go to' shows all places", { tag: '@main' }, async ({ ada }) => {
  await ada.opens('/')
  await opensSearch(ada, 'go to')
  await expect(ada.page.getByRole('option', { name: /^Go to / })).toHaveCount(11)
})

test('typing errors in the names of commands are forgiven if nothing has the words as typed, never before the hits are here', async ({
  ada,
}) => {
  await ada.member.http.does(addInvestor, { name: 'Lihgt Themet', firm: 'Prairie Capital' })
  await ada.opens('/members')
  await ada.seesHeading('Members')
  await opensSearch(ada)
  const similar = ada.page.getByRole('group', { name: 'Similar commands' }).getByRole('option')
  for (const [typed, command] of [
    ['drak theme', 'Dark theme'],
    ['ad invester', 'Add investor'],
    ['go to membres', 'Go to Members'],
    ['nwe topic', 'New topic'],
  ] as const) {
    await field(ada).fill(typed)
    await expect(similar).toHaveText([command])
    await expect(chosen(ada)).toHaveText(`All results for “${typed}”`)
  }
  await expect(similar.locator('mark')).toHaveText(['New', 'topic'])
  await axe(ada.page)
  await lookAt(ada.page, 'search-similar-commands')

  // A hit with the words as typed is all that is offered, and while it is awaited Enter runs no command.
  const letGo = await ada.holdsBack('**/api/search?q=lihgt+theme**')
  await field(ada).fill('lihgt theme')
  await expect(chosen(ada)).toHaveText('All results for “lihgt theme”')
  letGo()
  await expect(chosen(ada)).toContainText('Lihgt Themet')
  await expect(similar).toHaveCount(0)
  // Nothing is found for the word: Enter searches for it, and does not turn the page dark.
  await field(ada).fill('drak')
  await expect(similar).toHaveText(['Dark theme'])
  await ada.page.keyboard.press('Enter')
  await ada.isAt('/search')
  await opensSearch(ada)
  await field(ada).fill('nwe topic')
  await expect(similar).toHaveText(['New topic'])
  await ada.page.keyboard.press('ArrowDown')
  await expect(chosen(ada)).toHaveText('New topic')
  await ada.page.keyboard.press('Enter')
  await ada.isAt('/forum/new')
})

test('what is typed right after the shortcut is not lost, although the search is still loading', async ({ ada }) => {
  await fill(ada)
  const letGo = await ada.holdsBack('**/assets/SearchPalette-*.js')
  await ada.opens('/members')
  await ada.seesHeading('Members')
  await ada.page.keyboard.press('Control+k')
  await ada.page.keyboard.type('zeno va')
  letGo()
  await expect(ada.page.getByRole('combobox', { name: 'Search the community' })).toHaveValue('zeno va')
  await ada.page.keyboard.type('le')
  await expect(chosen(ada)).toContainText('Zeno Vale')
})

test('the latest answer wins, and Enter never opens a hit that no longer fits', async ({ ada }) => {
  await fill(ada)
  await ada.opens('/members')
  await opensSearch(ada)
  const letGo = await ada.holdsBack('**/api/search?q=zeno&**')
  await ada.page.keyboard.type('ze')
  await expect(options(ada).filter({ hasText: 'Zeppelin leases' })).toBeVisible()
  await ada.page.keyboard.type('no')
  await expect(options(ada).filter({ hasText: 'Zeppelin' })).toHaveCount(0)
  await expect(chosen(ada)).toContainText('Zeno Vale')
  await ada.page.keyboard.type('xyzzy')
  await expect(options(ada)).toHaveText(['All results for “zenoxyzzy”'])
  await expect(ada.page.getByText('Nothing found. Try fewer or other words.')).toBeVisible()
  letGo()
  await expect(options(ada)).toHaveText(['All results for “zenoxyzzy”'])
})

test('what was opened is kept per member in this browser, and removed at sign-out', async ({ ada }) => {
  await fill(ada)
  await ada.opens('/members')
  await opensSearch(ada, 'zeno')
  await expect(chosen(ada)).toContainText('Zeno Vale')
  await ada.page.keyboard.press('Enter')
  await ada.seesHeading('Zeno Vale')
  const stored = () => ada.page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('recent:')))
  expect(await stored()).toHaveLength(1)
  await ada.page.reload()
  await opensSearch(ada)
  await expect(ada.page.getByRole('group', { name: 'Recent' }).getByRole('option')).toContainText('Zeno Vale')
  await ada.page.keyboard.press('Escape')
  await ada.clicks('Log out')
  await ada.isAt('/auth')
  expect(await stored()).toEqual([])
})

test('what was opened and then deleted or renamed is not among the recent ones any more', async ({ ada, bob }) => {
  // The visit of the open topic is stored when it is left.
  bob.expects(/status of 404 .*\/visit/)
  const { topic } = await fill(ada)
  await bob.opens('/members')
  for (const [q, heading] of [
    ['zeno', 'Zeno Vale'],
    ['zeppelin leases', 'Zeppelin leases'],
  ] as const) {
    await opensSearch(bob, q)
    await expect(chosen(bob)).toContainText(heading)
    await bob.page.keyboard.press('Enter')
    await bob.seesHeading(heading)
  }
  await ada.member.http.does(deleteTopic, { id: topic.id })
  await bob.opens('/members')
  await opensSearch(bob)
  await expect(bob.page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText(['Zeno ValeInvestor'])
  await bob.page.reload()
  await opensSearch(bob)
  await expect(bob.page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText(['Zeno ValeInvestor'])
})

test('on a phone an icon opens it, over the whole screen', async ({ ada }) => {
  await fill(ada)
  await ada.page.setViewportSize(phone)
  await ada.opens('/members')
  await ada.clicks('Search')
  await field(ada).fill('zepelin')
  await expect(options(ada).filter({ hasText: 'Zeppelin leases' })).toBeVisible()
  const box = await ada.page.getByRole('dialog', { name: 'Search' }).boundingBox()
  expect(box?.width).toBe(phone.width)
  await axe(ada.page)
  await options(ada).last().click()
  await expect(ada.page).toHaveURL(/\/search\?q=zepelin$/)
  await ada.seesHeading('Search')
  // Not on the icon that opened it.
  await expect(ada.page.getByRole('heading', { name: 'Search', level: 1 })).toBeFocused()
})

test('a session that ends while the palette is open leads to the sign-in page', async ({ ada }) => {
  await ada.opens('/members')
  ada.expects(/status of 401/)
  await opensSearch(ada)
  await ada.page.context().clearCookies()
  await ada.page.keyboard.type('zeno')
  await ada.isAt('/auth')
  await expect(field(ada)).toHaveCount(0)
})
