import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, type Person, test } from '../../tests/e2e/fixtures.ts'

const field = ({ page }: Person, label: string) => page.getByLabel(label, { exact: true })
const notice = ({ page }: Person) => page.getByText('You were signed out', { exact: true })
const KEPT = 'Sign in again to go on. What you were writing is kept until somebody else signs in here.'
const NOT_KEPT = 'Sign in again to go on.'

for (const page of ['/auth', '/direct-login', '/forum'])
  test(`on the sign-in page at ${page} the first field has the focus, and Tab goes from Email to Password`, async ({
    visitor,
  }) => {
    await visitor.opens(page)
    await expect(field(visitor, 'Email')).toBeFocused()
    await visitor.page.keyboard.type('ada@example.com')
    await visitor.page.keyboard.press('Tab')
    await expect(field(visitor, 'Password')).toBeFocused()
    await expect(field(visitor, 'Email')).toHaveValue('ada@example.com')
  })

test('Forgot password? is reachable by Tab, and its page focuses its field', async ({ visitor }) => {
  await visitor.opens('/auth')
  await field(visitor, 'Password').focus()
  await visitor.page.keyboard.press('Tab')
  await visitor.page.keyboard.press('Tab')
  await expect(visitor.page.getByRole('link', { name: 'Forgot password?' })).toBeFocused()
  await visitor.page.keyboard.press('Enter')
  await expect(field(visitor, 'Email')).toBeFocused()
})

test('the name and the email stay when the tab changes, and the email is carried to Forgot password?', async ({
  visitor,
}) => {
  await visitor.opens('/auth')
  await visitor.opensTab('Register')
  await visitor.types('Email', 'grace@example.com')
  await visitor.types('Full Name', 'Grace Hopper')
  await visitor.types('Password', 'correct horse')
  await visitor.opensTab('Login')
  await expect(field(visitor, 'Email')).toHaveValue('grace@example.com')
  await visitor.opensTab('Register')
  await expect(field(visitor, 'Full Name')).toHaveValue('Grace Hopper')
  await expect(field(visitor, 'Password')).toHaveValue('')
  await visitor.opensTab('Login')
  await visitor.types('Email', 'grace.hopper@example.com')
  await visitor.clicks('Forgot password?')
  await visitor.isAt('/forgot-password')
  await expect(field(visitor, 'Email')).toHaveValue('grace.hopper@example.com')
  // Also after a reload.
  await visitor.page.reload()
  await expect(field(visitor, 'Email')).toHaveValue('grace.hopper@example.com')
})

test('choosing a tab keeps the focus on it', async ({ visitor }) => {
  await visitor.opens('/auth')
  await expect(field(visitor, 'Email')).toBeFocused()
  await visitor.page.getByRole('tab', { name: 'Login' }).focus()
  await visitor.page.keyboard.press('ArrowRight')
  await expect(visitor.page.getByRole('tab', { name: 'Register' })).toBeFocused()
  await expect(field(visitor, 'Full Name')).toBeVisible()
  await visitor.page.keyboard.press('ArrowLeft')
  await expect(visitor.page.getByRole('tab', { name: 'Login' })).toBeFocused()
})

test('a session ended elsewhere shows a notice, keeps the draft, and signing in returns to it', {
  tag: '@main',
}, async ({ ada, server }) => {
  ada.expects(/status of 401/)
  await ada.opens('/create-introduction-request')
  await ada.types('Context', 'Half a sentence')
  expect(await ada.member.http.tries('POST', '/api/auth/sign-out-everywhere')).toBe(204)
  await ada.isAt('/auth')
  await expect(notice(ada)).toBeVisible()
  await ada.sees(KEPT)
  await expect(field(ada, 'Email')).toBeFocused()
  await axe(ada.page)
  await lookAt(ada.page, 'session-ended')
  // Also after a reload, which clears the state in the browser.
  await ada.page.reload()
  await ada.sees(KEPT)
  await ada.signsIn(ada.member)
  await ada.isAt('/create-introduction-request')
  await expect(field(ada, 'Context')).toHaveValue('Half a sentence')

  // Without a draft, the notice does not mention one.
  await ada.page.evaluate(() => sessionStorage.clear())
  await server.owner.run(sql`delete from sessions where user_id = ${ada.member.http.user_id}`)
  await ada.opens('/')
  await ada.isAt('/auth')
  await ada.sees(NOT_KEPT)
  await ada.doesNotSee(KEPT)
})

test('somebody else who signs in after a session ended is not led to that member’s page', { tag: '@main' }, async ({
  ada,
  bob,
}) => {
  ada.expects(/status of 401/)
  await ada.opens('/search?q=divorce+lawyer')
  expect(await ada.member.http.tries('POST', '/api/auth/sign-out-everywhere')).toBe(204)
  await ada.isAt('/auth')
  await ada.page.reload()
  await ada.signsIn(bob.member)
  await ada.seesHeading(/Welcome, Bob/)
  await ada.isAt('/')
})

for (const how of ['is ended elsewhere', 'expires with its cookie'])
  test(`somebody else who signs in at a page that was loaded after the session ${how} gets to Home`, async ({
    ada,
    bob,
  }) => {
    await ada.opens('/search?q=divorce+lawyer')
    await ada.seesHeading(/Search/)
    await ada.opens('about:blank')
    expect(await ada.member.http.tries('POST', '/api/auth/sign-out-everywhere')).toBe(204)
    if (how !== 'is ended elsewhere') await ada.page.context().clearCookies()
    await ada.opens('/search?q=divorce+lawyer')
    await ada.isAt('/auth')
    await ada.signsIn(bob.member)
    await ada.seesHeading(/Welcome, Bob/)
    await ada.isAt('/')
  })

test('a visitor is led to the page that they asked for', async ({ visitor, bob }) => {
  await visitor.opens('/events')
  await visitor.isAt('/auth')
  await visitor.signsIn(bob.member)
  await visitor.isAt('/events')
})

test('signing out in this or another tab shows no notice', async ({ ada }) => {
  await ada.opens('/create-introduction-request')
  await ada.types('Context', 'Half a sentence')
  const other = await ada.page.context().newPage()
  await other.goto('/settings')
  await other.getByRole('button', { name: 'Log out' }).click()
  await other.getByRole('button', { name: 'Sign out and discard it' }).click()
  await expect(other.getByRole('tab', { name: 'Login' })).toBeVisible()
  await expect(ada.page.getByRole('tab', { name: 'Login' })).toBeVisible()
  for (const page of [ada.page, other]) {
    await expect(page.getByText('You were signed out')).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
    await expect(page.getByText('You were signed out')).toHaveCount(0)
  }
})

test('a new visitor sees no notice', async ({ visitor }) => {
  await visitor.opens('/forum')
  await expect(field(visitor, 'Email')).toBeFocused()
  await expect(notice(visitor)).toHaveCount(0)
})
