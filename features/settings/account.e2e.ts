import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, type Person, test } from '../../tests/e2e/fixtures.ts'
import { letProofAge } from '../../tests/e2e/protect.ts'

const NEW = 'a brand new passphrase'

async function signsIn(person: Person, email: string, password: string) {
  await person.opens('/auth')
  await person.signsIn({ email, password })
}

test('a password change ends the other sessions and keeps this one', { tag: '@main' }, async ({
  ada,
  visitor,
  server,
}) => {
  ada.expects(/status of 40[03]/)
  visitor.expects(/status of 401/)
  await signsIn(visitor, ada.member.email, ada.member.password)
  await visitor.isAt('/')
  await letProofAge(server, ada)
  await ada.opens('/settings')
  await ada.clicks('Change password')
  await ada.types('New Password', NEW)
  await ada.types('Confirm Password', 'something else')
  await ada.clicks('Set new password')
  await ada.isTold('destructive', "Passwords don't match", 'Please ensure your passwords match.')
  await axe(ada.page)
  await lookAt(ada.page, 'settings-password')
  await ada.types('Confirm Password', NEW)
  await ada.clicks('Set new password')
  await ada.clicks('Cancel', { on: 'Please enter your password again' })
  await ada.isTold('destructive', 'The password was not changed', 'Please enter your password again.')
  // The form keeps its values.
  await expect(ada.page.getByLabel('New Password', { exact: true })).toHaveValue(NEW)
  await ada.clicks('Set new password')
  await ada.types('Password', ada.member.password, { on: 'Please enter your password again' })
  await ada.clicks('Continue')
  await ada.isTold('success', 'Password changed', 'Every other browser has been signed out.')
  await ada.page.reload()
  await ada.seesHeading('Settings')
  await visitor.page.reload()
  await visitor.isAt('/auth')
  await signsIn(visitor, ada.member.email, NEW)
  await visitor.isAt('/')
})

test('Ada changes her email with the link, which a server without mail gives to whoever runs it', {
  tag: '@main',
}, async ({ ada, visitor, server }) => {
  ada.expects(/status of 400/)
  await ada.opens('/settings')
  await ada.clicks('Change email')
  await ada.types('New Email', 'not an address')
  await ada.sees(/This server sends no mail: whoever runs it gets a link/)
  await ada.clicks('Request link')
  await ada.sees('Please enter a valid email address.', { on: 'Change email' })
  const email = `${crypto.randomUUID().slice(0, 8)}.new@example.com`
  await ada.types('New Email', email)
  await ada.clicks('Request link')
  await ada.sees('Ask for your link')
  await ada.sees(/ask whoever runs The Community for it/)
  await ada.doesNotSee(/on its way/)
  await axe(ada.page)
  await lookAt(ada.page, 'settings-email-sent')
  await ada.clicks('Done')
  await ada.sees(ada.member.email)

  const mail = await server.owner.one<{ body: string }>(sql`select body from outbox where recipient = ${email}`)
  const link = new URL(/http\S+/.exec(mail.body)?.[0] ?? '')
  await ada.opens(`${link.pathname}${link.hash}`)
  await ada.seesHeading('Confirm your new email')
  await axe(ada.page)
  await lookAt(ada.page, 'confirm-email')
  const otherTab = await ada.page.context().newPage()
  await otherTab.goto('/settings')
  await expect(otherTab.getByText(ada.member.email)).toBeVisible()
  await ada.clicks('Confirm email')
  await ada.seesHeading('Your email is changed')
  await expect(otherTab.getByText(email)).toBeVisible()
  await expect(otherTab.getByText(ada.member.email)).toHaveCount(0)
  await otherTab.close()
  await ada.clicks('Back to settings')
  await ada.sees(email)

  await visitor.opens(`${link.pathname}${link.hash}`)
  await visitor.seesHeading('This link no longer works')
  await expect(visitor.page.getByRole('link', { name: 'Go to settings' })).toHaveAttribute('href', '/settings')
  await visitor.opens('/confirm-email')
  await visitor.page.reload()
  await visitor.seesHeading('This link is not complete')
  await visitor.clicks('Back to sign in')
  await visitor.isAt('/auth')
})

test.describe('with a mail server', () => {
  test.use({ env: { SMTP_URL: 'smtp://127.0.0.1:9', EMAIL_CONFIRMATION: 'off' } })
  test('a change of the email says to look into the mail', async ({ ada }) => {
    await ada.opens('/settings')
    await ada.clicks('Change email')
    await ada.types('New Email', `${crypto.randomUUID().slice(0, 8)}.new@example.com`)
    await ada.clicks('Send link')
    await ada.sees('Look into your mail')
    await ada.sees(/a link is on its way there/)
  })
})

const sessionRows = ({ page }: Person) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Where you are signed in' }) })
    .getByRole('listitem')

