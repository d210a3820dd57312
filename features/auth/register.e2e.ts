import type { Route } from '@playwright/test'
import { axe, expect, lookAt, type Person, test } from '../../tests/e2e/fixtures.ts'
import { keepToasts } from '../../tests/e2e/uncovered.ts'

const field = (person: Person, label: string) => person.page.getByLabel(label, { exact: true })
const password = 'correct horse battery'
const freshEmail = () => `grace.${crypto.randomUUID().slice(0, 8)}@example.com`

async function fillsRegistration(person: Person, values: Partial<Record<string, string>> = {}) {
  await person.opensTab('Register')
  await person.types('Email', values.Email ?? freshEmail())
  await person.types('Full Name', values['Full Name'] ?? 'Grace Hopper')
  await person.types('Password', values.Password ?? password)
  await person.types('Confirm Password', values['Confirm Password'] ?? values.Password ?? password)
}

test('the Register tab', { tag: ['@AUTH-14', '@AUTH-15', '@AUTH-16', '@AUTH-17', '@AUTH-18'] }, async ({ visitor }) => {
  await visitor.opens('/auth')
  await visitor.opensTab('Register')
  await expect(field(visitor, 'Email')).toHaveAttribute('type', 'email')
  await expect(field(visitor, 'Full Name')).toHaveAttribute('autocomplete', 'name')
  for (const label of ['Password', 'Confirm Password']) {
    await expect(field(visitor, label)).toHaveAttribute('type', 'password')
    await expect(field(visitor, label)).toHaveAttribute('autocomplete', 'new-password')
  }
  await expect(visitor.page.locator('form input')).toHaveCount(4)
  await expect(visitor.page.getByRole('button', { name: 'Create Account', exact: true })).toBeVisible()
  await axe(visitor.page)
  await lookAt(visitor.page, 'auth-register')
})

test('a missing registration field is told and nothing is sent', {
  tag: ['@AUTH-29', '@AUTH-30', '@AUTH-31', '@AUTH-32'],
}, async ({ visitor }) => {
  const sent = visitor.requestsTo(/sign-up/)
  await keepToasts(visitor.page)
  await visitor.opens('/auth')
  await fillsRegistration(visitor)
  for (const missing of ['Email', 'Full Name', 'Password', 'Confirm Password']) {
    const typed = await field(visitor, missing).inputValue()
    await visitor.types(missing, '')
    await visitor.clicks('Create Account')
    await visitor.isTold('destructive', 'Missing fields', 'Please fill in all fields.')
    await expect(field(visitor, missing)).toBeFocused()
    await visitor.clicks('Dismiss')
    await visitor.types(missing, typed)
  }
  expect(sent).toEqual([])
})

test('differing passwords are told and nothing is sent', { tag: ['@AUTH-33'] }, async ({ visitor }) => {
  const sent = visitor.requestsTo(/sign-up/)
  await visitor.opens('/auth')
  await fillsRegistration(visitor, { 'Confirm Password': 'another' })
  await visitor.clicks('Create Account')
  await visitor.isTold('destructive', "Passwords don't match", 'Please ensure your passwords match.')
  await expect(visitor.page.getByLabel('Confirm Password')).toHaveAccessibleDescription("Passwords don't match")
  expect(sent).toEqual([])
})

test('a short password is sent; the server’s refusal is told and shown at its field', {
  tag: ['@AUTH-34', '@AUTH-38', '@AUTH-44'],
}, async ({ visitor }) => {
  visitor.expects(/status of 400/)
  const sent = visitor.requestsTo(/sign-up/)
  await visitor.opens('/auth')
  await fillsRegistration(visitor, { Email: 'grace@example.com', Password: 'abc' })
  await visitor.clicks('Create Account')
  const message = 'Password must be at least 8 characters long.'
  await visitor.isTold('destructive', 'Registration failed', message)
  expect(sent).toHaveLength(1)
  await expect(field(visitor, 'Password')).toHaveAccessibleDescription(new RegExp(message))
  await expect(field(visitor, 'Password')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(visitor, 'Full Name')).toHaveValue('Grace Hopper')
  await expect(field(visitor, 'Confirm Password')).toHaveValue('abc')
  await axe(visitor.page)
  await lookAt(visitor.page, 'auth-register-refused')
})

