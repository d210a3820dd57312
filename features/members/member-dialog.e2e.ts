import type { Input } from '../../contract/endpoint.ts'
import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, test } from '../../tests/e2e/fixtures.ts'
import { saveProfile } from '../profile/contract.ts'

const whole = {
  title: 'CEO',
  company_description: 'Drayage scheduling for rail ramps.',
  company_website: 'lakeline.example',
  industry: 'SaaS',
  stage: 'Seed',
  fundraising_status: 'Recently Closed Round',
  needs: ['Hiring'],
  can_help_with: ['Mentorship', 'Funding'],
  contact_method: 'LinkedIn',
  location: 'Pilsen',
  twitter_handle: '@bobk',
  linkedin_url: 'bob-kowalski',
  github: 'bobk',
  bio: 'Likes trains.',
  phone: '(312) 555-0199',
  phone_visibility: 'members',
} satisfies Input<typeof saveProfile>

test('a card opens a dialog with all there is to know', {
  tag: [
    '@MEM-27',
    '@MEM-28',
    '@MEM-29',
    '@MEM-30',
    '@MEM-31',
    '@MEM-32',
    '@MEM-33',
    '@MEM-34',
    '@MEM-35',
    '@MEM-36',
    '@MEM-37',
    '@MEM-38',
    '@MEM-39',
    '@MEM-40',
    '@MEM-41',
    '@MEM-42',
    '@MEM-43',
    '@MEM-44',
    '@MEM-45',
  ],
}, async ({ ada, bob, server }) => {
  // Still February in Chicago.
  await server.owner.run(
    sql`update profiles set created_at = '2026-03-01T03:00:00Z' where id = ${bob.member.http.profile_id}`,
  )
  await bob.member.http.does(saveProfile, { ...whole, company_name: 'Dialogue Freight' })
  await ada.opens('/members?q=dialogue')
  await ada.clicks('Bob Kowalski')
  const dialog = ada.page.getByRole('dialog', { name: 'Bob Kowalski' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('tab')).toHaveText(['Company Info', 'Needs & Expertise'])

  const fact = (name: string) =>
    dialog.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd')
  await expect(fact('Company')).toHaveText('Dialogue Freight')
  await expect(fact('Industry')).toHaveText('SaaS')
  await expect(fact('Stage')).toHaveText('Seed')
  await expect(fact('Location')).toHaveText('Pilsen')
  await expect(fact('Member since')).toHaveText('February 2026')
  const section = (name: string) =>
    dialog.locator('section').filter({ has: ada.page.getByRole('heading', { name, exact: true }) })
  await expect(section('About')).toContainText('Drayage scheduling for rail ramps.')
  await expect(section('About')).toContainText('Likes trains.')
  await expect(section('Fundraising Status')).toContainText('Recently Closed Round')
  const contacts = section('Contact Information')
  for (const [name, text, href] of [
    ['Email', bob.member.email, `mailto:${bob.member.email}`],
    ['Phone', '(312) 555-0199', 'tel:3125550199'],
    ['Website', 'lakeline.example', 'https://lakeline.example'],
    ['LinkedIn', 'bob-kowalski', 'https://linkedin.com/in/bob-kowalski'],
    ['Twitter', '@bobk', 'https://x.com/bobk'],
    ['GitHub', 'bobk', 'https://github.com/bobk'],
  ] as const) {
    const value = contacts.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd')
    await expect(value).toHaveText(text)
    await expect(value.getByRole('link')).toHaveAttribute('href', href)
  }
  await axe(ada.page)
  await lookAt(ada.page, 'member-dialog')

  await ada.opensTab('Needs & Expertise')
  await expect(section('Looking For Help With')).toContainText('Hiring')
  await expect(section('Preferred Contact Method')).toContainText('LinkedIn')
  await expect(section('Can Help With').getByRole('listitem')).toHaveText(['Mentorship', 'Funding'])
  await axe(ada.page)
  await ada.clicks('View full profile')
  await ada.isAt(`/members/${bob.member.http.profile_id}`)
})

test('from the page of a member that the dialog opened, the way back leads to the filtered list', async ({
  ada,
  bob,
}) => {
  await bob.member.http.does(saveProfile, { company_name: 'Arrowhead', needs: ['Hiring'] })
  await ada.opens('/members?q=arrowhead&needs=Hiring')
  await ada.clicks('Bob Kowalski')
  await ada.clicks('View full profile')
  await ada.isAt(`/members/${bob.member.http.profile_id}`)
  await ada.page.reload()
  await ada.clicks('Back to Members')
  await expect(ada.page).toHaveURL('/members?q=arrowhead&needs=Hiring')
  await expect(ada.page.getByRole('dialog')).toHaveCount(0)
  await expect(ada.page.getByRole('searchbox', { name: 'Search members...' })).toHaveValue('arrowhead')
})

test('arrow keys switch members in list order, the URL follows, and Escape closes the dialog', {
  tag: '@main',
}, async ({ ada, bob, eve }) => {
  for (const person of [ada, bob, eve]) await person.member.http.does(saveProfile, { company_name: 'Arrowhead' })
  await ada.opens('/members?q=arrowhead')
  await ada.clicks('Ada Osei')
  const dialog = (name: string) => ada.page.getByRole('dialog', { name })
  await expect(dialog('Ada Osei')).toBeVisible()
  await expect(ada.page.getByRole('button', { name: 'Previous member' })).toBeDisabled()
  await ada.page.keyboard.press('ArrowRight')
  await expect(dialog('Bob Kowalski')).toBeVisible()
  await ada.clicks('Next member')
  await expect(dialog('Eve Raman')).toBeVisible()
  await expect(ada.page).toHaveURL(new RegExp(`member=${eve.member.http.profile_id}`))
  await expect(ada.page.getByRole('button', { name: 'Next member' })).toBeDisabled()
  await ada.page.keyboard.press('ArrowLeft')
  await expect(dialog('Bob Kowalski')).toBeVisible()
  // With the focus on the tabs, the same keys switch tabs.
  await ada.page.getByRole('tab', { name: 'Company Info' }).focus()
  await ada.page.keyboard.press('ArrowRight')
  await expect(ada.page.getByRole('tab', { name: 'Needs & Expertise' })).toHaveAttribute('aria-selected', 'true')
  await expect(dialog('Bob Kowalski')).toBeVisible()
  await ada.page.keyboard.press('Escape')
  await expect(ada.page.getByRole('dialog')).toHaveCount(0)
  await expect(ada.page).toHaveURL(/\?q=arrowhead$/)

  // The URL of the dialog can be shared.
  await ada.opens(`/members?member=${eve.member.http.profile_id}`)
  await expect(dialog('Eve Raman')).toBeVisible()
})

test('hidden contacts are in no response that the browser receives', { tag: '@main' }, async ({ ada, bob }) => {
  await bob.member.http.does(saveProfile, {
    company_name: 'Discretion',
    email: 'secret@bob.example',
    email_visibility: 'only me',
    phone: '(312) 555-0142',
  })
  const answers: string[] = []
  ada.page.on('response', async response => {
    const isText = /json|html/.test(response.headers()['content-type'] ?? '')
    if (isText) answers.push(await response.text().catch(() => ''))
  })
  await ada.opens('/members?q=discretion')
  await ada.clicks('Bob Kowalski')
  await ada.sees('No contact information shared')
  await ada.opens(`/members/${bob.member.http.profile_id}`)
  await ada.seesHeading('Bob Kowalski')
  expect(answers.join()).toContain('Discretion')
  expect(answers.join()).not.toContain('secret@bob.example')
  expect(answers.join()).not.toContain('555-0142')
})

test('the dialog shows load errors and unknown members', async ({ ada, bob }) => {
  ada.expects(/500|404/)
  await bob.member.http.does(saveProfile, { company_name: 'Brokenly' })
  await ada.gets('**/api/members/*', { status: 500, json: { error: 'Broken', request_id: 'x' } })
  await ada.opens('/members?q=brokenly')
  await ada.clicks('Bob Kowalski')
  await ada.sees('Error Loading Profile')
  await ada.sees('Failed to load member profile')
  await axe(ada.page)
  await ada.page.unroute('**/api/members/*')
  await ada.clicks('Try Again')
  await ada.sees('Contact Information')
  await ada.opens('/members?member=2000000000')
  await ada.sees('Member Not Found')
})
