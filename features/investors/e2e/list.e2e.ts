import { expect, test } from '../../../tests/e2e/fixtures.ts'
import { FILTER_FOCUS_AREAS, FOCUS_AREAS, STAGES } from '../shared/options.ts'
import { onlyInvestors } from './seed.ts'

const five = ['SaaS', 'Fintech', 'Healthcare', 'E-commerce', 'Consumer']

test('Ada looks through the investors', {
  tag: [
    '@NAV-30',
    '@INV-01',
    '@INV-02',
    '@INV-03',
    '@INV-04',
    '@INV-05',
    '@INV-07',
    '@INV-08',
    '@INV-09',
    '@INV-10',
    '@INV-11',
    '@INV-12',
    '@INV-13',
    '@INV-14',
    '@INV-15',
    '@INV-16',
    '@INV-17',
    '@INV-18',
    '@INV-24',
    '@INV-101',
    '@TXT-19',
    '@TXT-36',
  ],
}, async ({ ada, bob, server }) => {
  await onlyInvestors(server, {
    'Zelda Quick': { title: 'Partner', firm: 'Ninth Pier', ratings: [3, 5], creator: bob.member.http },
    'Amos Reed': { firm: 'Quartz', description: 'Backs freight. '.repeat(60), focus: five, stage: STAGES.slice(0, 4) },
    'Émile Brandt': { title: 'Angel', firm: 'Kiln', focus: five.slice(0, 3), stage: ['Seed'] },
    'Frida Lund': { firm: 'Slate', ratings: [5, 4, 4] },
  })
  await ada.page.setViewportSize({ width: 1360, height: 900 })
  await ada.opens('/investors')
  await ada.seesHeading('Investor Database')
  await ada.sees('Find and review investors for your startup')
  await expect(ada.page.getByRole('button', { name: 'Add Investor' })).toBeVisible()
  await expect(ada.page.getByPlaceholder('Search investors...')).toBeVisible()
  await expect(ada.page.getByRole('tab')).toHaveText(['All Investors', 'Top Rated'])
  await ada.sees('Showing 4 of 4 investors')

  const cards = ada.page.getByRole('list', { name: 'Investors' }).locator('> li')
  await expect(cards.getByRole('heading')).toHaveText(['Amos Reed', 'Émile Brandt', 'Frida Lund', 'Zelda Quick'])
  const [first, second, third, fourth] = await Promise.all([0, 1, 2, 3].map(async n => cards.nth(n).boundingBox()))
  expect([second?.y, third?.y]).toEqual([first?.y, first?.y])
  expect(fourth?.y).toBeGreaterThan(first?.y ?? 0)
  expect(fourth?.x).toBe(first?.x)

  const [amos, emile, frida, zelda] = [cards.nth(0), cards.nth(1), cards.nth(2), cards.nth(3)]
  await expect(amos.getByText('Quartz', { exact: true })).toBeVisible()
  await expect(zelda.getByText('Partner at Ninth Pier', { exact: true })).toBeVisible()
  const lines = await amos.getByText('Backs freight.').evaluate(text => {
    const height = Number.parseFloat(getComputedStyle(text).lineHeight)
    return { shown: Math.round(text.clientHeight / height), all: Math.round(text.scrollHeight / height) }
  })
  expect(lines.shown).toBe(3)
  expect(lines.all).toBeGreaterThan(3)
  await expect(zelda.getByText('No description available')).toBeVisible()
  await expect(amos.getByRole('list', { name: 'Focus areas' }).locator('li')).toHaveText([
    'SaaS',
    'Fintech',
    'Healthcare',
    '+2 more',
  ])
  await expect(amos.getByRole('list', { name: 'Investment stages' }).locator('li')).toHaveText([
    'Pre-seed',
    'Seed',
    'Series A',
    '+1 more',
  ])
  await expect(emile.getByText(/more/)).toHaveCount(0)
  await expect(amos.getByText('No ratings yet')).toBeVisible()
  await expect(zelda.getByRole('img', { name: '4.0 out of 5 stars, rated by 2 members' })).toHaveText('4.0(2)')
  await expect(frida.getByRole('img')).toHaveText('4.3(3)')

  await ada.page.setViewportSize({ width: 390, height: 844 })
  await ada.clicks('Back to Home')
  await ada.isAt('/')
})

