import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, test } from '../../tests/e2e/fixtures.ts'
import { protect } from '../../tests/e2e/protect.ts'

// Mail is configured; none is delivered, so that the links stay readable in the outbox.
test.use({ env: { SMTP_URL: 'smtp://127.0.0.1:9', EMAIL_CONFIRMATION: 'off' } })

test.describe('on a server without mail', () => {
  test.use({ env: {} })

  test('the page says whom to ask for the link, and promises no mail', async ({ ada, visitor }) => {
    await visitor.opens('/forgot-password')
    await expect(visitor.page.getByText(/This server sends no mail/)).toBeVisible()
    await visitor.types('Email', ada.member.email)
    await visitor.clicks('Request link')
    await visitor.seesHeading('Ask for your link')
    await expect(visitor.page.getByText(/ask whoever runs/)).toBeVisible()
    await expect(visitor.page.getByText('on its way')).toHaveCount(0)
    await axe(visitor.page)
    await lookAt(visitor.page, 'forgot-password-no-mail')
  })
})

test('Ada forgets her password, follows the mail’s link and signs in with a new one', { tag: '@main' }, async ({
  ada,
  server,
  visitor,
}) => {
  const { email } = ada.member
  await visitor.opens('/auth')
  await visitor.clicks('Forgot password?')
  await visitor.isAt('/forgot-password')
  await visitor.seesHeading('Forgot your password?')
  await axe(visitor.page)
  await lookAt(visitor.page, 'forgot-password')
  await visitor.clicks('Send link')
  await visitor.isTold('destructive', 'Missing fields', 'Please fill in all fields.')
  await visitor.types('Email', email)
  await visitor.clicks('Send link')
  await visitor.seesHeading('Look into your mail')
  await visitor.sees(email)
  await expect(visitor.page.getByRole('heading', { name: 'Look into your mail' })).toBeFocused()
  await lookAt(visitor.page, 'forgot-password-sent')

  const { body } = await server.owner.one<{ body: string }>(sql`select body from outbox where recipient = ${email}`)
  const link = /\/reset-password#\S+/.exec(body)?.[0] ?? 'no link'
  await visitor.opens(link)
  await visitor.seesHeading('Choose a new password')
  await axe(visitor.page)
  await lookAt(visitor.page, 'reset-password')
  await visitor.types('New Password', 'a brand new password')
  await visitor.types('Confirm Password', 'a brand new pasword')
  await visitor.clicks('Set new password')
  await visitor.isTold('destructive', "Passwords don't match", 'Please ensure your passwords match.')
  await visitor.types('Confirm Password', 'a brand new password')
  await visitor.clicks('Set new password')
  await visitor.isTold('success', 'Password changed', 'Please sign in with your new password.')
  await visitor.isAt('/auth')
  await visitor.types('Email', email)
  await visitor.types('Password', 'a brand new password')
  await visitor.clicks('Login')
  await visitor.isAt('/')

  // All earlier sessions have ended.
  await ada.opens('/')
  await ada.isAt('/auth')
})