test('a taken email is told in the server’s words, and its field is marked and has the focus', {
  tag: ['@AUTH-38'],
}, async ({ ada, visitor }) => {
  visitor.expects(/status of 409/)
  await visitor.opens('/auth')
  await fillsRegistration(visitor, { Email: ada.member.email })
  await visitor.clicks('Create Account')
  const message = 'An account with this email already exists.'
  await visitor.isTold('destructive', 'Registration failed', message)
  await expect(field(visitor, 'Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(visitor, 'Email')).toHaveAccessibleDescription(message)
  await expect(field(visitor, 'Email')).toBeFocused()
})

test('Grace registers, is welcomed and lands on the home page', {
  tag: ['@AUTH-19', '@AUTH-42', '@AUTH-43', '@AUTH-45', '@AUTH-65', '@TXT-48'],
}, async ({ visitor }) => {
  const sent = visitor.requestsTo(/sign-up/)
  const email = freshEmail()
  await visitor.opens('/auth')
  await fillsRegistration(visitor, { Email: email })
  const letGo = await visitor.holdsBack('**/api/auth/sign-up')
  // A double click sends one request.
  await visitor.page.getByRole('button', { name: 'Create Account' }).dblclick()
  await expect(visitor.page.getByRole('button', { name: 'Creating account...', exact: true })).toBeVisible()
  await field(visitor, 'Confirm Password').press('Enter')
  letGo()
  await visitor.isTold('success', 'Registration successful', 'Welcome to the community!')
  await visitor.isAt('/')
  await visitor.seesHeading('Welcome, Grace Hopper!')
  expect(sent.map(request => request.body)).toEqual([
    { email, password, options: { data: { username: 'Grace Hopper' } } },
  ])
})

test('a registration with a lost reply succeeds on retry', async ({ visitor }) => {
  visitor.expects(/ERR_FAILED/)
  await visitor.opens('/auth')
  await fillsRegistration(visitor, { Email: freshEmail() })
  const losesAnswer = async (route: Route) => {
    expect((await route.fetch()).status()).toBe(201)
    await route.abort()
  }
  await visitor.page.route('**/api/auth/sign-up', losesAnswer, { times: 1 })
  await visitor.clicks('Create Account')
  await visitor.isTold(
    'destructive',
    'Registration failed',
    'The server could not be reached. Please check your connection and try again.',
  )
  await visitor.clicks('Create Account')
  await visitor.isTold('success', 'Registration successful', 'Welcome to the community!')
  await visitor.seesHeading('Welcome, Grace Hopper!')
})

/** Expects the toast after the server sends this reply to a registration. */
async function registrationIsTold(visitor: Person, answer: Parameters<Person['gets']>[1], description: string) {
  visitor.expects(/status of 500/, /Invalid JSON response/)
  await visitor.gets('**/api/auth/sign-up', answer)
  await visitor.opens('/auth')
  await fillsRegistration(visitor)
  await visitor.clicks('Create Account')
  await visitor.isTold('destructive', 'Registration failed', description)
  await visitor.isAt('/auth')
}

for (const silent of [{ json: {} }, { body: '' }, { contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }])
  test(`a registration failure without a message: ${JSON.stringify(silent)}`, {
    tag: ['@AUTH-40', '@AUTH-44', '@TXT-49'],
  }, async ({ visitor }) => {
    await registrationIsTold(visitor, { status: 500, ...silent }, 'Unknown error occurred')
  })
for (const json of [{ user: null, session: null }, { user: null }, {}])
  test(`a registration answer without a user: ${JSON.stringify(json)}`, {
    tag: ['@AUTH-39', '@AUTH-44', '@TXT-49'],
  }, async ({ visitor }) => {
    await registrationIsTold(visitor, { json }, 'Registration failed. No user was created.')
  })
