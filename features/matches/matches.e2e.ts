import { axe, expect, lookAt, type Person, phone, test } from '../../tests/e2e/fixtures.ts'
import { nextDay } from '../../tests/next-day.ts'
import type { TestServer } from '../../tests/test-server.ts'
import { createEvent } from '../events/contract.ts'
import { createReply, createTopic } from '../forum/contract.ts'
import { saveProfile } from '../profile/contract.ts'

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitalverwaltung'
const idOf = ({ member }: Person) => member.http.profile_id ?? 0
const people = ({ page }: Person) => page.getByRole('region', { name: 'People for you' })
const tiles = (person: Person) =>
  people(person)
    .getByRole('listitem')
    .filter({ has: person.page.getByRole('heading') })
const notForMe = (person: Person, name: string) =>
  people(person).getByRole('button', { name: `Not for me: ${name}`, exact: true })

/** Bob can help Ada, and has something in common with her. Nobody else has. */
async function fits({ ada, bob }: { ada: Person; bob: Person }) {
  await ada.member.http.does(saveProfile, {
    needs: ['Legal Help', 'Hiring'],
    can_help_with: ['Funding'],
    industry: 'Fintech',
    stage: 'Seed',
  })
  await bob.member.http.does(saveProfile, {
    title: 'CEO',
    company_name: 'Kowalski Bikes',
    email: 'bob@kowalski.example',
    email_visibility: 'members',
    needs: ['Funding'],
    can_help_with: ['Hiring', 'Legal Help'],
    industry: 'Fintech',
    stage: 'Seed',
  })
}

test('Home shows who fits and why, with the next acts', { tag: '@main' }, async ({ ada, bob }) => {
  await ada.member.http.does(saveProfile, { company_name: 'Lakeline' })
  await ada.opens('/')
  await expect(ada.page.getByRole('region', { name: 'Community Forum' })).toBeVisible()
  await expect(people(ada)).toHaveCount(0)
  await fits({ ada, bob })
  const topic = await ada.member.http.does(createTopic, { title: 'Payroll for two', content: 'How?' })
  await bob.member.http.does(createReply, { id: topic.id, content: 'By hand.' })
  const event_date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  for (const [{ member }, title] of [[ada, 'Pitch night'] as const, [bob, 'Founders breakfast'] as const])
    await member.http.does(createEvent, { title, description: 'Coffee', location: 'Fulton Market', event_date })
  await ada.opens('/')
  await expect(tiles(ada)).toHaveCount(1)
  await expect(tiles(ada).getByRole('list', { name: 'Reasons' }).getByRole('listitem')).toHaveText([
    'Can help with Legal Help and Hiring, which you look for',
    'Looks for Funding, which you can help with',
    'Also in Fintech',
    'Wrote in “Payroll for two”, as you did',
    'Adds events, as you do: “Founders breakfast”',
    'Both at Seed',
  ])
  await expect(tiles(ada)).toContainText('CEO at Kowalski Bikes')
  await expect(people(ada).getByRole('link', { name: 'Write to Bob Kowalski' })).toHaveAttribute(
    'href',
    'mailto:bob@kowalski.example',
  )
  await axe(ada.page)
  await people(ada).scrollIntoViewIfNeeded()
  await lookAt(ada.page, 'people-for-you')
  await people(ada).getByRole('link', { name: 'Request introduction to Bob Kowalski' }).click()
  await expect(ada.page.getByLabel('Target Person')).toHaveValue('Bob Kowalski')
  await ada.page.goBack()
  await people(ada).getByRole('link', { name: 'Bob Kowalski', exact: true }).click()
  await ada.isAt(`/members/${idOf(bob)}`)
  const why = ada.page.getByRole('region', { name: 'Why you two' })
  await expect(why.getByRole('listitem')).toHaveCount(6)
  await axe(ada.page)
  await lookAt(ada.page, 'why-you-two')
  await why.getByRole('link', { name: 'Payroll for two' }).click()
  await ada.seesHeading('Payroll for two')
  await ada.page.goBack()
  await why.getByRole('link', { name: 'Founders breakfast' }).click()
  await expect(ada.page.getByRole('dialog', { name: 'Founders breakfast' })).toBeVisible()
})

test('a member page without reasons, and my own, say nothing', async ({ ada, bob, eve }) => {
  await fits({ ada, bob })
  for (const id of [idOf(eve), idOf(ada)]) {
    await ada.opens(`/members/${id}`)
    await expect(ada.page.getByRole('tab', { name: 'Company Info' })).toBeVisible()
    await expect(ada.page.getByRole('heading', { name: 'Why you two' })).toHaveCount(0)
  }
})

