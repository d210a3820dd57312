import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, test } from '../../tests/e2e/fixtures.ts'
import type { Person } from '../../tests/e2e/person.ts'
import { type Profile, saveAvatar, saveProfile } from './contract.ts'

const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const GET_THE_MOST = 'Complete your profile to get the most out of the community.'
const APPEAR = 'Complete your profile to appear in member searches.'

const completion = (person: Person) => person.page.getByRole('progressbar', { name: 'Profile completion' })
const field = (person: Person, label: string) => person.page.getByLabel(label, { exact: true })
const chooses = async (person: Person, label: string, option: string) => {
  await field(person, label).click()
  await person.page.getByRole('option', { name: option, exact: true }).click()
}
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

test('Ada fills in her profile', {
  tag: [
    '@PROF-23',
    '@PROF-24',
    '@PROF-25',
    '@PROF-26',
    '@PROF-27',
    '@PROF-28',
    '@PROF-29',
    '@PROF-33',
    '@PROF-35',
    '@PROF-39',
    '@PROF-40',
    '@PROF-41',
    '@PROF-42',
    '@PROF-43',
    '@PROF-44',
    '@PROF-62',
  ],
}, async ({ ada }) => {
  await ada.opens('/profile')
  await ada.clicks('Edit Profile')
  await ada.seesHeading('Edit Profile')
  await expect(ada.page.getByRole('heading', { level: 2 })).toHaveText([
    'Basic Information',
    'Company Information',
    'Needs & Offerings',
    'Social & Contact',
  ])
  for (const label of ['Full Name', 'Company Name', 'Company Description', 'Industry', 'Stage'])
    await expect(field(ada, label)).toHaveAttribute('aria-required', 'true')
  await expect(field(ada, 'Title')).not.toHaveAttribute('aria-required', 'true')
  await axe(ada.page)
  await lookAt(ada.page, 'profile-edit')

  await ada.types('Title', 'Founder')
  await chooses(ada, 'Stage', 'Series A')
  await field(ada, 'Looking For').click()
  await ada.page.getByRole('option', { name: 'Legal Help' }).click()
  await ada.page.keyboard.press('Escape')
  await ada.types('Phone', '(312) 555-0101')
  await chooses(ada, 'Who sees your phone', 'Members')
  // Saving is possible with empty required fields.
  await ada.clicks('Save Profile')
  await ada.isTold('success', 'Profile updated')
  await ada.seesHeading('My Profile')
  await ada.sees('Founder')
  expect(await stored(ada)).toMatchObject({
    title: 'Founder',
    stage: 'Series A',
    needs: ['Legal Help'],
    company_name: '',
    phone: '(312) 555-0101',
    phone_visibility: 'members',
    completion_percentage: 28,
  })
  await ada.sees('Your profile is 28% complete.')
})

test('Cancel restores what was stored; leaving with something unsaved asks first', {
  tag: ['@PROF-36', '@PROF-37'],
}, async ({ ada }) => {
  await ada.opens('/profile?edit=all')
  await ada.types('Full Name', 'Somebody Else')
  await ada.clicks('Cancel')
  await ada.seesHeading('My Profile')
  await ada.seesHeading('Ada Osei')
  await ada.clicks('Edit Profile')
  await expect(field(ada, 'Full Name')).toHaveValue('Ada Osei')

  await ada.types('Bio', 'Half a thought')
  await ada.clicks('Members')
  const question = ada.page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question).toBeVisible()
  await axe(ada.page)
  await ada.clicks('Keep editing')
  await ada.isAt('/profile')
  await expect(field(ada, 'Bio')).toHaveValue('Half a thought')
  await ada.clicks('Members')
  await ada.clicks('Leave')
  await ada.isAt('/members')
  expect(await stored(ada)).toMatchObject({ full_name: 'Ada Osei', bio: null })
})

test('a failed save keeps everything typed, and a wrong field is named in its place', {
  tag: ['@PROF-59', '@PROF-61'],
}, async ({ ada }) => {
  ada.expects(/500|400/)
  await ada.opens('/profile?edit=all')
  await ada.types('Bio', 'Long thought about')
  await ada.gets('**/api/profile', { status: 500, json: { error: 'Broken', request_id: 'x' } })
  await ada.clicks('Save Profile')
  await ada.isTold('destructive', 'Error saving profile', 'There was a problem saving your profile.')
  await ada.seesHeading('Edit Profile')
  await expect(field(ada, 'Bio')).toHaveValue('Long thought about')
  await ada.page.unroute('**/api/profile')

  await ada.types('Personal Website', 'javascript:alert(1)')
  await ada.clicks('Save Profile')
  await expect(field(ada, 'Personal Website')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(ada, 'Personal Website')).toBeFocused()
  await ada.sees('Please enter a web address, such as https://example.com.')
  await axe(ada.page)
  await lookAt(ada.page, 'profile-edit-error')
  await ada.types('Personal Website', 'ada.example')
  const sent = ada.writesTo(/\/api\/profile$/)
  await ada.page.getByRole('button', { name: 'Save Profile' }).dblclick()
  await ada.isTold('success', 'Profile updated')
  expect(sent).toHaveLength(1)
  expect(await stored(ada)).toMatchObject({ bio: 'Long thought about', website: 'ada.example' })
})

test('a stale tab of Ada does not write into the profile of Bob, who is signed in now', async ({ ada, bob }) => {
  ada.expects(/status of 403/)
  await ada.opens('/profile?edit=all')
  await ada.types('Bio', 'This is about Ada')
  await ada.page.context().addCookies(await bob.page.context().cookies())
  const sent = ada.writesTo(/\/api\/profile$/)
  await ada.clicks('Save Profile')
  await ada.isTold(
    'destructive',
    'Error saving profile',
    'This is not the profile of the member who is signed in here now. What you typed is still here.',
  )
  await expect(field(ada, 'Bio')).toHaveValue('This is about Ada')
  expect(sent[0]?.body).toMatchObject({ user_id: ada.member.http.user_id })
  for (const person of [ada, bob]) expect(await stored(person)).toMatchObject({ bio: null })
})

test('the draft survives a reload', async ({ ada }) => {
  await ada.opens('/profile?edit=all')
  await ada.types('Bio', 'Half a thought')
  ada.page.once('dialog', asked => void asked.accept())
  await ada.page.reload()
  await expect(field(ada, 'Bio')).toHaveValue('Half a thought')
  await ada.clicks('Cancel')
  await ada.clicks('Edit Profile')
  await expect(field(ada, 'Bio')).toHaveValue('')
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
