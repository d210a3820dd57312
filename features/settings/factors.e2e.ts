import { readFileSync } from 'node:fs'
import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, type Person, phone, test } from '../../tests/e2e/fixtures.ts'
import { codeSentTo, forgetCodes, letProofAge, protect } from '../../tests/e2e/protect.ts'
import { codeOf } from '../../tests/second-factor.ts'

const card = (person: Person) =>
  person.page
    .locator('section')
    .filter({ has: person.page.getByRole('heading', { name: 'Two-factor authentication' }) })

async function addsApp(person: Person, name: string): Promise<string> {
  await person.clicks('Add authenticator app')
  await person.types('Name', name)
  await person.clicks('Continue')
  await expect(person.page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = await person.page.locator('[data-key]').getAttribute('data-key')
  if (!secret) throw new Error('There is no key.')
  return secret
}

test('Ada adds an authenticator app and keeps her recovery codes', { tag: '@main' }, async ({ ada }) => {
  ada.expects(/status of 400/)
  await ada.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await ada.opens('/settings')
  await expect(card(ada).getByText('Off', { exact: true })).toBeVisible()

  const secret = await addsApp(ada, 'Pixel')
  await axe(ada.page)
  await lookAt(ada.page, 'settings-qr')
  const copied = ada.page.getByRole('button', { name: 'Copied', exact: true })
  await ada.clicks('Copy key')
  await expect(copied).toBeVisible()
  expect(await ada.page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await ada.types('Code', '000000')
  await ada.clicks('Verify')
  await ada.sees('This code is not right.')
  await ada.types('Code', codeOf(secret))
  await ada.clicks('Verify')

  // The codes are shown only once, so Escape does not close the dialog.
  const codes = ada.page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  // No error toast of the first attempt covers the buttons.
  expect(await ada.page.locator('[data-toast]').count()).toBe(0)
  await ada.page.keyboard.press('Escape')
  await expect(codes).toHaveCount(10)
  await axe(ada.page)
  await lookAt(ada.page, 'settings-codes')
  // Each code fits on one line, also on a phone.
  const wide = ada.page.viewportSize() ?? phone
  for (const size of [phone, wide]) {
    await ada.page.setViewportSize(size)
    for (const code of await codes.all())
      expect(
        await code.evaluate(element => [element.scrollWidth <= element.clientWidth, element.clientHeight < 30]),
      ).toEqual([true, true])
  }
  const [first = ''] = await codes.allTextContents()
  await ada.clicks('Copy')
  await expect(copied).toBeVisible()
  expect(await ada.page.evaluate(() => navigator.clipboard.readText())).toContain(first)
  const [file] = await Promise.all([ada.page.waitForEvent('download'), ada.clicks('Download')])
  expect(file.suggestedFilename()).toBe('recovery-codes.txt')
  expect(readFileSync(await file.path(), 'utf8')).toContain(first)
  await ada.clicks('I have saved them')

  await expect(card(ada).getByText('On', { exact: true })).toBeVisible()
  await ada.sees('Pixel')
  await ada.sees('10 left')
})

test('new recovery codes and removing the app require the password', async ({ ada, server }) => {
  ada.expects(/status of 40[03]/)
  const { secret, codes: before } = await protect(server, ada)
  await letProofAge(server, ada)
  await ada.opens('/settings')
  await ada.sees('Pixel')
  await axe(ada.page)
  await lookAt(ada.page, 'settings-factors')
  await ada.clicks('Get new codes')
  await ada.clicks('Get new codes', { on: 'Get new recovery codes?' })
  await ada.sees('Please enter your password again')
  await axe(ada.page)
  await lookAt(ada.page, 'settings-proof')
  await ada.types('Password', 'not this one')
  await ada.types('Code', codeOf(secret))
  await ada.clicks('Continue')
  await ada.sees('This password is not right.')
  await ada.types('Password', ada.member.password)
  await ada.clicks('Continue')
  const codes = ada.page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  expect(await codes.allTextContents()).not.toContain(before[0])
  await ada.clicks('I have saved them')

  await ada.clicks('Remove Pixel')
  await ada.sees('Turn two-factor authentication off?')
  await lookAt(ada.page, 'settings-turn-off')
  await ada.clicks('Turn off')
  await ada.isTold('success', 'Two-factor authentication is off', 'You sign in with your password alone.')
  await expect(card(ada).getByText('Off', { exact: true })).toBeVisible()
  await ada.doesNotSee('Pixel')
})

test('on a remembered device, removing the app requires a code', { tag: '@main' }, async ({ ada, visitor, server }) => {
  visitor.expects(/status of 40[03]/)
  const { secret } = await protect(server, ada)
  const login = async () => {
    await visitor.opens('/auth')
    await visitor.types('Email', ada.member.email)
    await visitor.types('Password', ada.member.password)
    await visitor.clicks('Login')
  }
  await login()
  await visitor.page.getByLabel('Remember this device for 30 days').check()
  await visitor.types('Code', codeOf(secret))
  await visitor.clicks('Verify')
  await visitor.isAt('/')
  // Reads that are answered after the sign-out would be refused.
  await visitor.seesHeading('Recent Activity Sample')
  await visitor.clicks('Log out')
  await visitor.isAt('/auth')
  await login()
  await visitor.isAt('/')
  await forgetCodes(server, ada)

  await visitor.opens('/settings')
  await visitor.clicks('Remove Pixel')
  await visitor.clicks('Turn off')
  await visitor.sees('Please enter your password again')
  await visitor.types('Password', ada.member.password)
  await visitor.types('Code', '000000')
  await visitor.clicks('Continue')
  await visitor.sees('This code is not right.')
  await visitor.types('Code', codeOf(secret))
  await visitor.clicks('Continue')
  await visitor.isTold('success', 'Two-factor authentication is off', 'You sign in with your password alone.')
})

test('deleting the account with an old proof requires a code, and the password only once', async ({ ada, server }) => {
  ada.expects(/status of 40[013]/)
  const { secret } = await protect(server, ada)
  await letProofAge(server, ada)
  await server.owner.run(
    sql`update sessions set factor_proved_at = proved_at where user_id = ${ada.member.http.user_id}`,
  )
  await ada.opens('/settings')
  await ada.clicks('Delete my account')
  await ada.types('Password', ada.member.password)
  await ada.clicks('Delete my account', { on: 'Delete your account' })
  const asked = ada.page.getByRole('dialog', { name: 'Please enter a code' })
  await expect(asked.getByLabel('Code')).toBeFocused()
  await expect(asked.getByLabel('Password')).toHaveCount(0)
  await axe(ada.page)
  await ada.types('Code', '000000')
  await ada.clicks('Continue')
  await ada.sees('This code is not right.')
  await ada.types('Code', codeOf(secret))
  await ada.clicks('Continue')
  await ada.isTold('success', 'Your account is deleted', 'Thank you for having been part of the community.')
})

test('Ada adds her phone and uses its codes for re-authentication', async ({ ada, server }) => {
  const sent = () => codeSentTo(server, '+13125550155')
  ada.expects(/status of 40[03]/)
  await ada.opens('/settings')
  await ada.clicks('Add phone')
  await ada.types('Phone Number', '312 555 0155')
  await ada.clicks('Send code')
  await ada.sees('Please enter the number with its country code, such as +13125550123.', { on: 'Add a phone' })
  await axe(ada.page)
  await lookAt(ada.page, 'settings-phone')
  await ada.types('Phone Number', '+1 (312) 555-0155')
  await ada.page.getByRole('radio', { name: 'WhatsApp' }).check()
  await ada.clicks('Send code')
  await ada.sees('Enter the code')
  const first = await sent()
  // After too many wrong codes a new one is needed.
  for (let tries = 0; tries < 6; tries++) {
    await ada.types('Code', first === '000000' ? '111111' : '000000')
    await ada.clicks('Verify')
    await expect(ada.page.getByRole('button', { name: 'Verify', exact: true })).toBeEnabled()
  }
  await ada.clicks('Send again')
  await ada.sees('A new code was sent.')
  await ada.doesNotSee('This code is not right.')
  await axe(ada.page)
  await lookAt(ada.page, 'settings-phone-again')
  expect(await sent()).not.toBe(first)
  await ada.types('Code', await sent())
  await ada.clicks('Verify')
  await ada.clicks('I have saved them')
  await ada.sees('Codes to +1•••0155')

  await letProofAge(server, ada)
  await ada.clicks('Remove Phone')
  await ada.clicks('Turn off')
  const proceed = ada.page.getByRole('button', { name: 'Continue', exact: true })
  await expect(proceed).toBeDisabled()
  await ada.types('Password', ada.member.password)
  const before = await sent()
  await ada.clicks('Send a code to +1•••0155')
  await expect(proceed).toBeEnabled()
  await axe(ada.page)
  expect(await sent()).not.toBe(before)
  await ada.types('Code', await sent())
  await ada.clicks('Continue')
  await ada.isTold('success', 'Two-factor authentication is off', 'You sign in with your password alone.')
})

test('a list that fails to load shows an error and Try Again', async ({ ada }) => {
  ada.expects(/status of 503/)
  await ada.gets('**/api/auth/factors', { status: 503, json: { error: 'The service is busy.', request_id: 'x' } })
  await ada.gets('**/api/account/sessions', { status: 503, json: { error: 'The service is busy.', request_id: 'x' } })
  await ada.opens('/settings')
  await ada.sees('Your factors could not be loaded')
  await ada.sees('Your sessions could not be loaded')
  await axe(ada.page)
  await lookAt(ada.page, 'settings-failed')
  await ada.page.unroute('**/api/auth/factors')
  await ada.clicks('Try Again', { on: 'Your factors could not be loaded' })
  await ada.sees('Add authenticator app')
})

test.describe('without a phone sender', () => {
  test.use({ env: { NODE_ENV: 'production' } })
  test('a phone is not offered as a factor', async ({ ada }) => {
    await ada.opens('/settings')
    await expect(ada.page.getByRole('button', { name: 'Add authenticator app' })).toBeVisible()
    await expect(ada.page.getByRole('button', { name: 'Add phone' })).toHaveCount(0)
  })
})
