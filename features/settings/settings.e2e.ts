import { axe, expect, lookAt, test } from '../../tests/e2e/fixtures.ts'

test('the settings page says what is still to come', { tag: ['@SET-01'] }, async ({ ada }) => {
  await ada.opens('/settings')
  await ada.seesHeading('Settings')
  await expect(ada.page.getByText('This feature is coming soon!', { exact: true })).toHaveCount(1)
  await ada.sees('Add authenticator app')
  await ada.sees('This browser')
  await axe(ada.page)
  await lookAt(ada.page, 'settings')
})

test('the theme is saved', async ({ ada }) => {
  const background = () => ada.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await ada.opens('/settings')
  await expect(ada.page.getByRole('radio', { name: 'System' })).toBeChecked()
  const light = await background()
  await ada.page.getByRole('radio', { name: 'Dark' }).check()
  await expect.poll(background).not.toBe(light)
  await ada.page.reload()
  await expect(ada.page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect(await background()).not.toBe(light)
})

test('signing out everywhere, told by a title alone, ends the session in the other browser too', {
  tag: ['@TXT-50'],
}, async ({ ada, visitor }) => {
  // The notification about the new sign-in may be read at the moment when the sessions end.
  for (const browser of [ada, visitor]) browser.expects(/401/)
  await visitor.opens('/auth')
  await visitor.types('Email', ada.member.email)
  await visitor.types('Password', ada.member.password)
  await visitor.clicks('Login')
  await visitor.isAt('/')
  await ada.opens('/settings')
  // Reads that are answered after the sign-out would be refused.
  for (const loaded of ['Add authenticator app', 'This browser', 'Always in the app', 'You have muted nobody.'])
    await ada.sees(loaded)
  await ada.clicks('Sign out everywhere')
  await ada.isTold('success', 'Signed out everywhere')
  await ada.isAt('/auth')
  await visitor.page.reload()
  await visitor.isAt('/auth')
})
