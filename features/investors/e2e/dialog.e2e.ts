import { expect, test } from '../../../tests/e2e/fixtures.ts'
import { keepToasts } from '../../../tests/e2e/uncovered.ts'
import type { Investor } from '../contract.ts'
import { CHECK_SIZES, FOCUS_AREAS, STAGES } from '../shared/options.ts'
import { onlyInvestors } from './seed.ts'

test('Ada adds an investor, field by field', {
  tag: [
    '@INV-90',
    '@INV-92',
    '@INV-94',
    '@INV-95',
    '@INV-97',
    '@INV-98',
    '@INV-99',
    '@INV-100',
    '@INV-102',
    '@INV-113',
  ],
}, async ({ ada, server }) => {
  await onlyInvestors(server, { 'Somebody Else': { firm: 'Elsewhere' } })
  const { page } = ada
  await keepToasts(page)
  await ada.opens('/investors')
  await ada.clicks('Add Investor')
  const dialog = page.getByRole('dialog', { name: 'Add New Investor' })
  const labels = dialog.locator('label')
  await expect(labels).toHaveText([
    'Name',
    'Title',
    'Firm',
    'Email',
    'Website',
    'LinkedIn',
    'Twitter',
    'Focus Areas',
    'Investment Stages',
    'Typical Check Size',
    'Description',
    'Additional Notes',
  ])
  await expect(dialog.getByLabel('Email')).toHaveAttribute('type', 'email')
  const submit = dialog.getByRole('button', { name: 'Add Investor', exact: true })
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  const refused = async () => {
    await submit.click()
    await ada.isTold('destructive', 'Missing required fields', 'Please fill in all required fields.')
    await dismiss.click()
  }
  await ada.types('Firm', 'Bluestem Row')
  await refused()
  await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await ada.types('Name', 'Ruth Abernathy')
  await ada.types('Firm', '   ')
  await refused()

  const choose = async (label: string, all: readonly string[], chosen: readonly string[]) => {
    await dialog.getByLabel(label).click()
    await expect(page.getByRole('option')).toHaveText([...all])
    for (const option of chosen) await page.getByRole('option', { name: option, exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option')).toHaveCount(0)
  }
  await choose('Focus Areas', FOCUS_AREAS, ['PropTech', 'SaaS'])
  await dialog.getByLabel('Investment Stages').pressSequentially('seed')
  await expect(page.getByRole('option')).toHaveText(['Seed', 'Pre-seed'])
  await page.keyboard.press('Enter')
  await choose('Investment Stages', STAGES, ['Growth'])
  await dialog.getByLabel('Typical Check Size').click()
  await expect(page.getByRole('option')).toHaveText([...CHECK_SIZES])
  await page.getByRole('option', { name: '$1M-$3M' }).click()
  await ada.types('Firm', 'Bluestem Row')
  await ada.types('Title', 'Partner')
  await ada.types('Website', 'javascript:alert(1)')
  ada.expects(/400/)
  await submit.click()
  await ada.isTold('destructive', 'Error adding investor', 'There was a problem adding the investor.')
  await expect(dialog).toContainText('Please enter a web address, such as https://example.com.')

  // Closing the dialog keeps the draft.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await ada.clicks('Add Investor')
  await expect(dialog.getByLabel('Name')).toHaveValue('Ruth Abernathy')
  await ada.types('Website', 'bluestem.example')
  const sent = ada.writesTo(/\/api\/investors$/)
  await submit.dblclick()
  await ada.isTold('success', 'Investor added')
  expect(sent).toHaveLength(1)
  expect(sent[0]?.body).toMatchObject({ name: 'Ruth Abernathy', user_id: ada.member.http.user_id })
  await ada.sees('Showing 2 of 2 investors')
  const [added] = await ada.member.http.reads<Investor[]>('/api/investors')
  expect(added).toMatchObject({
    ...{ name: 'Ruth Abernathy', title: 'Partner', firm: 'Bluestem Row', website: 'bluestem.example' },
    ...{ focus: ['SaaS', 'PropTech'], stage: ['Seed', 'Growth'], check_size: '$1M-$3M', email: '' },
  })
})

test('Ada changes an investor and deletes it', {
  tag: ['@INV-91', '@INV-93', '@INV-114', '@INV-115', '@INV-119', '@INV-121'],
}, async ({ ada, server }) => {
  const [id] = await onlyInvestors(server, {
    'Ruth Abernathy': { creator: ada.member.http, firm: 'Bluestem Row' },
    'Somebody Else': {},
  })
  const { page } = ada
  await ada.opens('/investors')
  await page.getByRole('link', { name: 'Ruth Abernathy' }).click()
  await ada.clicks('Edit')
  const edit = page.getByRole('dialog', { name: 'Edit Investor' })
  await expect(edit.getByLabel('Name')).toHaveValue('Ruth Abernathy')
  await ada.types('Title', 'Managing Partner')
  await edit.getByRole('button', { name: 'Update Investor' }).click()
  await ada.isTold('success', 'Investor updated')
  await ada.sees('Managing Partner at Bluestem Row')

  await ada.clicks('Delete')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure you want to delete this investor? This action cannot be undone.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await ada.seesHeading('Ruth Abernathy')
  expect(await ada.member.http.tries('GET', `/api/investors/${id}`)).toBe(200)
  await ada.clicks('Delete')
  await question.getByRole('button', { name: 'Delete' }).click()
  await ada.isTold('success', 'Investor deleted')
  await ada.seesHeading('Investor Database')
  await ada.sees('Showing 1 of 1 investors')
})

test('a similar investor shows a warning with a link, and the draft is kept', { tag: '@main' }, async ({
  ada,
  server,
}) => {
  const [id] = await onlyInvestors(server, { 'Priya Venkataraman': { firm: 'Copperline Partners' } })
  await ada.opens('/investors')
  await ada.clicks('Add Investor')
  await ada.types('Name', 'Pirya Venkatraman')
  await ada.types('Firm', 'Copperline')
  await ada.sees('This investor may already be here')
  await ada.clicks('Priya Venkataraman, Copperline Partners')
  await expect(ada.page).toHaveURL(`/investors?investor=${id}`)
  await ada.seesHeading('Priya Venkataraman')
  await ada.clicks('Back to investors')
  await ada.clicks('Add Investor')
  await expect(ada.page.getByLabel('Name')).toHaveValue('Pirya Venkatraman')
  await ada.clicks('Cancel')
  await ada.clicks('Add Investor')
  await expect(ada.page.getByLabel('Name')).toHaveValue('')
})

test('adding, updating and deleting that fail say so', {
  tag: ['@INV-103', '@INV-104', '@INV-105', '@INV-112', '@INV-121'],
}, async ({ ada, server }) => {
  const [id] = await onlyInvestors(server, { 'Ruth Abernathy': { creator: ada.member.http } })
  ada.expects(/500/)
  const { page } = ada
  const fails = (method: string) =>
    page.route(/\/api\/investors(\/\d+)?$/, route =>
      route.request().method() === method
        ? route.fulfill({ status: 500, json: { error: 'No.', request_id: 'x' } })
        : route.fallback(),
    )
  await fails('POST')
  await ada.opens('/investors')
  await ada.clicks('Add Investor')
  await ada.types('Name', 'New')
  await ada.types('Firm', 'Firm')
  await page.getByRole('dialog').getByRole('button', { name: 'Add Investor', exact: true }).click()
  await ada.isTold('destructive', 'Error adding investor', 'There was a problem adding the investor.')
  await expect(page.getByLabel('Name')).toHaveValue('New')
  await ada.clicks('Cancel')

  await fails('PATCH')
  await ada.opens(`/investors?investor=${id}`)
  await ada.clicks('Edit')
  await ada.types('Title', 'Changed')
  await ada.clicks('Update Investor')
  await ada.isTold('destructive', 'Error updating investor', 'There was a problem updating the investor.')
  await expect(page.getByLabel('Title')).toHaveValue('Changed')
  await ada.clicks('Cancel')

  await fails('DELETE')
  await ada.clicks('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await ada.isTold('destructive', 'Error deleting investor', 'There was a problem deleting the investor.')
  await ada.seesHeading('Ruth Abernathy')
})
