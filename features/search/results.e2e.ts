import type { Locator } from '@playwright/test'
import { axe, expect, lookAt, test } from '../../tests/e2e/fixtures.ts'
import { createTopic } from '../forum/contract.ts'
import { createIntroductionRequest } from '../introductions/contract.ts'
import { addInvestor } from '../investors/contract.ts'
import { saveProfile } from '../profile/contract.ts'
import { chosen, field, fill, opensSearch } from './palette-story.ts'

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

  // The chosen tab is beyond the edge of a phone, until the tabs are scrolled.
  await ada.page.setViewportSize({ width: 320, height: 700 })
  await ada.opens('/search?q=xqzvkw&kind=request')
  await expect(ada.page.getByRole('tab', { name: 'Requests' })).toBeInViewport({ ratio: 1 })
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
    // With a resource of the starter library, by its category.
    await expect(hits).toHaveCount(5)
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
