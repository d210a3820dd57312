import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, phone, test } from '../../tests/e2e/fixtures.ts'
import { addInvestor } from '../investors/contract.ts'
import { getIntroductionRequest } from './contract.ts'

test('the form shows whom the target is linked to, and unlinks by keyboard; the name stays', { tag: '@main' }, async ({
  ada,
  server,
}) => {
  const { page } = ada
  const tom = await server.member('Tom Nakamura')
  const target = page.getByLabel('Target Person')
  const chip = page.getByText('Linked to Tom Nakamura')
  const unlink = page.getByRole('button', { name: 'Unlink Tom Nakamura' })
  await ada.opens('/create-introduction-request')
  await expect(target).toBeVisible()
  await expect(page.getByRole('button', { name: /^Unlink/ })).toHaveCount(0)
  await target.pressSequentially('Tom Nak')
  await page.getByRole('option', { name: /Tom Nakamura/ }).click()
  await expect(chip).toBeVisible()
  await expect(page.locator('[aria-live]').filter({ hasText: 'Linked to the member Tom Nakamura' })).toHaveCount(1)
  await chip.scrollIntoViewIfNeeded()
  await axe(page)
  await lookAt(page, 'linked-target')
  await page.setViewportSize(phone)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await page.setViewportSize({ width: 1280, height: 800 })

  await unlink.focus()
  await page.keyboard.press('Enter')
  await expect(chip).toHaveCount(0)
  await expect(target).toBeFocused()
  await expect(target).toHaveValue('Tom Nakamura')
  // Typing over a link removes it too.
  await target.fill('')
  await target.pressSequentially('Tom Nak')
  await page.getByRole('option', { name: /Tom Nakamura/ }).click()
  await expect(chip).toBeVisible()
  await target.press('End')
  await target.pressSequentially(' junior')
  await expect(page.getByRole('button', { name: /^Unlink/ })).toHaveCount(0)

  // A member in the address is linked, and not any more after unlinking.
  await ada.opens(`/create-introduction-request?member=${tom.profile_id}`)
  await expect(chip).toBeVisible()
  await unlink.click()
  await ada.types('Request Title', 'Meet Tom')
  await ada.types('Context', 'We look for pilots.')
  await ada.types('Your Company', 'Lakeline')
  await ada.clicks('Create Request')
  await ada.isTold('success', 'Request created', 'Your introduction request has been created successfully.')
  const { id } = await server.owner.one<{ id: number }>(sql`
    select id from introduction_requests where request_title = 'Meet Tom'`)
  expect(await ada.member.http.does(getIntroductionRequest, { id })).toMatchObject({
    target_person: 'Tom Nakamura',
    target_profile_id: null,
  })
})

test('an investor is shown in the form, and in that of an edited request', async ({ ada, bob }) => {
  const { page } = ada
  const investor = await bob.member.http.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  await ada.opens(`/create-introduction-request?investor=${investor.id}`)
  await expect(page.getByText('Linked to Ines Vela')).toBeVisible()
  await expect(page.locator('[aria-live]').filter({ hasText: 'Linked to the investor Ines Vela' })).toHaveCount(1)
  await ada.types('Request Title', 'Seed round')
  await ada.types('Context', 'We raise our first round.')
  await ada.types('Your Company', 'Lakeline')
  await ada.clicks('Create Request')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Write the introduction text that an introducer can forward.')
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByRole('button', { name: 'Unlink Ines Vela' }).click()
  await expect(dialog.getByLabel('Target Person')).toBeFocused()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await ada.isTold('success', 'Request updated')
  await expect(dialog.getByRole('link', { name: 'Ines Vela' })).toHaveCount(0)
})
