import { sql } from '../../database/connection/sql.ts'
import { hashOf } from '../../server/session/session.ts'
import { axe, expect, test } from '../../tests/e2e/fixtures.ts'

test('a visitor opens the link of a mail, and only the button switches the mails off', { tag: '@main' }, async ({
  visitor: { page },
  server,
}) => {
  const ada = await server.member('Ada')
  await server.owner.run(sql`
    insert into signed_links (token_hash, purpose, user_id, subject, expires_at)
    values (${hashOf('the-token')}, 'unsubscribe', ${ada.user_id}, 'digest', now() + interval '1 day')`)
  const digest = async () =>
    (
      await server.owner.maybe<{ digest: string }>(
        sql`select digest from notification_settings where user_id = ${ada.user_id}`,
      )
    )?.digest
  await page.goto('/unsubscribe?token=the-token')
  await expect(page.getByText('This switches off the digest from The Community.')).toBeVisible()
  expect(await digest()).toBeUndefined()
  await axe(page)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'You are unsubscribed' })).toBeVisible()
  expect(await digest()).toBe('never')
  await expect(page.getByRole('link', { name: 'Choose what is mailed' })).toHaveAttribute('href', '/settings')

  await page.goto('/unsubscribe?token=invented')
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})
