import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, type Person, test } from '../../tests/e2e/fixtures.ts'
import { sendOutsideBrowser } from '../../tests/e2e/person.ts'
import { protect } from '../../tests/e2e/protect.ts'
import { codeOf } from '../../tests/second-factor.ts'

const NEW = 'a brand new passphrase'
const PASSWORD_UNSURE = 'We could not tell whether the password was changed'

async function changesPassword(person: Person) {
  await person.opens('/settings')
  await person.clicks('Change password')
  await person.types('New Password', NEW)
  await person.types('Confirm Password', NEW)
  await person.clicks('Set new password')
}

test('password change with a lost reply: the message does not claim failure, and the new password works', {
  tag: '@main',
}, async ({ ada }) => {
  await ada.losesAnswer('**/api/account/password')
  await changesPassword(ada)
  await ada.isTold(
    'destructive',
    PASSWORD_UNSURE,
    'You were signed out, so it probably was. Please sign in with the new password.',
  )
  await ada.isAt('/auth')
  await lookAt(ada.page, 'settings-password-lost')
  await ada.types('Email', ada.member.email)
  await ada.types('Password', NEW)
  await ada.clicks('Login')
  await ada.isAt('/settings')
})

test('password change with a lost reply but received cookies: the new session confirms it', async ({ ada }) => {
  await ada.losesAnswer('**/api/account/password', { cookiesCome: true })
  await changesPassword(ada)
  await ada.isTold('success', 'Password changed', 'Every other browser has been signed out.')
  await ada.doesNotSee('Set new password')
})

test('a read that still has the old session while the password changes does not sign the member out', async ({
  ada,
}) => {
  ada.expects(/status of 401/)
  const letGo = await ada.holdsBack('**/api/account/sessions')
  await ada.page.route('**/api/account/password', async route => {
    const changed = await sendOutsideBrowser(route)
    const read = ada.page.waitForResponse('**/api/account/sessions')
    letGo()
    expect((await read).status()).toBe(401)
    // Time in which an app that does not wait for this reply would find the session ended.
    await ada.page.evaluate(() => fetch('/api/auth/session').then(answer => answer.text()))
    const cookies = changed.headers.getSetCookie().join('\n')
    await route.fulfill({ status: 200, headers: { 'set-cookie': cookies }, json: await changed.json() })
  })
  const visited = new Set<string>()
  ada.page.on('framenavigated', frame => visited.add(new URL(frame.url()).pathname))
  await changesPassword(ada)
  await ada.isTold('success', 'Password changed', 'Every other browser has been signed out.')
  expect([...visited]).toEqual(['/settings'])
})

test('a request that was never received also gives an unsure message, and the form is kept', async ({ ada }) => {
  ada.expects(/ERR_FAILED/)
  await ada.page.route('**/api/account/password', route => route.abort(), { times: 1 })
  await changesPassword(ada)
  await ada.isTold(
    'destructive',
    PASSWORD_UNSURE,
    'You are still signed in as before, so it probably was not. Please try again.',
  )
  await ada.page.route('**/api/**', route => route.abort())
  await ada.clicks('Set new password')
  await ada.isTold(
    'destructive',
    PASSWORD_UNSURE,
    'Please check your connection. Then sign in with the new password or, if that fails, with the old one.',
  )
  await ada.page.unroute('**/api/**')
  await ada.clicks('Set new password')
  await ada.isTold('success', 'Password changed', 'Every other browser has been signed out.')
})

test('account deletion with a lost reply: the message does not claim failure', async ({ ada }) => {
  await ada.losesAnswer('**/api/account/delete')
  await ada.opens('/settings')
  await ada.clicks('Delete my account')
  await ada.types('Password', ada.member.password)
  await ada.clicks('Delete my account', { on: 'Delete your account' })
  await ada.isTold(
    'destructive',
    'We could not tell whether your account was deleted',
    'You were signed out, so it probably was. If you can still sign in, it was not.',
  )
  await ada.isAt('/auth')
  await ada.doesNotSee('You were signed out')
})

