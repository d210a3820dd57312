import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, test } from '../../tests/e2e/fixtures.ts'
import { saveAvatar, saveProfile } from '../profile/contract.ts'

const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

test('Bob’s page, at both its addresses', {
  tag: [
    '@NAV-22',
    '@NAV-23',
    '@MEM-63',
    '@MEM-64',
    '@MEM-65',
    '@MEM-66',
    '@MEM-67',
    '@MEM-68',
    '@MEM-69',
    '@MEM-70',
    '@MEM-71',
    '@MEM-72',
    '@MEM-73',
    '@MEM-74',
    '@MEM-75',
    '@MEM-76',
    '@MEM-77',
    '@MEM-79',
  ],
}, async ({ ada, bob, server }) => {
  // Still February in Chicago.
  await server.owner.run(
    sql`update profiles set created_at = '2026-03-01T03:00:00Z' where id = ${bob.member.http.profile_id}`,
  )
  await bob.member.http.asks('PUT', saveAvatar.path, dot, { 'content-type': 'image/gif' })
  const { avatar_url } = await bob.member.http.does(saveProfile, {
    title: 'CEO',
    company_name: 'Lakeline Freight',
    company_description: 'Drayage scheduling.',
    company_website: 'lakeline.example',
    industry: 'SaaS',
    stage: 'Seed',
    fundraising_status: 'Actively Fundraising',
    needs: ['Hiring'],
    location: 'Pilsen',
    twitter_handle: '@bobk',
    linkedin_url: 'bob-kowalski',
    github: 'bobk',
    phone: '(312) 555-0199',
    phone_visibility: 'members',
  })
  const id = bob.member.http.profile_id
  await ada.opens(`/member/${id}`)
  await ada.seesHeading('Bob Kowalski')
  await ada.opens(`/members/${id}`)
  await ada.seesHeading('Bob Kowalski')
  const side = ada.page.getByRole('region', { name: 'Member' })
  await expect(side.locator('img')).toHaveAttribute('src', String(avatar_url))
  for (const text of [
    'CEO',
    'Lakeline Freight',
    'Pilsen',
    'SaaS',
    'Seed',
    'Fundraising: Actively Fundraising',
    bob.member.email,
    '(312) 555-0199',
    'lakeline.example',
    'Member since February 2026',
  ])
    await expect(side.getByText(text, { exact: true })).toBeVisible()
  for (const network of ['LinkedIn', 'Twitter', 'GitHub'])
    await expect(side.getByRole('link', { name: `Bob Kowalski on ${network}` })).toBeVisible()
  await expect(ada.page.getByRole('tab')).toHaveText(['Company Info', 'Needs & Expertise'])
  await axe(ada.page)
  await lookAt(ada.page, 'member-page')

  await ada.clicks('Connect')
  await expect(ada.page.getByRole('menuitem')).toHaveText(['Send an email', 'Request an introduction'])
  await axe(ada.page)
  await ada.clicks('Request an introduction')
  await ada.isAt('/create-introduction-request')
  await expect(ada.page.getByLabel('Target Person', { exact: true })).toHaveValue('Bob Kowalski')
  await expect(ada.page.getByLabel('Target Email', { exact: true })).toHaveValue(bob.member.email)
  await ada.page.goBack()
  await ada.clicks('Back to Members')
  await ada.isAt('/members')
})

test('a page without email and without anything written', { tag: ['@MEM-78', '@MEM-80', '@MEM-81'] }, async ({
  ada,
  eve,
}) => {
  await eve.member.http.does(saveProfile, { email_visibility: 'only me' })
  await ada.opens(`/members/${eve.member.http.profile_id}`)
  await ada.seesHeading('Eve Raman')
  await expect(ada.page.getByRole('button', { name: 'Connect' })).toHaveCount(0)
  await expect(ada.page.getByRole('link', { name: 'Request introduction' })).toBeVisible()
  await ada.sees('No company information available')
  await lookAt(ada.page, 'member-page-empty')
  await ada.opensTab('Needs & Expertise')
  await ada.sees('No needs or expertise information available')
  await axe(ada.page)
})

