import { sql } from '../../database/connection/sql.ts'
import { expect, test } from '../../tests/e2e/fixtures.ts'

test('the account: a sign-in on a new device and a new password are in the bell and in a mail', {
  tag: '@main',
}, async ({ ada, visitor, server }) => {
  // The other browser may ask for its notifications before it learns that its session has ended.
  visitor.expects(/status of 401/)
  await ada.opens('/resources')
  await visitor.opens('/auth')
  await visitor.types('Email', ada.member.email)
  await visitor.types('Password', ada.member.password)
  await visitor.clicks('Login')
  await visitor.isAt('/')
  const bell = ada.page.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  // The notification leads to the settings, which read it.
  await ada.opens('/settings')
  await expect(bell).toHaveAccessibleName('Notifications')
  await ada.clicks('Change password')
  await ada.types('New Password', 'a brand new passphrase')
  await ada.types('Confirm Password', 'a brand new passphrase')
  await ada.clicks('Set new password')
  await ada.isTold('success', 'Password changed', 'Every other browser has been signed out.')
  await ada.opens('/notifications')
  await expect(ada.page.getByRole('main').getByRole('listitem')).toHaveText([
    /Your password was changed/,
    /Somebody signed in to your account on a new device \(Chrome/,
  ])
  const mails = await server.owner.rows<{ subject: string }>(
    sql`select subject from outbox where recipient = ${ada.member.email} order by id`,
  )
  expect(mails.map(mail => mail.subject)).toEqual([
    expect.stringMatching(/new device/),
    expect.stringMatching(/password was changed/),
  ])
})
