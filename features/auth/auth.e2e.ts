import { axe, expect, lookAt, type Person, test } from '../../tests/e2e/fixtures.ts'
import { keepToasts } from '../../tests/e2e/uncovered.ts'

const field = (person: Person, label: string) => person.page.getByLabel(label, { exact: true })
const password = 'correct horse battery'

test('the card has title, tagline and two tabs, Login first', {
  tag: ['@AUTH-01', '@AUTH-02', '@AUTH-03', '@AUTH-04', '@NAV-02'],
}, async ({ visitor }) => {
  await visitor.opens('/auth')
  const card = visitor.page.locator('main')
  await expect(card.getByRole('heading', { name: 'The Community' })).toBeVisible()
  await expect(card.getByText("A private network for Chicago's top builders", { exact: true })).toBeVisible()
  await expect(card.getByRole('tab')).toHaveText(['Login', 'Register'])
  await expect(card.getByRole('tab', { name: 'Login' })).toHaveAttribute('aria-selected', 'true')
  await axe(visitor.page)
  await lookAt(visitor.page, 'auth-login')
})

test('the Login tab', { tag: ['@AUTH-08', '@AUTH-09', '@AUTH-10', '@AUTH-12'] }, async ({ visitor }) => {
  await visitor.opens('/auth')
  await expect(field(visitor, 'Email')).toHaveAttribute('type', 'email')
  await expect(field(visitor, 'Email')).toHaveAttribute('autocomplete', 'username')
  await expect(field(visitor, 'Password')).toHaveAttribute('type', 'password')
  await expect(field(visitor, 'Password')).toHaveAttribute('autocomplete', 'current-password')
  await expect(visitor.page.getByRole('link', { name: 'Forgot password?', exact: true })).toBeVisible()
  await expect(visitor.page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  await expect(visitor.page.locator('form input')).toHaveCount(2)
})

test('Ada mistypes her password, then signs in', {
  tag: ['@AUTH-07', '@AUTH-13', '@AUTH-35', '@AUTH-41', '@AUTH-44', '@AUTH-45', '@AUTH-64', '@TXT-48', '@TXT-49'],
}, async ({ ada, visitor }) => {
  const { email } = ada.member
  visitor.expects(/status of 401/)
  const sent = visitor.requestsTo(/sign-in/)
  await visitor.opens('/auth')
  await visitor.types('Email', email)
  await visitor.types('Password', 'wrong')
  await visitor.clicks('Login')
  await visitor.isTold('destructive', 'Login failed', 'Invalid email or password.')
  // The form keeps its values.
  await expect(field(visitor, 'Email')).toHaveValue(email)
  await expect(field(visitor, 'Password')).toHaveValue('wrong')
  await lookAt(visitor.page, 'auth-refused')

  await visitor.types('Password', ada.member.password)
  const letGo = await visitor.holdsBack('**/api/auth/sign-in')
  await field(visitor, 'Password').press('Enter')
  await expect(visitor.page.getByRole('button', { name: 'Logging in...', exact: true })).toBeVisible()
  await lookAt(visitor.page, 'auth-busy')
  letGo()
  await visitor.isTold('success', 'Login successful', 'Welcome back!')
  await visitor.isAt('/')
  expect(sent.map(request => request.body)).toEqual([
    { email, password: 'wrong' },
    { email, password: ada.member.password },
  ])
  await visitor.opens('/auth')
  await visitor.isAt('/')
  await visitor.seesHeading('Welcome, Ada Osei!')
})

test('on /auth a missing login field is told and nothing is sent', {
  tag: ['@AUTH-24', '@AUTH-25', '@AUTH-28'],
}, async ({ visitor }) => {
  const sent = visitor.requestsTo(/sign-in/)
  await keepToasts(visitor.page)
  await visitor.opens('/auth')
  for (const missing of ['Email', 'Password']) {
    await visitor.types('Email', missing === 'Email' ? '' : 'ada@example.com')
    await visitor.types('Password', missing === 'Password' ? '' : password)
    await visitor.clicks('Login')
    await visitor.isTold('destructive', 'Missing fields', 'Please fill in all fields.')
    await expect(field(visitor, missing)).toBeFocused()
    await visitor.clicks('Dismiss')
  }
  expect(sent).toEqual([])
})

test('on /direct-login a missing field is told and nothing is sent', {
  tag: ['@AUTH-26', '@AUTH-27', '@AUTH-28'],
}, async ({ visitor }) => {
  const sent = visitor.requestsTo(/sign-in/)
  await keepToasts(visitor.page)
  await visitor.opens('/direct-login')
  for (const missing of ['Email', 'Password']) {
    await visitor.types('Email', missing === 'Email' ? ' ' : 'ada@example.com')
    await visitor.types('Password', missing === 'Password' ? '' : password)
    await visitor.clicks('Login')
    await visitor.isTold('destructive', 'Missing fields', 'Please fill in all fields.')
    await visitor.clicks('Dismiss')
  }
  expect(sent).toEqual([])
})

test('Ada signs in on /direct-login', {
  tag: ['@AUTH-20', '@AUTH-21', '@AUTH-22', '@AUTH-23', '@NAV-03', '@NAV-06'],
}, async ({ ada, visitor }) => {
  await visitor.opens('/direct-login')
  await expect(visitor.page.locator('form input')).toHaveCount(2)
  await axe(visitor.page)
  await lookAt(visitor.page, 'direct-login')
  await visitor.types('Email', ada.member.email)
  await visitor.types('Password', ada.member.password)
  const letGo = await visitor.holdsBack('**/api/auth/sign-in')
  await visitor.clicks('Login')
  await expect(visitor.page.getByRole('button', { name: 'Logging in...', exact: true })).toBeVisible()
  letGo()
  await visitor.isTold('success', 'Login successful', 'Welcome back!')
  await visitor.isAt('/')
  await visitor.opens('/direct-login')
  await visitor.isAt('/')
})

/** Expects the toast after the server sends this reply to a login. */
async function loginIsTold(visitor: Person, answer: Parameters<Person['gets']>[1], description: string) {
  visitor.expects(/status of 500/, /Invalid JSON response/)
  await visitor.gets('**/api/auth/sign-in', answer)
  await visitor.opens('/auth')
  await visitor.types('Email', 'ada@example.com')
  await visitor.types('Password', password)
  await visitor.clicks('Login')
  await visitor.isTold('destructive', 'Login failed', description)
  await visitor.isAt('/auth')
}

for (const silent of [{ json: {} }, { body: '' }, { contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }])
  test(`a login failure without a message: ${JSON.stringify(silent)}`, {
    tag: ['@AUTH-36', '@AUTH-44', '@TXT-49'],
  }, async ({ visitor }) => {
    await loginIsTold(visitor, { status: 500, ...silent }, 'Unknown error occurred')
  })
for (const json of [{ user: null, session: null }, { user: null }, {}])
  test(`a login answer without a user: ${JSON.stringify(json)}`, { tag: ['@AUTH-37', '@AUTH-44', '@TXT-49'] }, async ({
    visitor,
  }) => {
    await loginIsTold(visitor, { json }, 'Login failed. No user returned.')
  })
test('while it is unknown who this is, /auth says that it checks, and no longer', {
  tag: ['@AUTH-05', '@TXT-22'],
}, async ({ visitor }) => {
  await visitor.stopsTheClock()
  await visitor.getsPagesWithoutBoot()
  const letGo = await visitor.holdsBack('**/api/auth/session')
  await visitor.opens('/auth')
  await visitor.sees('Checking authentication status...')
  await expect(visitor.page.getByRole('tab')).toHaveCount(0)
  letGo()
  // The clock is almost stopped, so it is the reply, not a timeout, that ends the message.
  const shown = async () => {
    await visitor.waits(1)
    return visitor.page.getByRole('tab', { name: 'Login' }).isVisible()
  }
  await expect.poll(shown).toBe(true)
  await visitor.doesNotSee('Checking authentication status...')
})

test('it says so for at most 5 seconds, even when no answer comes', { tag: ['@AUTH-06', '@TXT-22'] }, async ({
  visitor,
}) => {
  await visitor.stopsTheClock()
  await visitor.getsPagesWithoutBoot()
  await visitor.holdsBack('**/api/auth/session')
  await visitor.opens('/auth')
  await visitor.sees('Checking authentication status...')
  await visitor.waits(4_900)
  await visitor.sees('Checking authentication status...')
  await lookAt(visitor.page, 'auth-checking')
  await visitor.waits(100)
  await visitor.doesNotSee('Checking authentication status...')
  await expect(visitor.page.getByRole('tab', { name: 'Login' })).toBeVisible()
})

test('both tabs share the typed email; arrow keys switch tabs', async ({ visitor }) => {
  await visitor.opens('/auth')
  await visitor.types('Email', 'grace@example.com')
  await visitor.page.getByRole('tab', { name: 'Login' }).press('ArrowRight')
  await expect(visitor.page.getByRole('tab', { name: 'Register' })).toBeFocused()
  await expect(field(visitor, 'Email')).toHaveValue('grace@example.com')
})

test('without the server, signing in shows a connection error and keeps the form', async ({ visitor }) => {
  visitor.expects(/ERR_FAILED/)
  await visitor.opens('/auth')
  await visitor.page.route('**/api/**', route => route.abort())
  await visitor.types('Email', 'ada@example.com')
  await visitor.types('Password', password)
  await visitor.clicks('Login')
  await visitor.isTold(
    'destructive',
    'Login failed',
    'The server could not be reached. Please check your connection and try again.',
  )
  await expect(field(visitor, 'Password')).toHaveValue(password)
})
