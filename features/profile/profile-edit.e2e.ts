import { axe, expect, lookAt, test } from '../../tests/e2e/fixtures.ts'
import type { Person } from '../../tests/e2e/person.ts'
import { type Profile, saveProfile } from './contract.ts'

const field = (person: Person, label: string) => person.page.getByLabel(label, { exact: true })
const chooses = async (person: Person, label: string, option: string) => {
  await field(person, label).click()
  await person.page.getByRole('option', { name: option, exact: true }).click()
}
const stored = (person: Person) => person.member.http.reads<Profile>('/api/profile')

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

test('text left in a list of choices is saved as the choice that it means, or keeps the form open', async ({ ada }) => {
  const sent = ada.writesTo(/\/api\/profile$/)
  // An open list hides the rest of the page from screen readers.
  const save = ada.page.getByRole('button', { name: 'Save Profile', includeHidden: true })
  await ada.opens('/profile?edit=all')
  await field(ada, 'Can Help With').pressSequentially('biotech')
  await save.click()
  await expect(field(ada, 'Can Help With')).toBeFocused()
  await expect(field(ada, 'Can Help With')).toHaveValue('biotech')
  await ada.sees('Nothing is chosen for “biotech”. Choose from the list, or delete it.')
  await axe(ada.page)
  await lookAt(ada.page, 'profile-text-left')
  expect(sent).toEqual([])
  await field(ada, 'Can Help With').fill('')
  await field(ada, 'Can Help With').pressSequentially('legal')
  await save.click()
  await ada.isTold('success', 'Profile updated')
  expect(await stored(ada)).toMatchObject({ can_help_with: ['Legal Help'] })
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

test('after a conflict, Cancel shows what is stored now', { tag: ['@PROF-36'] }, async ({ ada }) => {
  ada.expects(/409/)
  await ada.opens('/profile?edit=all')
  await ada.types('Location', 'Elsewhere')
  const { version } = await stored(ada)
  await ada.member.http.does(saveProfile, { location: 'Pilsen Town', version })
  await ada.clicks('Save Profile')
  await ada.sees('Your profile was changed elsewhere while you were editing it.')
  await expect(field(ada, 'Location')).toHaveValue('Elsewhere')
  await ada.clicks('Cancel')
  await ada.seesHeading('My Profile')
  await ada.sees('Pilsen Town')
  await ada.clicks('Edit Profile')
  await expect(field(ada, 'Location')).toHaveValue('Pilsen Town')
})

test('a failed save keeps everything typed, and a wrong field is named in its place', {
  tag: ['@PROF-59', '@PROF-61'],
}, async ({ ada }) => {
  ada.expects(/500|400|429/)
  await ada.opens('/profile?edit=all')
  await ada.types('Bio', 'Long thought about')
  const tooOften = 'Too many requests. Please try again in 40 minutes.'
  await ada.gets('**/api/profile', { status: 429, json: { error: tooOften, request_id: 'x' } })
  await ada.clicks('Save Profile')
  await ada.isTold('destructive', 'Error saving profile', tooOften)
  await ada.page.unroute('**/api/profile')
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

test('a stale tab of Ada does not write into the profile of Bob, who is signed in now', { tag: '@main' }, async ({
  ada,
  bob,
}) => {
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

test('the draft survives a reload', { tag: '@main' }, async ({ ada }) => {
  await ada.opens('/profile?edit=all')
  await ada.types('Bio', 'Half a thought')
  ada.page.once('dialog', asked => void asked.accept())
  await ada.page.reload()
  await expect(field(ada, 'Bio')).toHaveValue('Half a thought')
  await ada.clicks('Cancel')
  await ada.clicks('Edit Profile')
  await expect(field(ada, 'Bio')).toHaveValue('')
})
