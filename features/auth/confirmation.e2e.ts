import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, phone, test } from '../../tests/e2e/fixtures.ts'
import type { TestServer } from '../../tests/test-server.ts'

test.use({ env: { EMAIL_CONFIRMATION: 'on' } })

const EMAIL = 'ada@example.com'
const ASKS = `Please confirm your email address. We sent a link to ${EMAIL}.`
const linkFor = async (server: TestServer, email: string) => {
  const { body } = await server.owner.one<{ body: string }>(
    sql`select body from outbox where recipient = ${email} order by id desc limit 1`,
  )
  return /\/confirm-address#\S+/.exec(body)?.[0] ?? 'no link'
}

test('Ada registers, sees the confirmation banner on every screen, and it disappears after she confirms', {
  tag: '@main',
}, async ({ visitor: ada, server }) => {
  await ada.opens('/auth')
  await ada.opensTab('Register')
  await ada.types('Email', EMAIL)
  await ada.types('Full Name', 'Ada Osei')
  await ada.types('Password', 'correct horse battery')
  await ada.types('Confirm Password', 'correct horse battery')
  await ada.clicks('Create Account')
  await ada.isTold('success', 'Registration successful', 'Welcome to the community!')
  await ada.sees(ASKS)
  await ada.seesHeading('Welcome, Ada Osei!')
  await axe(ada.page)
  await lookAt(ada.page, 'confirm-address-banner')
  const { width, height } = ada.page.viewportSize() ?? phone
  await ada.page.setViewportSize(phone)
  expect(await ada.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await ada.page.setViewportSize({ width, height })
  for (const path of ['/forum', '/settings']) {
    await ada.opens(path)
    await ada.sees(ASKS)
  }

  const first = await linkFor(server, EMAIL)
  await ada.clicks('Send again')
  await ada.isTold('success', 'Mail sent', `We sent a new link to ${EMAIL}. Older links no longer work.`)
  const link = await linkFor(server, EMAIL)
  expect(link).not.toBe(first)

  // The link opens in another tab; the banner disappears in both.
  const tab = await ada.page.context().newPage()
  await tab.goto(link)
  await expect(tab.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
  await axe(tab)
  await lookAt(tab, 'confirm-address')
  await tab.getByRole('button', { name: 'Confirm address' }).click()
  await expect(tab.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
  await axe(tab)
  await lookAt(tab, 'confirm-address-done')
  await ada.doesNotSee(ASKS)
  await tab.getByRole('link', { name: 'Back to the community' }).click()
  await expect(tab.getByRole('heading', { name: 'Welcome, Ada Osei!' })).toBeVisible()
  await expect(tab.getByText(ASKS, { exact: true })).toHaveCount(0)
})

test('an expired link offers a new one; a signed-out visitor signs in first and then confirms', async ({
  ada,
  visitor,
  server,
}) => {
  const { email, password } = ada.member
  await server.owner.run(sql`update signed_links set expires_at = now()`)
  await ada.opens(await linkFor(server, email))
  await ada.seesHeading('This link no longer works')
  await ada.sees('It has expired, was used already, or we sent you a newer one.')
  await axe(ada.page)
  await lookAt(ada.page, 'confirm-address-expired')
  await ada.clicks('Send a new link')
  await ada.isTold('success', 'Mail sent', `We sent a new link to ${email}. Older links no longer work.`)

  await visitor.opens(await linkFor(server, email))
  await visitor.seesHeading('Confirm your email address')
  await visitor.sees('Please sign in to your account first.')
  await axe(visitor.page)
  await lookAt(visitor.page, 'confirm-address-signed-out')
  await visitor.clicks('Sign in')
  await visitor.types('Email', email)
  await visitor.types('Password', password)
  await visitor.clicks('Login')
  await visitor.isAt('/confirm-address')
  await visitor.clicks('Confirm address')
  await visitor.seesHeading('Your address is confirmed')

  // The link is used now.
  await ada.opens('/')
  await ada.seesHeading('Welcome, Ada Osei!')
  await ada.opens(await linkFor(server, email))
  await ada.sees('It has expired or was used already. The email address of your account is confirmed.')
  await expect(ada.page.getByRole('button', { name: 'Send a new link' })).toHaveCount(0)
})

test('after a week without confirmation, writing shows an error', async ({ ada, server }) => {
  ada.expects(/status of 403/)
  await server.owner.run(sql`update users set confirmation_asked_at = now() - interval '8 days'`)
  await ada.opens('/forum/new')
  await ada.types('Title', 'Who knows a good accountant?')
  await ada.types('Content', 'For a company of three.')
  await ada.clicks('Create Topic')
  await ada.isTold(
    'destructive',
    'Your email address is not confirmed',
    `Please confirm your email address first. We sent a link to ${ada.member.email}.`,
  )
  await lookAt(ada.page, 'confirm-address-overdue')
})

test('confirmation with a lost reply: the result is read from the session', async ({ ada, server }) => {
  await server.owner.run(sql`update users set email_confirmed_at = null where email = ${ada.member.email}`)
  await ada.member.http.asks('POST', '/api/auth/confirmation-mail')
  await ada.opens(await linkFor(server, ada.member.email))
  await ada.losesAnswer('**/api/auth/confirm-address')
  await ada.clicks('Confirm address')
  await ada.seesHeading('Your address is confirmed')
  await ada.doesNotSee('The address was not confirmed')
})