test('Not for me, undone in the toast, and taken back in the settings; with the keyboard', { tag: '@main' }, async ({
  ada,
  bob,
}) => {
  await fits({ ada, bob })
  await ada.opens('/')
  await ada.waitsForWrite(/\/not-for-me$/, async () => {
    await notForMe(ada, 'Bob Kowalski').focus()
    await ada.page.keyboard.press('Enter')
  })
  // The focus stops its timeout: before all else. Without a toast, F6 does nothing.
  const undo = ada.page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  await ada.page.keyboard.press('F6')
  await ada.page.keyboard.press('Shift+Tab')
  await expect(undo).toBeFocused()
  await expect(people(ada)).toHaveCount(0)
  await ada.isTold('success', 'Bob Kowalski is not shown here again', 'They are not told.')
  await axe(ada.page)
  await ada.waitsForWrite(/\/not-for-me$/, () => ada.page.keyboard.press('Enter'))
  await expect(tiles(ada)).toHaveCount(1)

  await ada.waitsForWrite(/\/not-for-me$/, () => notForMe(ada, 'Bob Kowalski').click())
  await expect(people(ada)).toHaveCount(0)
  await ada.opens('/settings')
  const card = ada.page.getByRole('region', { name: 'Not for me' })
  await expect(card.getByRole('listitem')).toHaveText([/Bob Kowalski/])
  await card.scrollIntoViewIfNeeded()
  await lookAt(ada.page, 'not-for-me')
  await ada.waitsForWrite(/\/not-for-me$/, () =>
    card.getByRole('button', { name: 'Take back Bob Kowalski', exact: true }).click(),
  )
  await expect(card).toContainText('Nobody.')
  await ada.opens('/')
  await expect(tiles(ada)).toHaveCount(1)
})

test('who does not want to be suggested is not from the next day on, and is in the directory as before', async ({
  ada,
  bob,
  server,
}) => {
  await fits({ ada, bob })
  await bob.opens('/settings')
  const choice = bob.page.getByRole('switch', { name: 'Suggest me to other members' })
  await expect(choice).toBeChecked()
  await choice.focus()
  await bob.waitsForWrite(/\/match-settings$/, () => bob.page.keyboard.press('Space'))
  await expect(choice).not.toBeChecked()
  await expect(choice).toBeFocused()
  await bob.isTold('success', 'From tomorrow on, you are not suggested to other members')
  await axe(bob.page)
  await bob.page.reload()
  await expect(choice).not.toBeChecked()
  await ada.opens('/')
  await expect(tiles(ada)).toHaveCount(1)
  await nextDay(server)
  await ada.opens('/')
  await expect(ada.page.getByRole('region', { name: 'Community Forum' })).toBeVisible()
  await expect(people(ada)).toHaveCount(0)
  await ada.opens('/members?sort=best')
  await expect(ada.page.getByRole('article').first()).toContainText('Bob Kowalski')
})

test('Best for me is chosen beside the count, kept in the address and for the next time', async ({ ada, bob, eve }) => {
  await fits({ ada, bob })
  await eve.member.http.does(saveProfile, { can_help_with: ['Hiring'] })
  await ada.opens('/members')
  const cards = ada.page.getByRole('article')
  const order = ada.page.getByRole('combobox', { name: 'Order' })
  await expect(order).toHaveText('By name')
  await expect(cards.first()).toContainText('Ada Osei')
  await order.click()
  await ada.page.getByRole('option', { name: 'Best for me' }).click()
  await expect(cards.nth(0)).toContainText('Bob Kowalski')
  await expect(cards.nth(0)).toContainText('Can help with Legal Help and Hiring, which you look for')
  await expect(cards.nth(1)).toContainText('Eve Raman')
  await expect(ada.page).toHaveURL(/\?sort=best$/)
  await axe(ada.page)
  await lookAt(ada.page, 'best-for-me')
  await ada.opens('/members')
  await expect(cards.first()).toContainText('Bob Kowalski')
  await order.click()
  await ada.page.getByRole('option', { name: 'By name' }).click()
  await expect(cards.first()).toContainText('Ada Osei')
  await ada.opens('/members')
  await expect(cards.first()).toContainText('Ada Osei')
})

test('after I save my profile, the matches are new at once', async ({ ada, bob }) => {
  await fits({ ada, bob })
  await ada.member.http.does(saveProfile, {
    ...{ needs: [], can_help_with: [], company_name: 'Lakeline' },
    ...{ industry: 'SaaS', stage: 'MVP', company_description: 'Freight' },
  })
  await ada.opens('/')
  await expect(people(ada)).toHaveCount(0)
  await ada.page.getByRole('link', { name: 'Update Profile' }).click()
  await ada.clicks('Edit Profile')
  await ada.page.getByRole('combobox', { name: 'Industry' }).click()
  await ada.page.getByRole('option', { name: 'Fintech' }).click()
  await ada.waitsForWrite(/\/api\/profile$/, () => ada.page.getByRole('button', { name: /^Save/ }).first().click())
  await ada.page.getByRole('complementary').getByRole('link', { name: 'Home', exact: true }).click()
  await expect(tiles(ada)).toHaveCount(1)
  await expect(tiles(ada)).toContainText('Also in Fintech')
})

test('very long names and right-to-left ones, on a phone', async ({
  ada,
  server,
}: {
  ada: Person
  server: TestServer
}) => {
  await ada.member.http.does(saveProfile, { needs: ['Hiring'], location: `${LONG} ${LONG}` })
  for (const name of [`${LONG} ${LONG}`, 'مريم الحسن', 'Tom Nakamura'])
    await (await server.member(name)).does(saveProfile, {
      title: 'CEO',
      company_name: name,
      location: `${LONG} ${LONG}`,
      can_help_with: ['Hiring'],
    })
  await ada.page.setViewportSize({ ...phone, width: 320 })
  await ada.opens('/')
  await expect(tiles(ada)).toHaveCount(1)
  await people(ada).getByRole('button', { name: 'Show all 3' }).click()
  await expect(tiles(ada)).toHaveCount(3)
  expect(await ada.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await axe(ada.page)
  if (process.env.E2E_SHOTS) await people(ada).screenshot({ path: 'test-results/shots/people-for-you-320.png' })
})
