import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, test } from '../../tests/e2e/fixtures.ts'
import type { Person } from '../../tests/e2e/person.ts'
import { type Profile, saveAvatar, saveProfile } from './contract.ts'

const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const GET_THE_MOST = 'Complete your profile to get the most out of the community.'
const APPEAR = 'Complete your profile to appear in member searches.'

const completion = (person: Person) => person.page.getByRole('progressbar', { name: 'Profile completion' })
const field = (person: Person, label: string) => person.page.getByLabel(label, { exact: true })
const stored = (person: Person) => person.member.http.reads<Profile>('/api/profile')

test('a complete profile, shown', {
  tag: [
    '@NAV-26',
    '@PROF-01',
    '@PROF-02',
    '@PROF-03',
    '@PROF-04',
    '@PROF-05',
    '@PROF-06',
    '@PROF-07',
    '@PROF-08',
    '@PROF-09',
    '@PROF-10',
    '@PROF-11',
    '@PROF-12',
    '@PROF-13',
    '@PROF-14',
    '@PROF-16',
    '@PROF-17',
    '@PROF-19',
    '@PROF-22',
    '@PROF-32',
  ],
}, async ({ ada }) => {
  await ada.member.http.asks('PUT', saveAvatar.path, dot, { 'content-type': 'image/gif' })
  const { avatar_url } = await ada.member.http.does(saveProfile, {
    title: 'CEO',
    bio: 'Builds things by the lake.',
    location: 'Pilsen',
    website: 'ada.example',
    twitter_handle: 'ada',
    linkedin_url: 'ada-osei',
    company_name: 'Lakeline Freight',
    company_description: 'Drayage scheduling.',
    company_website: 'lakeline.example',
    industry: 'SaaS',
    stage: 'Seed',
    fundraising_status: 'Actively Fundraising',
    needs: ['Hiring'],
    can_help_with: ['Mentorship'],
    contact_method: 'In-Person',
  })
  await ada.opens('/profile')
  await ada.seesHeading('My Profile')
  await ada.sees('Manage your profile information and settings')
  const about = ada.page.getByRole('region', { name: 'About me' })
  await expect(about.locator('img')).toHaveAttribute('src', String(avatar_url))
  await expect(about.getByRole('heading', { name: 'Ada Osei' })).toBeVisible()
  for (const text of ['CEO', 'Builds things by the lake.', 'Pilsen'])
    await expect(about.getByText(text, { exact: true })).toBeVisible()
  await expect(about.getByRole('link', { name: 'ada.example' })).toHaveAttribute('href', 'https://ada.example')
  await expect(about.getByRole('link', { name: '@ada' })).toHaveAttribute('href', 'https://x.com/ada')
  await expect(about.getByRole('link', { name: 'LinkedIn' })).toHaveAttribute(
    'href',
    'https://linkedin.com/in/ada-osei',
  )
  const company = ada.page
    .locator('section')
    .filter({ has: ada.page.getByRole('heading', { name: 'Lakeline Freight' }) })
  await expect(company.locator('[data-tone]')).toHaveText(['SaaS', 'Seed', 'Actively Fundraising'])
  await expect(company).toContainText('Drayage scheduling.')
  await expect(ada.page.getByRole('tab')).toHaveText(['Looking For', 'Can Help With'])
  await ada.sees('Hiring')
  await ada.opensTab('Can Help With')
  await ada.sees('Mentorship')
  await ada.seesHeading('Contact Preferences')
  await ada.sees('Preferred contact method: In-Person')

  await expect(completion(ada)).toHaveAttribute('aria-valuenow', '100')
  await ada.sees('Your profile is 100% complete.')
  await expect(ada.page.getByRole('button', { name: 'Complete Profile' })).toHaveCount(0)
  await ada.doesNotSee(GET_THE_MOST)
  await ada.doesNotSee(APPEAR)
  await axe(ada.page)
  await lookAt(ada.page, 'profile-full')
})

