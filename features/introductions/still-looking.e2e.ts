import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, type Person, phone, test } from '../../tests/e2e/fixtures.ts'
import type { TestServer } from '../../tests/test-server.ts'
import { createIntroductionRequest } from './contract.ts'
import { askWhoIsStillLooking } from './still-looking.server.ts'

async function quiet(server: TestServer, { member }: Person, request_title: string) {
  const { id } = await member.http.does(createIntroductionRequest, {
    request_title,
    context: 'We rebuild how rail ramps book trucks.',
    your_company: 'Lakeline Freight',
  })
  await server.owner.run(sql`update introduction_requests set created_at = now() - interval '31 days' where id = ${id}`)
  await askWhoIsStillLooking(server)
  return id
}
async function fitsPhone({ page }: Person) {
  await page.setViewportSize(phone)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('the requester is asked in the bell and answers with one click; others see that it is quiet', {
  tag: '@main',
}, async ({ ada, bob, server }) => {
  const { page } = ada
  const id = await quiet(server, ada, 'Meet a dispatcher')
  await bob.opens(`/introduction-requests?request=${id}`)
  const dialog = bob.page.getByRole('dialog')
  await expect(dialog).toContainText(/Quiet since [A-Z][a-z]{2} \d+, \d{4}/)
  await expect(dialog.getByRole('region', { name: 'Still looking?' })).toHaveCount(0)
  await bob.page.keyboard.press('Escape')
  await expect(bob.page.locator('tbody tr').filter({ hasText: 'Meet a dispatcher' })).toContainText('Quiet since')
  await lookAt(bob.page, 'quiet-list')

  await ada.opens('/notifications')
  await page.getByRole('link', { name: /Are you still looking\? “Meet a dispatcher” has waited for 30 days/ }).click()
  const question = page.getByRole('dialog').getByRole('region', { name: 'Still looking?' })
  await expect(question).toBeVisible()
  await lookAt(page, 'still-looking')
  await axe(page)
  await fitsPhone(ada)
  await question.getByRole('button', { name: 'Yes, still looking' }).focus()
  await page.keyboard.press('Enter')
  await ada.isTold('success', 'Thank you for your answer')
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('dialog')).not.toContainText('Quiet since')
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  await expect(bob.page.locator('tbody tr').filter({ hasText: 'Meet a dispatcher' })).not.toContainText('Quiet since')
})
