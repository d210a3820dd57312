import type { Locator } from '@playwright/test'
import { axe, expect, lookAt, type Person, phone, test } from '../../tests/e2e/fixtures.ts'
import { createEvent } from '../events/contract.ts'
import { createReply, createTopic, deleteTopic } from '../forum/contract.ts'
import { createIntroductionRequest } from '../introductions/contract.ts'
import { addInvestor } from '../investors/contract.ts'
import { saveProfile } from '../profile/contract.ts'

const field = ({ page }: Person) => page.getByRole('combobox', { name: 'Search the community' })
const options = ({ page }: Person) => page.getByRole('dialog', { name: 'Search' }).getByRole('option')
/** The line that Enter opens. */
const chosen = (person: Person) => options(person).and(person.page.locator('[data-highlighted]'))

/** Opens the palette by keyboard, from wherever the focus is. */
async function opensSearch(person: Person, typed = '') {
  // The shell is there when its button is.
  await expect(person.page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  await person.page.keyboard.press('ControlOrMeta+k')
  await expect(field(person)).toBeFocused()
  if (typed) await person.page.keyboard.type(typed)
}

async function fill({ member: { http } }: Person) {
  const topic = await http.does(createTopic, { title: 'Zeppelin leases', content: 'Who has **one** in Pilsen?' })
  const reply = await http.does(createReply, { id: topic.id, content: 'Ask the hangar in Gary.' })
  await http.does(addInvestor, { name: 'Zeno Vale', firm: 'Prairie Capital' })
  const place = { event_date: '2090-05-04', location: 'Fulton Market' }
  await http.does(createEvent, { title: 'Zeppelin breakfast', description: 'Eggs and helium', ...place })
  return { topic, reply }
}

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

test('/search: tabs of kinds, pages, the query in the address', { tag: '@main' }, async ({ ada }) => {
  const { topic } = await fill(ada)
  for (let n = 1; n <= 30; n += 1)
    await ada.member.http.does(createTopic, { title: `Zeppelin number ${n}`, content: 'Words' })
  await ada.opens('/search')
  await ada.seesHeading('What are you looking for?')
  await ada.page.getByRole('searchbox', { name: 'Search the community...' }).fill('zeppelin')
  await expect(ada.page).toHaveURL(/q=zeppelin/)
  const results = ada.page.getByRole('list', { name: 'Results' }).getByRole('listitem')
  await expect(results).toHaveCount(24)
  await ada.sees('These are the best ones. Choose a kind to see all of it.')
  await axe(ada.page)
  await lookAt(ada.page, 'search-page')

  await ada.opensTab('Topics')
  await expect(ada.page).toHaveURL(/kind=topic/)
  await results.last().scrollIntoViewIfNeeded()
  await expect(results).toHaveCount(31)
  await ada.page.reload()
  await expect(ada.page.getByRole('tab', { name: 'Topics' })).toHaveAttribute('aria-selected', 'true')
  await results.filter({ hasText: 'Zeppelin leases' }).getByRole('link').click()
  await ada.isAt(`/forum/${topic.id}`)

  await ada.opens('/search?q=xqzvkw&kind=investor')
  await ada.seesHeading('Nothing found')
})

test('hits with typing errors are called similar, and marked only where the errors are forgiven', async ({ ada }) => {
  const { http } = ada.member
  await http.does(addInvestor, { name: 'Marcus Vale', firm: 'Stockyard Ventures', title: 'Markup partner' })
  await ada.opens('/search?q=markus')
  const similar = 'No exact match, these are similar'
  await ada.sees(`${similar}.`)
  await expect(ada.page.getByRole('list', { name: 'Results' }).locator('mark')).toHaveText(['Marcus'])
  await opensSearch(ada, 'markus')
  await expect(ada.page.getByRole('group', { name: similar }).getByRole('option')).toContainText('Marcus Vale')
  await expect(ada.page.getByText(`${similar}. 1 result`)).toBeAttached()
  await lookAt(ada.page, 'search-similar')
  await field(ada).fill('marcus')
  await expect(ada.page.getByRole('group', { name: 'Results' }).getByRole('option')).toContainText('Marcus Vale')
  await expect(ada.page.getByRole('dialog').getByText(similar)).toHaveCount(0)
})

test('on a narrow phone each hit shows what was found', async ({ ada }) => {
  const { http } = ada.member
  await http.does(saveProfile, {
    ...{ title: 'Founder', company_name: 'Second Draft', industry: 'Other', company_description: 'Books' },
    can_help_with: ['Legal Help'],
  })
  const asked = { context: 'Because we sign a lease within a few weeks.', your_company: 'Legalize It' }
  await http.does(createIntroductionRequest, { request_title: 'Meet somebody who knows leases', ...asked })
  const words = 'Many other words stand before the one that is searched for here, which is '
  await http.does(createTopic, { title: 'Leases', content: `${words.repeat(3)} legal.` })
  await http.does(createTopic, { title: 'How we read long contracts: our legal routine', content: 'Slowly' })
  await ada.page.setViewportSize({ width: 320, height: 640 })
  await ada.opens('/search?q=legal')
  const showMarks = async (hits: Locator) => {
    await expect(hits).toHaveCount(4)
    for (const hit of await hits.all()) {
      const shown = await hit.locator('mark').evaluateAll(marks =>
        marks.some(mark => {
          const { left, right, top, bottom } = mark.getBoundingClientRect()
          const box = mark.closest('[dir]')?.getBoundingClientRect()
          return box && left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom + 1
        }),
      )
      expect(shown, await hit.innerText()).toBe(true)
    }
  }
  await showMarks(ada.page.getByRole('list', { name: 'Results' }).getByRole('listitem'))
  await lookAt(ada.page, 'search-narrow')
  await opensSearch(ada, 'legal')
  await showMarks(ada.page.getByRole('group', { name: 'Results' }).getByRole('option'))
  await lookAt(ada.page, 'search-narrow-palette')
})

test('a failed search says so, and the page offers to try again', async ({ ada }) => {
  await fill(ada)
  await ada.opens('/members')
  ada.expects(/status of 500/)
  await ada.gets('**/api/search?**', { status: 500, json: { error: 'Broken' } })
  await opensSearch(ada, 'zeno')
  await ada.sees('The search could not be loaded. Broken')
  await expect(chosen(ada)).toHaveText('All results for “zeno”')
  await ada.page.keyboard.press('Enter')
  await ada.seesHeading('The results could not be loaded')
  await ada.page.unroute('**/api/search?**')
  await ada.clicks('Try Again')
  await expect(ada.page.getByRole('link', { name: /Zeno Vale/ })).toBeVisible()
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
