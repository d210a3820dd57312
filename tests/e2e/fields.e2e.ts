import type { Page } from '@playwright/test'
import { createTopic } from '../../features/forum/contract.ts'
import { createIntroductionRequest } from '../../features/introductions/contract.ts'
import { addInvestor } from '../../features/investors/contract.ts'
import { expect, lookAt, type Person, test } from './fixtures.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const counter = (page: Page) => page.locator('[data-counter]')

/** Inserts the text at once, as a paste does, so that maxlength would cut it. */
async function pastes(person: Person, label: string, text: string) {
  await field(person.page, label).focus()
  await field(person.page, label).fill('')
  await person.page.keyboard.insertText(text)
}

test('a text above its limit is not truncated, is reported as too long, and is not sent', async ({ ada }) => {
  const sent = ada.writesTo(/\/api\/posts$/)
  const { page } = ada
  await ada.opens('/forum/new')
  await ada.types('Title', 't'.repeat(179))
  await expect(counter(page)).toHaveCount(0)
  await ada.types('Title', 't'.repeat(180))
  await expect(counter(page)).toHaveText('180 / 200')
  await pastes(ada, 'Title', `  ${'t'.repeat(213)}  `)
  await ada.sees('At most 200 characters; this is 213.')
  await expect(field(page, 'Title')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('[aria-live]').filter({ hasText: 'this is 213' }), 'announced').toHaveCount(1)
  await lookAt(page, 'too-long')
  await ada.types('Title', 'Freight')
  await expect(counter(page)).toHaveCount(0)

  await pastes(ada, 'Content', 'x'.repeat(30_000))
  await expect(field(page, 'Content')).toHaveValue('x'.repeat(30_000))
  await expect(counter(page)).toHaveText('30,000 / 20,000')
  await ada.clicks('Create Topic')
  await expect(field(page, 'Content')).toBeFocused()
  await ada.clicks('Preview')
  await ada.clicks('Create Topic')
  await expect(page.getByRole('button', { name: 'Write', exact: true })).toBeFocused()
  expect(sent).toEqual([])

  await ada.clicks('Write')
  await ada.types('Content', 'y'.repeat(20_000))
  await ada.clicks('Create Topic')
  await ada.isTold('success', 'Post created')
  expect(sent[0]?.body).toMatchObject({ content: 'y'.repeat(20_000) })
})

test('the characters left are announced, one of them in the singular', async ({ ada }) => {
  await ada.opens('/forum/new')
  const announced = ada.page.locator('[aria-live]').filter({ hasText: 'left' })
  for (const [length, text] of [
    [198, '2 characters left.'],
    [199, '1 character left.'],
    [200, '0 characters left.'],
  ] as const) {
    await ada.types('Title', 't'.repeat(length))
    await expect(announced).toHaveText(text)
  }
})

/** A form: its path, the button that opens it, and the limits of its texts. */
const forms: [path: string, open: string, limits: Record<string, number>][] = [
  ['/profile', 'Edit Profile', { 'Full Name': 200, Bio: 2000, 'Company Website': 300, GitHub: 300, Phone: 50 }],
  [
    '/create-introduction-request',
    '',
    { 'Request Title': 200, Context: 5000, 'Your Company': 200, 'Target Person': 200, 'Target Email': 254 },
  ],
  ['/events', 'Create Event', { Title: 200, Description: 10_000, Location: 300 }],
  [
    '/investors',
    'Add Investor',
    {
      Name: 200,
      Title: 200,
      Firm: 200,
      Email: 254,
      Website: 300,
      LinkedIn: 300,
      Description: 5000,
      'Additional Notes': 5000,
    },
  ],
  ['/resources', 'Add Resource', { Title: 120, Description: 500 }],
  ['/settings', 'Change email', { 'New Email': 254 }],
  ['/settings', 'Change password', { 'New Password': 256 }],
]