test('Ada narrows the list, finds nothing, and clears the filters', {
  tag: ['@INV-06', '@INV-19', '@INV-20', '@INV-22', '@INV-27', '@INV-28', '@INV-29', '@INV-30', '@INV-31'],
}, async ({ ada, server }) => {
  await onlyInvestors(server, {
    'Amos Reed': { stage: ['Seed'], focus: ['Fintech'], firm: 'Quartz' },
    'Bea Lund': { stage: ['Growth'], focus: ['Fintech'] },
    'Cyd Marsh': { stage: ['All stages'], focus: ['Media'] },
  })
  await ada.opens('/investors')
  const { page } = ada
  const names = page.getByRole('list', { name: 'Investors' }).getByRole('heading')
  const toggle = page.getByRole('button', { name: 'Filters' })
  const tags = page.locator('#investor-filters button[aria-pressed]')
  const badge = page.locator('[data-active-filters]')
  await expect(tags.first()).toBeHidden()
  await toggle.click()
  await expect(tags).toHaveText([...STAGES, ...FILTER_FOCUS_AREAS])
  await expect(tags).toHaveCount(STAGES.length + FOCUS_AREAS.length - 5)
  await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0)
  await expect(badge).toHaveCount(0)

  await ada.clicks('Seed')
  await expect(names).toHaveText(['Amos Reed', 'Cyd Marsh'])
  await expect(badge).toHaveText('1 active filter')
  await ada.clicks('Growth')
  await expect(names).toHaveText(['Amos Reed', 'Bea Lund', 'Cyd Marsh'])
  await ada.clicks('Fintech')
  await expect(names).toHaveText(['Amos Reed', 'Bea Lund'])
  await expect(badge).toHaveText('3 active filters')
  await page.getByPlaceholder('Search investors...').fill('qUARt')
  await expect(names).toHaveText(['Amos Reed'])
  await ada.sees('Showing 1 of 3 investors')
  // The search does not count as a filter.
  await expect(badge).toHaveText('3 active filters')
  await expect(page).toHaveURL(/q=qUARt.*stage=Seed%2CGrowth.*focus=Fintech|stage=Seed%2CGrowth.*q=qUARt/)

  await page.reload()
  await expect(names).toHaveText(['Amos Reed'])
  await expect(page.getByPlaceholder('Search investors...')).toHaveValue('qUARt')
  await expect(page.getByRole('button', { name: 'Remove Growth' })).toBeVisible()
  await page.getByPlaceholder('Search investors...').fill('nobody at all')
  await ada.sees('No investors found')
  await ada.sees('Try adjusting your search or filter criteria.')
  await ada.sees('Showing 0 of 3 investors')
  await ada.clicks('Clear filters')
  await expect(names).toHaveText(['Amos Reed', 'Bea Lund', 'Cyd Marsh'])
  await expect(page.getByPlaceholder('Search investors...')).toHaveValue('')
  await expect(badge).toHaveCount(0)

  await toggle.click()
  await ada.clicks('Growth')
  await page.getByPlaceholder('Search investors...').fill('lund')
  await expect(names).toHaveText(['Bea Lund'])
  await page.locator('#investor-filters').getByRole('button', { name: 'Clear filters' }).click()
  await expect(names).toHaveText(['Amos Reed', 'Bea Lund', 'Cyd Marsh'])
  await expect(page.getByPlaceholder('Search investors...')).toHaveValue('')
  await expect(page).toHaveURL('/investors')
  await toggle.click()
  await expect(tags.first()).toBeHidden()
})

