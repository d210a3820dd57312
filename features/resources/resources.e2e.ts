import type { Page } from '@playwright/test'
import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, type Person, test } from '../../tests/e2e/fixtures.ts'
import { shareLink } from './contract.ts'

const PAGE = 48

const cards = (page: Page) => page.getByRole('article')
const titles = (page: Page) => cards(page).getByRole('heading')
const share = (person: Person, more: object = {}) =>
  person.member.http.does(shareLink, { title: 'Pricing guide', url: 'https://example.com/pricing', ...more })

test.beforeEach(({ server }) => server.owner.run(sql`delete from resources where user_id is not null`))

test('a link that was stored with its scheme in capitals is opened as another site, not downloaded', async ({
  ada,
  bob,
  server,
}) => {
  const { id } = await share(bob, { title: 'A deck elsewhere' })
  await server.owner.run(sql`update resources set url = 'HTTPS://files.example/deck.pdf' where id = ${id}`)
  await ada.opens('/resources')
  const open = cards(ada.page).first().getByRole('link', { name: 'Open A deck elsewhere' })
  await expect(open).toHaveAttribute('target', '_blank')
  await expect(open).toHaveAttribute('rel', 'noreferrer noopener')
  await expect(open).not.toHaveAttribute('download')
})

test('Ada finds the library', {
  tag: [
    '@NAV-32',
    '@RES-01',
    '@RES-02',
    '@RES-03',
    '@RES-04',
    '@RES-08',
    '@RES-17',
    '@RES-21',
    '@RES-22',
    '@RES-23',
    '@RES-24',
  ],
}, async ({ ada, bob }) => {
  await share(bob, { title: 'A guide to everything', category: 'other', resource_type: 'guide' })
  const { page } = ada
  await ada.opens('/resources')
  await ada.seesHeading('Resources')
  await ada.sees('Helpful templates, guides, and resources for founders')
  await expect(page.getByPlaceholder('Search resources...')).toBeVisible()
  await expect(titles(page)).toHaveCount(9)
  await expect(titles(page).first()).toHaveText('A guide to everything')
  await expect(titles(page).nth(1)).toHaveText('Fundraising pipeline')

  const tops = await Promise.all([0, 1, 2, 3].map(async i => (await cards(page).nth(i).boundingBox())?.y ?? 0))
  expect(new Set(tops.slice(0, 3)).size, 'three cards in a row').toBe(1)
  expect(tops[3]).toBeGreaterThan(tops[0] ?? 0)

  const starter = cards(page).filter({ has: page.getByRole('heading', { name: 'Cap table workbook' }) })
  for (const part of ['Finance', 'Template', 'XLSX', 'Put in shares, post-money SAFEs', 'The Community'])
    await expect(starter).toContainText(part)
  await expect(starter).toContainText(/[A-Z][a-z]{2} \d{1,2}, 20\d\d/)
  await expect(starter.getByRole('link', { name: /^Download/ })).toHaveText('Download')
  const link = cards(page).first()
  await expect(link).toContainText('The Community')
  await expect(link).toContainText('Shared by Bob Kowalski')
  await expect(link.getByRole('link', { name: /^Open/ })).toHaveText('Open')
  await expect(link.getByRole('link', { name: /^Open/ })).toHaveAttribute('href', 'https://example.com/pricing')

  // Six colours for six categories, and grey for any other.
  const badges = page.locator('article [data-tone]:not([data-tone=outline])')
  const colours = await badges.evaluateAll(all =>
    all.map(badge => [badge.textContent, getComputedStyle(badge).backgroundColor]),
  )
  const byCategory = new Map(colours as [string, string][])
  expect([...byCategory.keys()].sort()).toEqual([
    'Finance',
    'Fundraising',
    'Legal',
    'Marketing',
    'Operations',
    'Other',
    'Product',
  ])
  expect(new Set(byCategory.values()).size).toBe(7)
  expect(byCategory.get('Other')).toBe('rgb(236, 232, 223)')
  await lookAt(page, 'resources')
  await axe(page)
  await ada.clicks('Back to Home')
  await ada.isAt('/')
})