test('resetting the password while signed in shows only the success toast', async ({ ada, server }) => {
  ada.expects(/status of 401/)
  const { email } = ada.member
  await ada.opens('/forgot-password')
  await ada.types('Email', email)
  await ada.clicks('Send link')
  await ada.seesHeading('Look into your mail')
  const { body } = await server.owner.one<{ body: string }>(sql`select body from outbox where recipient = ${email}`)
  await ada.opens(/\/reset-password#\S+/.exec(body)?.[0] ?? 'no link')
  await ada.types('New Password', 'a brand new password')
  await ada.types('Confirm Password', 'a brand new password')
  await ada.clicks('Set new password')
  await ada.isTold('success', 'Password changed', 'Please sign in with your new password.')
  await ada.isAt('/auth')
  await expect(ada.page.getByLabel('Email', { exact: true })).toBeVisible()
  await ada.doesNotSee('You were signed out')
  await ada.page.reload()
  await expect(ada.page.getByLabel('Email', { exact: true })).toBeVisible()
  await ada.doesNotSee('You were signed out')
})

test('a reset that removes the second factor of an unconfirmed account says so', async ({ ada, server, visitor }) => {
  const { email } = ada.member
  await protect(server, ada)
  const opensLink = async () => {
    await ada.member.http.asks('POST', '/api/auth/forgot-password', { email })
    const { body } = await server.owner.one<{ body: string }>(
      sql`select body from outbox where recipient = ${email} order by id desc limit 1`,
    )
    await visitor.opens(/\/reset-password#\S+/.exec(body)?.[0] ?? 'no link')
    await visitor.types('New Password', 'a brand new password')
    await visitor.types('Confirm Password', 'a brand new password')
    await visitor.clicks('Set new password')
  }
  await opensLink()
  await visitor.seesHeading('Password changed')
  await expect(visitor.page.getByRole('heading', { name: 'Password changed' })).toBeFocused()
  await visitor.sees(
    'Two-factor authentication was turned off, because the email address of this account had never been confirmed. After you sign in, you can turn it on again in Settings.',
  )
  await axe(visitor.page)
  await lookAt(visitor.page, 'reset-password-without-factor')
  await visitor.clicks('Sign in')
  await visitor.isAt('/auth')

  // The address is confirmed now, so a second reset removes nothing.
  await opensLink()
  await visitor.isTold('success', 'Password changed', 'Please sign in with your new password.')
  await visitor.isAt('/auth')
})

test('reset with a lost reply: the message does not claim that it failed', async ({ ada, visitor, server }) => {
  const { email } = ada.member
  await ada.member.http.asks('POST', '/api/auth/forgot-password', { email })
  const { body } = await server.owner.one<{ body: string }>(sql`select body from outbox where recipient = ${email}`)
  await visitor.opens(/\/reset-password#\S+/.exec(body)?.[0] ?? 'no link')
  await visitor.types('New Password', 'a brand new password')
  await visitor.types('Confirm Password', 'a brand new password')
  await visitor.losesAnswer('**/api/auth/reset-password')
  await visitor.clicks('Set new password')
  await visitor.isTold(
    'destructive',
    'We could not tell whether the password was changed',
    'Please try to sign in with the new password. If that fails, open the link of the mail again.',
  )
})

test('used, invented and incomplete links show an error and offer a new link', { tag: '@main' }, async ({
  ada,
  server,
  visitor,
}) => {
  const { email } = ada.member
  await visitor.opens('/reset-password#invented')
  await visitor.seesHeading('This link no longer works')
  await expect(visitor.page.getByLabel('New Password', { exact: true })).toHaveCount(0)
  await axe(visitor.page)
  await lookAt(visitor.page, 'reset-password-dead')
  await visitor.clicks('Ask for a new link')
  await visitor.isAt('/forgot-password')
  await expect(visitor.page.getByLabel('Email', { exact: true })).toBeFocused()
  await visitor.types('Email', email)
  await visitor.clicks('Send link')
  await visitor.seesHeading('Look into your mail')

  const { body } = await server.owner.one<{ body: string }>(sql`select body from outbox where recipient = ${email}`)
  const link = /\/reset-password#\S+/.exec(body)?.[0] ?? 'no link'
  // Opening the link does not use it up.
  for (let i = 0; i < 2; i++) {
    await visitor.opens('/auth')
    await visitor.opens(link)
    await expect(visitor.page.getByLabel('New Password', { exact: true })).toBeFocused()
  }
  await server.owner.run(sql`update signed_links set used_at = now()`)
  await visitor.page.reload()
  await visitor.seesHeading('This link no longer works')
  // Another link in the same tab: only the URL fragment changes.
  await visitor.page.goto('/reset-password#')
  await visitor.seesHeading('This link is not complete')
  await axe(visitor.page)
  await lookAt(visitor.page, 'reset-password-incomplete')
  await visitor.clicks('Ask for a new link')
  await visitor.isAt('/forgot-password')
})

test('if the check of a link fails, the form is still shown', async ({ visitor }) => {
  visitor.expects(/status of (400|503)/)
  await visitor.gets('**/api/auth/check-link', { status: 503, json: { error: 'Restarting.', request_id: 'x' } })
  await visitor.opens('/reset-password#invented')
  await visitor.types('New Password', 'a brand new password')
  await visitor.types('Confirm Password', 'a brand new password')
  await visitor.clicks('Set new password')
  await visitor.isTold(
    'destructive',
    'The password was not changed',
    'This link has expired or was used already. Please ask for a new one.',
  )
  await expect(visitor.page.getByLabel('New Password', { exact: true })).toHaveValue('a brand new password')
})

test('an unknown address gets the same answer', async ({ visitor }) => {
  await visitor.opens('/forgot-password')
  await visitor.types('Email', 'nobody@example.com')
  await visitor.clicks('Send link')
  await visitor.seesHeading('Look into your mail')
})