async function addsApp(person: Person) {
  await person.opens('/settings')
  await person.clicks('Add authenticator app')
  await person.types('Name', 'Pixel')
  await person.clicks('Continue')
  const secret = (await person.page.locator('[data-key]').getAttribute('data-key')) ?? ''
  await person.types('Code', codeOf(secret))
  await person.clicks('Verify')
}

test('first app added with a lost reply: it is listed, and new recovery codes are offered', async ({ ada }) => {
  await ada.losesAnswer('**/api/auth/factors/*/verify', { cookiesCome: true })
  await addsApp(ada)
  await ada.isTold('success', 'Factor added', 'Every other browser has been signed out.')
  await ada.sees('Two-factor authentication is on, but your recovery codes could not be shown')
  await ada.sees('Pixel')
  await ada.doesNotSee('Verify')
  await axe(ada.page)
  await lookAt(ada.page, 'settings-codes-lost')
  await ada.clicks('Get new codes')
  await ada.clicks('Get new codes', { on: 'Get new recovery codes?' })
  await expect(ada.page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await ada.clicks('I have saved them')
  await ada.doesNotSee('Two-factor authentication is on, but your recovery codes could not be shown')
})

test('first app added with reply and cookies lost: the sign-in page says what to do', async ({ ada }) => {
  await ada.losesAnswer('**/api/auth/factors/*/verify')
  await addsApp(ada)
  await ada.isTold(
    'destructive',
    'We could not tell whether the code was accepted',
    'You were signed out, so two-factor authentication is probably on. Sign in, then get new recovery codes in your settings.',
  )
  await ada.isAt('/auth')
})

test('last factor removed with a lost reply: the list confirms it', async ({ ada, server }) => {
  await protect(server, ada)
  await ada.opens('/settings')
  await ada.losesAnswer('**/api/auth/factors/*')
  await ada.clicks('Remove Pixel')
  await ada.clicks('Turn off')
  await ada.isTold('success', 'Two-factor authentication is off', 'You sign in with your password alone.')
  await ada.doesNotSee('Pixel')
})

test('new recovery codes with a lost reply: the old ones are not shown as valid', async ({ ada, server }) => {
  await protect(server, ada)
  await ada.opens('/settings')
  await ada.losesAnswer('**/api/auth/recovery-codes')
  await ada.clicks('Get new codes')
  await ada.clicks('Get new codes', { on: 'Get new recovery codes?' })
  await ada.isTold(
    'destructive',
    'We could not tell whether new codes were made',
    'The codes you have may no longer work. Please get new codes again.',
  )
})

test('sign out everywhere with a lost reply: reported as success', async ({ ada }) => {
  await ada.opens('/settings')
  // Reads that are answered after the sign-out would be refused.
  for (const loaded of ['Add authenticator app', 'This browser', 'Always in the app', 'You have muted nobody.'])
    await ada.sees(loaded)
  await ada.losesAnswer('**/api/auth/sign-out-everywhere')
  await ada.clicks('Sign out everywhere')
  await ada.isTold('success', 'Signed out everywhere')
  await ada.isAt('/auth')
  await ada.doesNotSee('You were signed out')
})

test('email confirmation with a lost reply: the session confirms it', async ({ ada, server }) => {
  const email = `${crypto.randomUUID().slice(0, 8)}.new@example.com`
  await ada.opens('/settings')
  await ada.clicks('Change email')
  await ada.types('New Email', email)
  await ada.losesAnswer('**/api/account/email')
  await ada.clicks('Request link')
  await ada.isTold(
    'destructive',
    'We could not tell whether there is a link now',
    'Please ask whoever runs The Community for the link. If there is none, request it again.',
  )
  const mail = await server.owner.one<{ body: string }>(sql`select body from outbox where recipient = ${email}`)
  const link = new URL(/http\S+/.exec(mail.body)?.[0] ?? '')
  await ada.opens(`${link.pathname}${link.hash}`)
  await ada.losesAnswer('**/api/account/email/confirm')
  await ada.clicks('Confirm email')
  await ada.seesHeading('Your email is changed')
  await ada.sees(email)
})