test('the filters are made of the data, narrow the list and live in the address', {
  tag: ['@RES-05', '@RES-06', '@RES-07', '@RES-15', '@RES-16'],
}, async ({ ada }) => {
  const { page } = ada
  await share(ada, { title: 'A film about SAFEs', resource_type: 'video', category: 'legal' })
  await ada.opens('/resources')
  await page.getByRole('combobox', { name: 'Category' }).click()
  await expect(page.getByRole('option')).toHaveText([
    'All Categories',
    'Finance',
    'Fundraising',
    'Legal',
    'Marketing',
    'Operations',
    'Product',
  ])
  await page.getByRole('option', { name: 'Legal', exact: true }).click()
  await expect(titles(page)).toHaveText(['A film about SAFEs', 'Co-founder agreement: talking points'])
  await page.getByRole('combobox', { name: 'Type' }).click()
  await expect(page.getByRole('option')).toHaveText(['All Types', 'Checklist', 'Guide', 'Template', 'Video'])
  await page.getByRole('option', { name: 'Guide', exact: true }).click()
  await expect(titles(page)).toHaveText(['Co-founder agreement: talking points'])
  await expect(page).toHaveURL(/\/resources\?category=legal&type=guide$/)
  await page.reload()
  await expect(titles(page)).toHaveText(['Co-founder agreement: talking points'])
  await page.getByPlaceholder('Search resources...').fill('no such thing')
  await ada.seesHeading('No resources found')
  await lookAt(page, 'resources-none-found')
  await axe(page)
  await ada.clicks('Clear filters')
  await expect(titles(page)).toHaveCount(9)
  await expect(page.getByPlaceholder('Search resources...')).toHaveValue('')
  await expect(page).toHaveURL(/\/resources$/)
  await page.getByPlaceholder('Search resources...').fill('THE FIVE RULES')
  await expect(titles(page)).toHaveText(['Asking for introductions'])
})

test('an empty library says so', { tag: ['@RES-14'] }, async ({ ada, server }) => {
  // Restored after the test of the empty library.
  const columns = sql`id, title, description, resource_type, category, url, created_at, user_id`
  await server.owner.run(sql`create table set_aside as select ${columns} from resources`)
  await server.owner.run(sql`delete from resources`)
  try {
    await ada.opens('/resources')
    await ada.seesHeading('No resources available')
    await lookAt(ada.page, 'resources-empty')
    await axe(ada.page)
  } finally {
    await server.owner.run(sql`insert into resources (${columns}) overriding system value select * from set_aside`)
    await server.owner.run(sql`drop table set_aside`)
  }
})

test('a library that cannot be read says why, and Try Again reloads the page', {
  tag: ['@RES-09', '@RES-10', '@RES-11', '@RES-12', '@RES-13'],
}, async ({ ada }) => {
  const { page } = ada
  ada.expects(/Failed to load resource/)
  await ada.getsPagesWithoutBoot()
  const letGo = await ada.holdsBack('**/api/resources?*')
  await ada.opens('/resources')
  await expect(page.locator('[data-skeleton=card]')).toHaveCount(6)
  await lookAt(page, 'resources-loading')
  letGo()
  await expect(titles(page)).toHaveCount(8)

  const broken = { error: 'The service is busy or restarting.', request_id: 'r1' }
  await ada.gets('**/api/resources?*', { status: 503, json: broken })
  await page.reload()
  await ada.seesHeading('Failed to load resources')
  await ada.sees('The service is busy or restarting.')
  await lookAt(page, 'resources-error')
  await axe(page)
  await ada.gets('**/api/resources?*', { status: 500, body: '<html>' })
  const reloaded = page.waitForEvent('load')
  await ada.clicks('Try Again')
  await reloaded
  await ada.sees('An unexpected error occurred while fetching resources')
  await page.unroute('**/api/resources?*')
  await ada.clicks('Try Again')
  await expect(titles(page)).toHaveCount(8)
})

test('very long content fits its card, also on a phone', async ({ ada, server }) => {
  const { page } = ada
  const word = 'Wagner-Kowalski'.repeat(8)
  await share(ada, { title: word, description: word.repeat(4) })
  await server.owner.run(sql`update resources set category = ${word}, resource_type = ${word} where title = ${word}`)
  await ada.opens('/resources')
  await expect(titles(page).first()).toHaveText(word)
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
  expect(await fits()).toBe(true)
  await lookAt(page, 'resources-long')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await fits()).toBe(true)
  await axe(page)
})

test('after loading the last page, its first resource has the focus', async ({ ada, server }) => {
  await server.owner.run(sql`
    insert into resources (title, url, user_id)
    select 'Guide ' || n, 'https://example.com/' || n, ${ada.member.http.user_id} from generate_series(1, 50) n`)
  await ada.opens('/resources')
  await expect(cards(ada.page)).toHaveCount(PAGE)
  await ada.clicks('Show more resources')
  await expect(ada.page.getByRole('button', { name: 'Show more resources' })).toHaveCount(0)
  await expect(cards(ada.page).nth(PAGE)).toBeFocused()
})