test('every form shows the limits of its texts, and no field truncates', async ({ ada, visitor }) => {
  for (const [path, open, limits] of forms) {
    await ada.opens(path)
    if (open) await ada.clicks(open)
    for (const [label, limit] of Object.entries(limits)) await showsItsLimit(ada.page, label, limit)
    const writes = ada.requestsTo(/\/api\//)
    await ada.page.locator('form [type=submit]').last().click()
    await expect(ada.page.locator('form [data-unsendable] :is(input, textarea)').first()).toBeFocused()
    expect(
      writes.filter(({ method }) => method !== 'GET'),
      path,
    ).toEqual([])
    await ada.page.evaluate(() => sessionStorage.clear())
  }
  await visitor.opens('/auth')
  await showsItsLimit(visitor.page, 'Email', 254)
  await showsItsLimit(visitor.page, 'Password', 256)
  await visitor.opensTab('Register')
  await showsItsLimit(visitor.page, 'Full Name', 200)
})

async function showsItsLimit(page: Page, label: string, limit: number) {
  const input = field(page, label).last()
  await input.fill('z'.repeat(limit + 13))
  await expect(input).toHaveValue('z'.repeat(limit + 13))
  await expect(input).not.toHaveAttribute('maxlength')
  const message = `At most ${limit.toLocaleString('en-US')} characters; this is ${(limit + 13).toLocaleString('en-US')}.`
  await expect(input, label).toHaveAccessibleDescription(new RegExp(message))
}

test('comments and replies above their limit are not sent; a truncated search shows what it searches for', {
  tag: '@main',
}, async ({ ada }) => {
  const { id } = await ada.member.http.does(createTopic, { title: 'Freight', content: 'Who ships?' })
  const investor = await ada.member.http.does(addInvestor, { name: 'June Ford', firm: 'Kiln' })
  const sent = ada.writesTo(/comments$/)
  for (const [path, label, button, limit] of [
    [`/forum/${id}`, 'Your reply', 'Post', 20_000],
    [`/investors?investor=${investor.id}`, 'Add a comment', 'Post Comment', 5000],
  ] as const) {
    await ada.opens(path)
    await showsItsLimit(ada.page, label, limit)
    await ada.clicks(button)
    await expect(field(ada.page, label)).toBeFocused()
  }
  expect(sent).toEqual([])

  for (const path of ['/forum', '/members', '/investors', '/events', '/resources', '/introduction-requests']) {
    await ada.opens(path)
    const box = ada.page.getByRole('searchbox')
    await box.fill('q'.repeat(30_000))
    await ada.sees('Only the first 200 characters are searched.')
    await expect(ada.page).toHaveURL(url => url.searchParams.get('q') === 'q'.repeat(200))
    await expect(box, path).toHaveValue('q'.repeat(30_000))
    await box.fill('Freight')
    await ada.doesNotSee('Only the first 200 characters are searched.')
  }
})

test('an error disappears when its field is changed, and is shown again when the next try is refused', {
  tag: '@main',
}, async ({ ada, visitor }) => {
  await ada.opens('/investors')
  await ada.clicks('Add Investor')
  await ada.clicks('Add Investor', { on: 'Add New Investor' })
  await expect(field(ada.page, 'Name')).toHaveAccessibleDescription('This field is required.')
  await ada.types('Name', 'June Ford')
  await expect(field(ada.page, 'Name')).not.toHaveAttribute('aria-invalid')
  await expect(field(ada.page, 'Firm')).toHaveAccessibleDescription('This field is required.')
  await ada.types('Firm', ' ')
  await expect(field(ada.page, 'Firm')).not.toHaveAttribute('aria-invalid')
  await ada.clicks('Add Investor', { on: 'Add New Investor' })
  await expect(field(ada.page, 'Firm')).toHaveAccessibleDescription('This field is required.')

  ada.expects(/status of 400/)
  await ada.types('Firm', 'Kiln')
  const wrong = 'Please enter a web address, such as https://example.com.'
  for (const website of ['kiln', 'still kiln']) {
    await ada.types('Website', website)
    await expect(field(ada.page, 'Website')).not.toHaveAttribute('aria-invalid')
    await ada.clicks('Add Investor', { on: 'Add New Investor' })
    await expect(field(ada.page, 'Website')).toHaveAccessibleDescription(wrong)
  }

  visitor.expects(/status of 400/)
  await visitor.opens('/auth')
  await visitor.opensTab('Register')
  await visitor.types('Email', 'grace@example.com')
  await visitor.types('Full Name', 'Grace')
  for (const password of ['short', 'small']) {
    for (const label of ['Password', 'Confirm Password']) await visitor.types(label, password)
    await expect(field(visitor.page, 'Password')).not.toHaveAttribute('aria-invalid')
    await visitor.clicks('Create Account')
    await expect(field(visitor.page, 'Password')).toHaveAttribute('aria-invalid', 'true')
    await expect(field(visitor.page, 'Password'), 'the focus is where the error is').toBeFocused()
  }
})

/** A form: its path, the button that opens it, and its first required field. */
const incomplete: [path: string, open: string, first: string][] = [
  ['/forum', 'New Topic', 'Title'],
  ['/investors', 'Add Investor', 'Name'],
  ['/events', 'Create Event', 'Title'],
  ['/resources', 'Add Resource', 'File'],
  ['/create-introduction-request', '', 'Request Title'],
  ['/settings', 'Change email', 'New Email'],
  ['/settings', 'Change password', 'New Password'],
]

test('submitting a form with missing fields focuses the first one', async ({ ada, visitor }) => {
  for (const [path, open, first] of incomplete) {
    await ada.opens(path)
    if (open) await ada.clicks(open)
    const form = ada.page.locator('form').filter({ has: field(ada.page, first) })
    await form.locator('[type=submit]').focus()
    await ada.page.keyboard.press('Enter')
    await expect(field(ada.page, first), path).toBeFocused()
  }

  const { id } = await ada.member.http.does(addInvestor, { name: 'June Ford', firm: 'Kiln' })
  const request = await ada.member.http.does(createIntroductionRequest, {
    request_title: 'Meet a dispatcher',
    context: 'Because trucks wait.',
    your_company: 'Lakeline',
  })
  for (const [path, button] of [
    [`/investors?investor=${id}`, 'Post Comment'],
    [`/introduction-requests?request=${request.id}`, 'Add Comment'],
  ] as const) {
    await ada.opens(path)
    await ada.clicks(button)
    await expect(field(ada.page, 'Add a comment'), path).toBeFocused()
  }

  // The second time the field has not changed.
  await ada.opens('/forum/new')
  await ada.types('Title', 'Freight')
  for (let time = 0; time < 2; time++) {
    await ada.clicks('Create Topic')
    await expect(field(ada.page, 'Content')).toBeFocused()
  }
  // While the preview replaces the field, the button that returns to it.
  await ada.clicks('Preview')
  await ada.clicks('Create Topic')
  await expect(ada.page.getByRole('button', { name: 'Write', exact: true })).toBeFocused()

  await visitor.opens('/auth')
  await visitor.opensTab('Register')
  await visitor.types('Full Name', 'Grace')
  await visitor.types('Email', 'grace@example.com')
  await visitor.types('Password', 'one')
  await visitor.types('Confirm Password', 'another')
  await visitor.clicks('Create Account')
  await expect(field(visitor.page, 'Confirm Password')).toBeFocused()
})

test('a field that the server refuses gets the focus, unless the member has moved on', async ({ ada }) => {
  ada.expects(/status of 400/)
  await ada.opens('/investors')
  await ada.clicks('Add Investor')
  await ada.types('Name', 'June Ford')
  await ada.types('Firm', 'Kiln')
  await ada.types('Website', 'kiln')
  await ada.clicks('Add Investor', { on: 'Add New Investor' })
  await expect(field(ada.page, 'Website')).toBeFocused()

  await ada.types('Website', 'still kiln')
  const letGo = await ada.holdsBack('**/api/investors')
  await ada.clicks('Add Investor', { on: 'Add New Investor' })
  await field(ada.page, 'Additional Notes').click()
  letGo()
  await expect(field(ada.page, 'Website')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(ada.page, 'Additional Notes')).toBeFocused()
})

test('a message beside a field is not repeated as a toast', async ({ ada }) => {
  ada.expects(/status of 400/)
  await ada.opens('/settings')
  await ada.clicks('Change email')
  await ada.types('New Email', 'nowhere')
  await ada.clicks('Send link')
  await expect(field(ada.page, 'New Email')).toHaveAccessibleDescription('Please enter a valid email address.')
  await expect(field(ada.page, 'New Email')).toBeFocused()
  await expect(ada.page.locator('[data-toast]')).toHaveCount(0)
})