test('a page that cannot be read, and one of nobody', {
  tag: ['@MEM-82', '@MEM-83', '@MEM-84', '@MEM-85', '@MEM-86', '@MEM-87'],
}, async ({ ada, bob }) => {
  ada.expects(/500|404/)
  await ada.getsPagesWithoutBoot()
  await ada.gets('**/api/members/*', { status: 500, json: { error: 'Broken', request_id: 'x' } })
  await ada.opens(`/members/${bob.member.http.profile_id}`)
  await ada.sees('Error Loading Profile')
  await ada.sees('Failed to load member profile')
  await axe(ada.page)
  await lookAt(ada.page, 'member-page-error')
  await expect(ada.page.getByRole('link', { name: 'Return to Members' })).toBeVisible()
  await ada.page.unroute('**/api/members/*')
  await ada.clicks('Try Again')
  await ada.seesHeading('Bob Kowalski')

  for (const nobody of ['2000000000', 'abc']) {
    await ada.opens(`/members/${nobody}`)
    await ada.sees('Member Not Found')
    await ada.sees('The requested member profile could not be found.')
  }
  await axe(ada.page)
  await ada.clicks('Return to Members')
  await ada.isAt('/members')
})

test('a member who has left meanwhile is not shown when their page is read again', { tag: '@main' }, async ({
  ada,
  bob,
  server,
}) => {
  ada.expects(/status of 404/)
  await ada.page.clock.install()
  await ada.opens(`/members/${bob.member.http.profile_id}`)
  await ada.seesHeading('Bob Kowalski')
  await ada.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await ada.seesHeading('Welcome, Ada Osei!')
  await server.owner.run(sql`delete from users where id = ${bob.member.http.user_id}`)
  // What was read is fresh for five minutes.
  await ada.page.clock.fastForward('10:00')
  await ada.page.goBack()
  await ada.sees('Member Not Found')
  await expect(ada.page.getByRole('heading', { name: 'Bob Kowalski' })).toHaveCount(0)
})

test('a page that was read before the member left is not shown when its parts are not found', async ({
  ada,
  bob,
  server,
}) => {
  ada.expects(/status of 404/)
  await ada.opens(`/members?member=${bob.member.http.profile_id}`)
  await expect(ada.page.getByRole('dialog', { name: 'Bob Kowalski' }).getByRole('tab').first()).toBeVisible()
  await server.owner.run(sql`delete from users where id = ${bob.member.http.user_id}`)
  await ada.page.getByRole('link', { name: 'View full profile' }).click()
  await ada.sees('Member Not Found')
  await expect(ada.page.getByRole('heading', { name: 'Bob Kowalski' })).toHaveCount(0)
})

