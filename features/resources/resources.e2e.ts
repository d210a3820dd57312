import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { sql } from '../../database/sql.ts'
import { axe, expect, lookAt, type Person, test } from '../../tests/e2e/fixtures.ts'
import { shareLink } from './contract.ts'

const cards = (page: Page) => page.getByRole('article')
const titles = (page: Page) => cards(page).getByRole('heading')
const dialog = (page: Page) => page.getByRole('dialog')
const share = (person: Person, more: object = {}) =>
  person.member.http.does(shareLink, { title: 'Pricing guide', url: 'https://example.com/pricing', ...more })

test.beforeEach(({ house }) => house.owner.run(sql`delete from resources where user_id is not null`))

test('NAV-32 RES-01 RES-02 RES-03 RES-04 RES-08 RES-17 RES-21 RES-22 RES-23 RES-24 Ada finds the library', async ({
  ada,
  bob,
}) => {
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
    all.map(one => [one.textContent, getComputedStyle(one).backgroundColor]),
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

test('RES-05 RES-06 RES-07 RES-15 RES-16 the filters are made of the data, narrow the list and live in the address', async ({
  ada,
}) => {
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

test('RES-14 an empty library says so', async ({ ada, house }) => {
  // Set aside while this test looks at an empty library.
  const columns = sql`id, title, description, resource_type, category, url, created_at, user_id`
  await house.owner.run(sql`create table set_aside as select ${columns} from resources`)
  await house.owner.run(sql`delete from resources`)
  try {
    await ada.opens('/resources')
    await ada.seesHeading('No resources available')
    await lookAt(ada.page, 'resources-empty')
    await axe(ada.page)
  } finally {
    await house.owner.run(sql`insert into resources (${columns}) overriding system value select * from set_aside`)
    await house.owner.run(sql`drop table set_aside`)
  }
})

test('RES-09 RES-10 RES-11 RES-12 RES-13 a library that cannot be read says why, and Try Again reloads the page', async ({
  ada,
}) => {
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

test('RES-26 Ada uploads a file with a progress bar, edits it and removes it; Bob only downloads it', async ({
  ada,
  bob,
}, info) => {
  const { page } = ada
  await ada.opens('/resources')
  await expect(page.getByRole('button', { name: 'Edit' }), 'the community keeps its own').toHaveCount(0)
  await ada.clicks('Add Resource')
  const form = dialog(page)
  await lookAt(page, 'resources-add')
  await axe(page)
  const pick = (name: string, bytes: Buffer) =>
    form
      .getByLabel('File', { exact: true })
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes })
  await pick('tool.exe', Buffer.from('MZ'))
  await expect(form.getByText('This type of file is not accepted.')).toBeVisible()
  await pick('empty.pdf', Buffer.alloc(0))
  await expect(form.getByText('The file is empty.')).toBeVisible()
  // From the disk: sent through the test's own pipe it would take its time.
  const huge = info.outputPath('huge.pdf')
  writeFileSync(huge, Buffer.alloc(20 * 1024 * 1024 + 1))
  await form.getByLabel('File', { exact: true }).setInputFiles(huge)
  await expect(form.getByText('The file is larger than 20 MB.')).toBeVisible()
  await form.getByRole('button', { name: 'Add Resource' }).click()
  await expect(form, 'nothing was sent').toBeVisible()
  await pick('Board deck.pdf', Buffer.from('<html>'))
  await form.getByLabel('Title', { exact: true }).fill('Board deck')
  ada.expects(/415/)
  await form.getByRole('button', { name: 'Add Resource' }).click()
  await expect(form.getByRole('alert')).toHaveText(
    'This file is not what its name says: it does not look like a pdf file.',
  )
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('Board deck')

  await pick('Board deck.pdf', Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(300_000, 'x')]))
  await form.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Operations', exact: true }).click()
  const letGo = await ada.holdsBack('**/api/resource-files?*')
  await form.getByRole('button', { name: 'Add Resource' }).click()
  await expect(form.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await lookAt(page, 'resources-uploading')
  letGo()
  await ada.isTold('success', 'Resource added')
  await expect(titles(page).first()).toHaveText('Board deck')
  await expect(cards(page).first()).toContainText('PDF · 293 KB')

  await bob.opens('/resources')
  const seen = cards(bob.page).first()
  await expect(seen.getByRole('button')).toHaveCount(0)
  const [file] = await Promise.all([
    bob.page.waitForEvent('download'),
    seen.getByRole('link', { name: /^Download/ }).click(),
  ])
  expect(file.suggestedFilename()).toBe('Board deck.pdf')

  await ada.clicks('Edit')
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('Board deck')
  await form.getByLabel('Title', { exact: true }).fill('Board deck, third quarter')
  await form.getByRole('button', { name: 'Update Resource' }).click()
  await ada.isTold('success', 'Resource updated')
  await expect(titles(page).first()).toHaveText('Board deck, third quarter')
  await ada.clicks('Remove')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await ada.isTold('success', 'Resource removed')
  await expect(titles(page)).toHaveCount(8)
})

test('RES-26 Ada shares a link; one that is no web address is refused, and what she typed stays', async ({ ada }) => {
  const { page } = ada
  await ada.opens('/resources')
  await ada.clicks('Add Resource')
  const form = dialog(page)
  await ada.opensTab('Share a link')
  await form.getByLabel('Title', { exact: true }).fill('How to hire')
  await form.getByLabel('Link', { exact: true }).fill('javascript:alert(1)')
  ada.expects(/400/)
  await form.getByRole('button', { name: 'Add Resource' }).click()
  await expect(form.getByRole('alert')).toHaveText('The link is not a web address, such as https://example.com.')
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('How to hire')
  await form.getByLabel('Link', { exact: true }).fill('https://example.com')
  await expect(form.getByRole('alert'), 'put right').toHaveCount(0)
  // A slip on Escape loses nothing.
  await page.keyboard.press('Escape')
  await ada.clicks('Add Resource')
  await ada.opensTab('Share a link')
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('How to hire')
  // Typed without its scheme, a link gets it.
  await form.getByLabel('Link', { exact: true }).fill('example.com/hire')
  await form.getByLabel('Title', { exact: true }).focus()
  await expect(form.getByLabel('Link', { exact: true })).toHaveValue('https://example.com/hire')
  await form.getByRole('button', { name: 'Add Resource' }).dblclick()
  await ada.isTold('success', 'Resource added')
  await expect(titles(page)).toHaveCount(9)
  await expect(titles(page).first()).toHaveText('How to hire')
})

test('RES-26 an upload that breaks off says so and can be tried again', async ({ ada }) => {
  const { page } = ada
  await ada.opens('/resources')
  await ada.clicks('Add Resource')
  const form = dialog(page)
  await form
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'Notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') })
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('Notes')
  ada.expects(/ERR_FAILED|Failed to load resource/)
  await page.route('**/api/resource-files?*', route => route.abort())
  await form.getByRole('button', { name: 'Add Resource' }).click()
  await expect(form.getByRole('alert')).toContainText('The upload was interrupted. Nothing has been stored.')
  await page.unroute('**/api/resource-files?*')
  await form.getByRole('button', { name: 'Add Resource' }).click()
  await ada.isTold('success', 'Resource added')
  await expect(titles(page).first()).toHaveText('Notes')
})