test('an empty profile says what it lacks, and each gap leads to its field', {
  tag: ['@PROF-15', '@PROF-18', '@PROF-20', '@PROF-21', '@PROF-34'],
}, async ({ ada }) => {
  await ada.opens('/profile')
  await ada.sees('Your profile is 10% complete.')
  await ada.sees('Preferred contact method: Not specified')
  const hints = ada.page.locator('[role=status][data-tone=amber]')
  await expect(hints).toContainText(GET_THE_MOST)
  await expect(hints).toContainText(APPEAR)
  await axe(ada.page)
  await lookAt(ada.page, 'profile-empty')
  // The home screen shows the same.
  await ada.opens('/')
  await ada.sees('Your profile is 10% complete')
  await expect(hints).toContainText(GET_THE_MOST)
  await expect(hints).toContainText(APPEAR)
  await ada.clicks('Update Profile')
  await ada.clicks('Complete Profile')
  await ada.seesHeading('Edit Profile')
  await ada.page.goBack()
  for (const [gap, label] of [
    ['Stage', 'Stage'],
    ['Looking For', 'Looking For'],
    ['Bio', 'Bio'],
    ['Twitter', 'Twitter'],
  ] as const) {
    await ada.clicks(gap, { on: 'Still missing:' })
    await expect(field(ada, label)).toBeFocused()
    await ada.clicks('Cancel')
  }
  // The hints disappear at 70%: here with one more field.
  await ada.member.http.does(saveProfile, {
    company_name: 'Lakeline',
    company_description: 'Freight.',
    industry: 'SaaS',
    stage: 'Seed',
    title: 'CEO',
    bio: 'Bio.',
    location: 'Loop',
    needs: ['Hiring'],
  })
  await ada.page.reload()
  await ada.sees('Your profile is 67% complete.')
  await ada.sees(APPEAR)
  await ada.member.http.does(saveProfile, { can_help_with: ['Hiring'] })
  await ada.page.reload()
  await ada.sees('Your profile is 71% complete.')
  await ada.doesNotSee(APPEAR)
})

test('while the profile is unknown outlines stand for it, and a failure says so', {
  tag: ['@PROF-30', '@PROF-58', '@PROF-61'],
}, async ({ ada }) => {
  ada.expects(/500/)
  await ada.getsPagesWithoutBoot()
  const letGo = await ada.holdsBack('**/api/profile')
  await ada.opens('/profile')
  await expect(ada.page.getByRole('status', { name: 'Loading profile' })).toBeVisible()
  await axe(ada.page)
  await lookAt(ada.page, 'profile-loading')
  letGo()
  await ada.seesHeading('Ada Osei')

  await ada.page.unroute('**/api/profile')
  await ada.gets('**/api/profile', { status: 500, json: { error: 'Broken', request_id: 'x' } })
  await ada.page.reload()
  const messages = ['Error loading profile', 'There was a problem loading your profile. Please try again.'] as const
  await ada.isTold('destructive', ...messages)
  await ada.seesHeading(messages[0])
  await axe(ada.page)
  await lookAt(ada.page, 'profile-error')
  await ada.page.unroute('**/api/profile')
  await ada.clicks('Try Again')
  await ada.seesHeading('Ada Osei')
})

test('who has no profile and gets none begins by writing one', { tag: ['@PROF-31', '@PROF-38', '@PROF-63'] }, async ({
  ada,
  server,
}) => {
  ada.expects(/404|503/)
  await server.owner.run(sql`delete from profiles where user_id = ${ada.member.http.user_id}`)
  const refuse = (method: string) =>
    ada.page.route('**/api/profile', route =>
      route.request().method() === method
        ? route.fulfill({ status: 503, json: { error: 'Not now', request_id: 'x' } })
        : route.fallback(),
    )
  await refuse('POST')
  await ada.opens('/profile')
  await ada.seesHeading('Edit Profile')
  await expect(field(ada, 'Full Name')).toHaveValue('Ada Osei')
  await ada.clicks('Cancel')
  await ada.isAt('/')
  await ada.opens('/profile')
  await ada.types('Company Name', 'Lakeline')
  await ada.clicks('Save Profile')
  await ada.isTold('success', 'Profile created')
  await ada.seesHeading('My Profile')
  expect(await stored(ada)).toMatchObject({ full_name: 'Ada Osei', company_name: 'Lakeline', email: ada.member.email })
})