test('very long content does not overflow', async ({ ada, bob }) => {
  const word = 'Donaudampfschifffahrtsgesellschaft'
  await bob.member.http.does(saveProfile, {
    full_name: `${word}${word} ${word}`,
    title: word.repeat(4),
    company_name: `${word.repeat(3)} Longwinded`,
    company_description: word.repeat(30),
    company_website: `https://example.com/${'path/'.repeat(50)}`,
    location: word.repeat(4),
    bio: word.repeat(40),
    needs: ['Co-Founder', 'Hiring', 'Funding', 'Customers', 'Partnerships', 'Advisory', 'Product Feedback'],
  })
  for (const width of [1280, 390]) {
    await ada.page.setViewportSize({ width, height: 844 })
    for (const address of ['/members?q=longwinded', `/members/${bob.member.http.profile_id}`]) {
      await ada.opens(address)
      await expect(ada.page.getByRole('heading', { name: word }).first()).toBeVisible()
      expect(await ada.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
  }
  await lookAt(ada.page, 'member-page-long')
  await bob.opens('/profile')
  await bob.seesHeading(`${word}${word} ${word}`)
  await lookAt(bob.page, 'profile-long')
})

test('my own page links to my profile', async ({ ada }) => {
  await ada.opens(`/members/${ada.member.http.profile_id}`)
  await ada.seesHeading('Ada Osei')
  await ada.clicks('Edit Profile')
  await ada.isAt('/profile')
})

test('facts stand once: in the card, not again in the tabs', async ({ ada, bob }) => {
  await bob.member.http.does(saveProfile, {
    company_name: 'Onceworks',
    company_description: 'Drayage.',
    industry: 'SaaS',
    stage: 'Seed',
    fundraising_status: 'Not Fundraising',
    location: 'Pilsen',
    company_website: 'onceworks.example',
    website: 'HTTPS://bob.example',
  })
  await ada.opens(`/members/${bob.member.http.profile_id}`)
  const { email } = bob.member
  const facts = ['Onceworks', 'SaaS', 'Seed', 'Pilsen', email, 'onceworks.example', 'bob.example']
  for (const fact of facts) await expect(ada.page.getByText(fact, { exact: true })).toHaveCount(1)
  await expect(ada.page.getByText('Not Fundraising')).toHaveCount(1)
  await expect(ada.page.getByText(/^Member since/)).toHaveCount(1)
  await ada.sees('Drayage.')
  await expect(ada.page.getByRole('link', { name: 'bob.example', exact: true })).toHaveAttribute('target', '_blank')
  await ada.clicks('Members in Pilsen')
  await ada.isAt('/members')
})

test('the address is copied; if the browser refuses, it says so', async ({ ada, bob }) => {
  const { email, http } = bob.member
  await ada.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await ada.opens(`/members/${http.profile_id}`)
  await ada.clicks('Copy address')
  await ada.isTold('success', 'Address copied', email)
  expect(await ada.page.evaluate(() => navigator.clipboard.readText())).toBe(email)
  await ada.opens(`/members?member=${http.profile_id}`)
  await ada.page.evaluate(() => navigator.clipboard.writeText(''))
  await ada.clicks('Copy address')
  await ada.isTold('success', 'Address copied', email)
  expect(await ada.page.evaluate(() => navigator.clipboard.readText())).toBe(email)

  await ada.page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Refused', 'NotAllowedError'))
  })
  await ada.clicks('Copy address')
  await ada.isTold(
    'destructive',
    'Nothing was copied',
    'Your browser does not allow it here. Please select the text and copy it yourself.',
  )

  await bob.member.http.does(saveProfile, { email_visibility: 'only me' })
  await ada.opens(`/members/${http.profile_id}`)
  await expect(ada.page.getByRole('link', { name: 'Request introduction' })).toBeVisible()
  await expect(ada.page.getByRole('button', { name: 'Copy address' })).toHaveCount(0)
})

test('My Profile shows my page as others see it', { tag: '@main' }, async ({ ada, bob }) => {
  await ada.member.http.does(saveProfile, {
    company_name: 'Seenworks',
    phone: '(312) 555-0177',
    phone_visibility: 'only me',
    email_visibility: 'members',
  })
  const id = ada.member.http.profile_id
  await ada.opens('/profile')
  await ada.clicks('See it as others do')
  await ada.isAt(`/members/${id}`)
  await ada.sees('This is your page as other members see it. The buttons do nothing here.')
  await expect(ada.page.getByRole('button', { name: 'Connect' })).toBeDisabled()
  await expect(ada.page.getByRole('button', { name: 'Request introduction' })).toBeDisabled()
  await expect(ada.page.getByRole('link', { name: 'Edit Profile' })).toHaveCount(0)
  await expect(ada.page.getByText('555-0177')).toHaveCount(0)
  await axe(ada.page)
  await lookAt(ada.page, 'member-as-others')
  // What the two see is the same.
  const read = async (page: typeof ada.page) => ({
    facts: await page.getByRole('region', { name: 'Member' }).getByRole('listitem').allTextContents(),
    tabs: await page.getByRole('tabpanel').textContent(),
  })
  await bob.opens(`/members/${id}`)
  await bob.seesHeading('Ada Osei')
  expect(await read(ada.page)).toEqual(await read(bob.page))

  await ada.clicks('Back to My Profile')
  await ada.isAt('/profile')
  // On the page of another member the parameter changes nothing.
  await ada.opens(`/members/${bob.member.http.profile_id}?as=others`)
  await expect(ada.page.getByRole('button', { name: 'Connect' })).toBeEnabled()
  await expect(ada.page.getByText(/as other members see it/)).toHaveCount(0)
})