test('the title follows the file that was chosen until one is typed; a refused file gives no title', async ({
  ada,
}) => {
  const { page } = ada
  await ada.opens('/resources')
  await ada.clicks('Add Resource')
  const form = dialog(page)
  const title = form.getByLabel('Title', { exact: true })
  const pick = (name: string) =>
    form
      .getByLabel('File', { exact: true })
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from('Notes') })
  await pick('tool.exe')
  await expect(form.getByText('This type of file is not accepted.')).toBeVisible()
  await expect(title).toHaveValue('')
  // What turns the direction of the rest would let it read like another name.
  await pick('No\u202etes\u2069.txt')
  await expect(title).toHaveValue('Notes')
  await pick('Notes.txt')
  await expect(title).toHaveValue('Notes')
  await pick('other.exe')
  await expect(title).toHaveValue('Notes')
  await pick('Minutes.txt')
  await expect(title).toHaveValue('Minutes')
  await title.fill('Minutes of May')
  await pick('Notes.txt')
  await expect(title).toHaveValue('Minutes of May')
})

test('a title that nobody typed is no draft: after a reload it follows the next file', async ({ ada }) => {
  const { page } = ada
  ada.expects(/415/)
  const form = dialog(page)
  const title = form.getByLabel('Title', { exact: true })
  const opensForm = async () => {
    await ada.opens('/resources')
    await ada.clicks('Add Resource')
  }
  const pick = (name: string) =>
    form.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: '', buffer: Buffer.from('Notes') })
  await opensForm()
  await pick('evil.pdf')
  await expect(title).toHaveValue('evil')
  await form.getByRole('button', { name: 'Add Resource' }).click()
  await expect(form.getByRole('alert')).toContainText('This file is not what its name says')
  await opensForm()
  await expect(title).toHaveValue('')
  await pick('page.txt')
  await expect(title).toHaveValue('page')
  // Emptied, it stays empty; typed, it is the member's own.
  await title.fill('')
  await expect(title).toHaveValue('')
  await title.fill('Minutes')
  await opensForm()
  await expect(title).toHaveValue('Minutes')
  await pick('page.txt')
  await expect(title).toHaveValue('Minutes')
  await title.fill('')
  await opensForm()
  await pick('page.txt')
  await form.getByRole('button', { name: 'Add Resource' }).click()
  await ada.isTold('success', 'Resource added')
  await expect(titles(page).first()).toHaveText('page')
})

test('very long content stays inside its card, on a phone too', async ({ ada, house }) => {
  const { page } = ada
  const word = 'Wagner-Kowalski'.repeat(8)
  await share(ada, { title: word, description: word.repeat(4) })
  await house.owner.run(sql`update resources set category = ${word}, resource_type = ${word} where title = ${word}`)
  await ada.opens('/resources')
  await expect(titles(page).first()).toHaveText(word)
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
  expect(await fits()).toBe(true)
  await lookAt(page, 'resources-long')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await fits()).toBe(true)
  await axe(page)
})