test('Ada sees her sessions and ends one of them', async ({ ada, server, browser }) => {
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
  const phoneContext = await browser.newContext({ baseURL: server.url, userAgent: phone, reducedMotion: 'reduce' })
  const page = await phoneContext.newPage()
  await page.goto('/auth')
  await page.getByLabel('Email').fill(ada.member.email)
  await page.getByLabel('Password', { exact: true }).fill(ada.member.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(url => url.pathname === '/')

  await ada.opens('/settings')
  await ada.sees('This browser')
  await ada.sees('Safari on iPhone')
  await axe(ada.page)
  await ada.page.getByRole('heading', { name: 'Where you are signed in' }).scrollIntoViewIfNeeded()
  await lookAt(ada.page, 'settings-sessions')
  await ada.clicks('Sign out Safari on iPhone')
  await ada.isTold('success', 'Signed out', 'Safari on iPhone has been signed out.')
  await ada.doesNotSee('Safari on iPhone', { on: 'Where you are signed in' })
  await page.reload()
  await expect(page).toHaveURL(url => url.pathname === '/auth')
  await phoneContext.close()

  await ada.clicks('Sign out this browser')
  await ada.isAt('/auth')
})

test('a double click on Sign out ends one session, and nothing that takes the place of its row', async ({
  ada,
  server,
}) => {
  for (const n of [1, 2])
    await server.owner.run(sql`
      insert into sessions (user_id, token_hash, aal, expires_at, user_agent, last_used_at)
      select user_id, sha256(${`other ${n}`}::bytea), aal, expires_at, 'Safari on iPhone', last_used_at - interval '1 hour' from sessions limit 1`)
  await ada.opens('/settings')
  const rows = sessionRows(ada)
  await expect(rows).toHaveCount(3)
  await rows.nth(2).scrollIntoViewIfNeeded()
  for (const left of [2, 1]) {
    const { x = 0, y = 0 } = (await rows.nth(1).getByRole('button').boundingBox()) ?? {}
    await ada.page.mouse.click(x + 10, y + 10)
    await expect(rows).toHaveCount(left)
    // The second click of a double click.
    await ada.page.mouse.down({ clickCount: 2 })
    await ada.page.mouse.up({ clickCount: 2 })
    // It has sent nothing.
    await expect(ada.page.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(rows).toHaveCount(left)
  }
  await ada.page.reload()
  await ada.sees('This browser')
  await expect(rows).toHaveCount(1)
})

test('Show more lists all sessions and focuses the first new one', async ({ ada, server }) => {
  for (let n = 0; n < 6; n++)
    await server.owner.run(sql`
      insert into sessions (user_id, token_hash, aal, expires_at, user_agent)
      select user_id, sha256(${`other ${n}`}::bytea), aal, expires_at, ${`Browser ${n}`} from sessions limit 1`)
  await ada.opens('/settings')
  const rows = sessionRows(ada)
  await expect(rows).toHaveCount(5)
  await ada.clicks('Show 2 more')
  await expect(rows).toHaveCount(7)
  await expect(rows.nth(5)).toBeFocused()
})

test('Ada exports her data after re-entering the password', { tag: '@main' }, async ({ ada, server }) => {
  ada.expects(/status of 403/)
  await ada.member.http.asks('POST', '/api/posts', { title: 'Warehouse space in Pilsen', content: 'Who shares?' })
  await letProofAge(server, ada)
  await ada.opens('/settings')
  await ada.clicks('Download my data')
  await ada.types('Password', ada.member.password)
  const [file] = await Promise.all([ada.page.waitForEvent('download'), ada.clicks('Continue')])
  await ada.isTold('success', 'Your data is in your downloads')
  expect(file.suggestedFilename()).toBe('my-data.zip')
  const data = strFromU8(unzipSync(readFileSync(await file.path()))['data.json'] ?? new Uint8Array())
  expect(JSON.parse(data)).toMatchObject({
    account: { email: ada.member.email },
    topics: [{ title: 'Warehouse space in Pilsen' }],
  })
})

test('Ada deletes her account', { tag: '@main' }, async ({ ada, visitor, server }) => {
  ada.expects(/status of 40[01]/)
  visitor.expects(/status of 401/)
  // The password in this dialog is the proof: no other dialog asks for it.
  await letProofAge(server, ada)
  await ada.opens('/settings')
  await ada.clicks('Delete my account')
  await ada.page.getByRole('radio', { name: 'Leave it, without my name' }).check()
  await ada.sees(/your topics and replies show ‘Anonymous’/)
  await axe(ada.page)
  await lookAt(ada.page, 'settings-delete')
  await ada.types('Password', 'not this one')
  await ada.clicks('Delete my account', { on: 'Delete your account' })
  await ada.sees('This password is not right.')
  await expect(ada.page.getByRole('dialog')).toHaveCount(1)
  await ada.types('Password', ada.member.password)
  const sent = ada.requestsTo(/account\/delete/)
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).dblclick()
  await ada.isTold('success', 'Your account is deleted', 'Thank you for having been part of the community.')
  await ada.isAt('/auth')
  expect(sent.map(request => request.body)).toEqual([{ password: ada.member.password, content: 'anonymise' }])
  await signsIn(visitor, ada.member.email, ada.member.password)
  await visitor.isTold('destructive', 'Login failed', 'Invalid email or password.')
})