test("'Top Rated' begins at an average of 4", { tag: ['@INV-07', '@INV-08', '@INV-25', '@INV-26'] }, async ({
  ada,
  server,
}) => {
  await onlyInvestors(server, {
    'Exactly four': { ratings: [3, 5] },
    'Just below': { ratings: [4, 4, 4, 4, 3] },
    Unrated: {},
    'All fives': { ratings: [5, 5] },
    'Nearly four': { ratings: [...Array<number>(19).fill(4), 3] },
  })
  await ada.opens('/investors')
  await ada.sees('Showing 5 of 5 investors')
  const nearly = ada.page.getByRole('listitem').filter({ hasText: 'Nearly four' })
  await expect(nearly.getByRole('img', { name: '3.9 out of 5 stars, rated by 20 members' })).toBeVisible()
  await ada.opensTab('Top Rated')
  const names = ada.page.getByRole('list', { name: 'Investors' }).getByRole('heading')
  await expect(names).toHaveText(['All fives', 'Exactly four'])
  await ada.sees('Showing 2 of 5 investors')
  await expect(ada.page).toHaveURL(/tab=top/)
  await ada.opensTab('All Investors')
  await expect(names).toHaveCount(5)
  await ada.page.getByRole('combobox', { name: 'Sort' }).click()
  await ada.page.getByRole('option', { name: 'Highest rated' }).click()
  await expect(names).toHaveText(['All fives', 'Exactly four', 'Nearly four', 'Just below', 'Unrated'])
})

test('an empty database invites to add the first, and has nothing to clear', {
  tag: ['@INV-19', '@INV-21', '@INV-22'],
}, async ({ ada, server }) => {
  await onlyInvestors(server, {})
  await ada.opens('/investors')
  await ada.sees('No investors found')
  await ada.sees('Be the first to add an investor to the database.')
  await ada.sees('Showing 0 of 0 investors')
  await expect(ada.page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0)
})

test('a spinner turns while investors load, and a list that does not come can be asked for again', {
  tag: ['@INV-23'],
}, async ({ ada, server }) => {
  await onlyInvestors(server, { 'Amos Reed': {} })
  await ada.getsPagesWithoutBoot()
  const letGo = await ada.holdsBack('**/api/investors?*')
  await ada.opens('/investors')
  const waiting = ada.page.getByRole('status').filter({ hasText: 'Loading investors' })
  await expect(waiting.locator('svg.animate-spin')).toBeVisible()
  letGo()
  await ada.sees('Amos Reed')
  await expect(waiting).toHaveCount(0)

  ada.expects(/503/)
  await ada.page.unrouteAll()
  await ada.getsPagesWithoutBoot()
  await ada.gets('**/api/investors?*', { status: 503, json: { error: 'The service is busy.', request_id: 'x' } })
  await ada.opens('/investors')
  await ada.sees('Investors could not be loaded')
  await ada.sees('The service is busy.')
  await ada.page.unrouteAll()
  await ada.clicks('Try Again')
  await ada.sees('Amos Reed')
})

test('scrolling loads more investors, and going back restores the list', async ({ ada, server }) => {
  const many = Array.from({ length: 60 }, (_, i) => [`Investor ${String(i).padStart(2, '0')}`, {}] as const)
  await onlyInvestors(server, Object.fromEntries(many))
  await ada.opens('/investors')
  const { page } = ada
  const cards = page.getByRole('list', { name: 'Investors' }).locator('> li')
  await expect(cards).toHaveCount(24)
  await cards.last().scrollIntoViewIfNeeded()
  await expect(cards).toHaveCount(48)
  await cards.last().scrollIntoViewIfNeeded()
  await expect(cards).toHaveCount(60)
  await expect(page.getByRole('button', { name: 'Load more investors' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Investor 50' }).click()
  await ada.seesHeading('Investor 50')
  await page.getByRole('link', { name: 'Next investor' }).click()
  await ada.seesHeading('Investor 51')
  await expect(page.getByRole('link', { name: 'Next investor' })).toBeFocused()
  await page.getByRole('link', { name: 'Previous investor' }).click()
  await page.getByRole('link', { name: 'Previous investor' }).click()
  await ada.seesHeading('Investor 49')
  await ada.clicks('Back to investors')
  await expect(cards).toHaveCount(60)
  await expect(page.getByRole('link', { name: 'Investor 50' })).toBeInViewport()
  await expect(page).toHaveURL('/investors')
})
