import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, test } from '../../tests/e2e/fixtures.ts'

const cards = (page: Page) => page.getByRole('article')
const titles = (page: Page) => cards(page).getByRole('heading')
const dialog = (page: Page) => page.getByRole('dialog')

test.beforeEach(({ server }) => server.owner.run(sql`delete from resources where user_id is not null`))

test(
  'Ada uploads a file with a progress bar, edits it and removes it; Bob only downloads it',
  { tag: ['@RES-26'] },
  async ({ ada, bob }, info) => {
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
    // From the disk: passing the buffer through Playwright is slow.
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
    const card = cards(bob.page).first()
    await expect(card.getByRole('button')).toHaveCount(0)
    const [file] = await Promise.all([
      bob.page.waitForEvent('download'),
      card.getByRole('link', { name: /^Download/ }).click(),
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
  },
)

test('Ada shares a link; one that is no web address is refused, and what she typed stays', {
  tag: ['@RES-26'],
}, async ({ ada }) => {
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
  // Escape keeps the draft.
  await page.keyboard.press('Escape')
  await ada.clicks('Add Resource')
  await ada.opensTab('Share a link')
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('How to hire')
  // A link without a scheme gets https://.
  await form.getByLabel('Link', { exact: true }).fill('example.com/hire')
  await form.getByLabel('Title', { exact: true }).focus()
  await expect(form.getByLabel('Link', { exact: true })).toHaveValue('https://example.com/hire')
  const sent = ada.requestsTo(/\/api\/resources$/)
  await form.getByRole('button', { name: 'Add Resource' }).dblclick()
  await ada.isTold('success', 'Resource added')
  expect(sent.map(request => request.body)).toMatchObject([{ title: 'How to hire', user_id: ada.member.http.user_id }])
  await expect(titles(page)).toHaveCount(9)
  await expect(titles(page).first()).toHaveText('How to hire')
})

test('an upload that breaks off says so and can be tried again', { tag: ['@RES-26'] }, async ({ ada }) => {
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

test('the title follows the chosen file until it is typed; a refused file sets no title', async ({ ada }) => {
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
  // Bidirectional overrides are removed.
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

test('a title taken from a file is not kept as a draft', async ({ ada }) => {
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
  // A cleared title stays empty; a typed title is kept.
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
