import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, type Person, phone, test } from '../../tests/e2e/fixtures.ts'
import { notifyAsked } from '../../tests/notify-followers.ts'
import type { TestServer } from '../../tests/test-server.ts'
import { createIntroductionRequest } from '../introductions/contract.ts'
import { addInvestor } from '../investors/contract.ts'
import { getTies, type kinds, setTie } from './contract.ts'
import { refreshNightlyTies } from './nightly.ts'

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitalverwaltung'
const idOf = ({ member }: Person) => member.http.profile_id ?? 0
const newInvestor = async ({ member }: Person) => {
  const words = { description: 'Backs logistics founders.', email: 'ines@prairie.example' }
  return (await member.http.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed', ...words })).id
}
const asks = async ({ member }: Person, investor: number, more = {}) => {
  const words = { request_title: 'Seed round', context: 'We raise our first round.', your_company: 'Lakeline' }
  const target = { target_person: 'Ines Vela', target_investor_id: investor }
  return (await member.http.does(createIntroductionRequest, { ...words, ...target, ...more })).id
}
/** Other members who know the investor. */
async function others(server: TestServer, id: number, names: string[], shown: 'named' | 'quiet') {
  const all: (typeof kinds)[number][] = ['well', 'invested', 'met', 'pitched']
  for (const [at, name] of names.entries())
    await (await server.member(name)).does(setTie, { id, kind: all[at % 4] ?? 'met', shown })
  await refreshNightlyTies(server.db)
}
const card = ({ page }: Person) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Who knows them' }) })
const toggle = (person: Person, name: string) => card(person).getByRole('button', { name, exact: true })
const isOn = (person: Person, name: string) => expect(toggle(person, name)).toHaveAttribute('aria-pressed', 'true')

test('Ada says that she knows an investor with one click, shows it with a second, and takes it back', {
  tag: '@main',
}, async ({ ada, bob }) => {
  const id = await newInvestor(bob)
  await ada.opens(`/investors?investor=${id}`)
  await expect(card(ada)).toContainText('Nobody is named here yet.')
  await expect(toggle(ada, 'Others may see this')).toHaveCount(0)
  await toggle(ada, 'We met').click()
  await isOn(ada, 'We met')
  await isOn(ada, 'Only to be asked for introductions')
  await expect(card(ada)).toContainText('Nobody sees this.')
  expect((await bob.member.http.does(getTies, { id })).named).toEqual([])

  await toggle(ada, 'Others may see this').click()
  await isOn(ada, 'Others may see this')
  await bob.opens(`/investors?investor=${id}`)
  const names = card(bob).getByRole('list', { name: 'Members who know them' })
  await expect(names.getByRole('listitem')).toHaveText([/Ada Osei\s*Has met them/])
  await expect(names.getByRole('link')).toHaveAttribute('href', `/members/${idOf(ada)}`)

  // Another kind stays shown.
  await toggle(ada, 'I know them well').click()
  await isOn(ada, 'I know them well')
  await isOn(ada, 'Others may see this')
  await ada.page.reload()
  await isOn(ada, 'I know them well')
  await toggle(ada, 'I know them well').click()
  await expect(toggle(ada, 'I know them well')).toHaveAttribute('aria-pressed', 'false')
  await expect(toggle(ada, 'I know them well')).toBeFocused()
  await bob.page.reload()
  await expect(card(bob)).toContainText('Nobody is named here yet.')
})

test('with the keyboard only; a failure is told and changes nothing', async ({ ada, bob }) => {
  const id = await newInvestor(bob)
  await ada.opens(`/investors?investor=${id}`)
  await toggle(ada, 'I know them well').focus()
  for (const key of ['Tab', 'Tab', 'Space']) await ada.page.keyboard.press(key)
  await isOn(ada, 'They invested in us')
  for (const key of ['Tab', 'Tab', 'Tab', 'Enter']) await ada.page.keyboard.press(key)
  await isOn(ada, 'Others may see this')
  await ada.page.keyboard.press('Shift+Tab')
  await expect(toggle(ada, 'Only to be asked for introductions')).toBeFocused()

  ada.expects(/503/)
  await ada.gets('**/api/investors/*/tie', { status: 503, json: { error: 'The service is busy.' } })
  await toggle(ada, 'We met').click()
  await ada.isTold('destructive', 'Your choice was not saved', 'The service is busy.')
  await isOn(ada, 'They invested in us')
})

test('names and several more, also with long names and on a phone', async ({ ada, bob, server }) => {
  const id = await newInvestor(bob)
  const named = [
    `${LONG} ${LONG}`,
    'Priya Raman',
    'مريم الحسن',
    'Tom Nakamura',
    'Yusuf Demir',
    'Zoe Brandt',
    'Cleo Ortiz',
  ]
  await others(server, id, named, 'named')
  await others(server, id, ['Quiet One', 'Quiet Two', 'Quiet Three'], 'quiet')
  await ada.opens(`/investors?investor=${id}`)
  const names = card(ada).getByRole('list', { name: 'Members who know them' })
  await expect(names.getByRole('listitem')).toHaveCount(5)
  await expect(card(ada)).toContainText('and several more')
  await expect(card(ada)).not.toContainText('Quiet')
  await ada.clicks('Show 2 more by name')
  await expect(names.getByRole('listitem')).toHaveCount(7)
  await toggle(ada, 'They invested in us').click()
  await isOn(ada, 'They invested in us')
  await axe(ada.page)
  await lookAt(ada.page, 'ties-of-investor')
  await ada.page.setViewportSize(phone)
  await card(ada).scrollIntoViewIfNeeded()
  expect(await ada.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  if (process.env.E2E_SHOTS) await card(ada).screenshot({ path: 'test-results/shots/ties-card-phone.png' })
})

test('Ada asks those who know the investor; they are told, and she does not learn whom', { tag: '@main' }, async ({
  ada,
  bob,
  eve,
  server,
}) => {
  const investor = await newInvestor(eve)
  await others(server, investor, ['Priya Raman', 'Tom Nakamura'], 'named')
  await others(server, investor, ['Quiet One', 'Quiet Two'], 'quiet')
  await bob.member.http.does(setTie, { id: investor, kind: 'met' })
  await refreshNightlyTies(server.db)
  const id = await asks(ada, investor)
  await ada.opens(`/introduction-requests?request=${id}`)
  const dialog = ada.page.getByRole('dialog')
  const names = dialog.getByRole('list', { name: 'Members who know them' })
  await expect(names.getByRole('listitem')).toHaveText([
    /Priya Raman\s*Knows them well/,
    /Tom Nakamura\s*Got an investment from them/,
  ])
  await expect(dialog).toContainText('and several more')
  await axe(ada.page)
  await dialog.getByRole('heading', { name: 'Who knows them' }).scrollIntoViewIfNeeded()
  await lookAt(ada.page, 'ties-of-request')
  await dialog.getByRole('button', { name: 'Ask those who know them' }).press('Enter')
  const answer = dialog.getByText(/^You asked those who know them on/)
  await expect(answer).toBeFocused()
  await expect(answer).toContainText('Whoever wants to help answers here. You can ask again on')
  await lookAt(ada.page, 'ties-asked')

  await notifyAsked(server)
  await bob.opens('/resources')
  await bob.page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await bob.page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: /Ada Osei asks for an introduction to Ines Vela, Prairie Seed, whom you know/ })
    .click()
  await expect(bob.page.getByRole('dialog').getByText('We raise our first round.')).toBeVisible()
  // Others see who is named, and cannot ask.
  await expect(bob.page.getByRole('dialog').getByRole('list', { name: 'Members who know them' })).toBeVisible()
  await expect(bob.page.getByRole('button', { name: 'Ask those who know them' })).toHaveCount(0)
  await expect(eve.page.getByRole('button', { name: /unread/ })).toHaveCount(0)
})

test('the offer to ask is the same where nobody knows the investor; not on closed requests and other targets', async ({
  ada,
  bob,
}) => {
  const investor = await newInvestor(bob)
  const id = await asks(ada, investor)
  await ada.opens(`/introduction-requests?request=${id}`)
  const dialog = ada.page.getByRole('dialog')
  await expect(dialog).toContainText('Nobody is named here yet.')
  await ada.clicks('Ask those who know them')
  await expect(dialog.getByText(/^You asked those who know them on/)).toBeVisible()

  const typed = await asks(ada, investor, { target_investor_id: null })
  await ada.opens(`/introduction-requests?request=${typed}`)
  await expect(dialog.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Who knows them' })).toHaveCount(0)

  for (let n = 0; n < 2; n++)
    await ada.member.http.asks('POST', `/api/introduction-requests/${await asks(ada, investor)}/ask`, {})
  const fourth = await asks(ada, investor)
  await ada.opens(`/introduction-requests?request=${fourth}`)
  await expect(dialog.getByText(/^You have asked three times within a week. You can ask again on/)).toBeVisible()
  const closed = await asks(ada, investor)
  await ada.member.http.asks('PATCH', `/api/introduction-requests/${closed}`, { status: 'completed' })
  await ada.opens(`/introduction-requests?request=${closed}`)
  await expect(dialog.getByRole('heading', { name: 'Who knows them' })).toBeVisible()
  await expect(dialog.getByText(/Ask those who know them|You have asked/)).toHaveCount(0)
})

test('who does not want to be asked says so in the settings', async ({ ada, server }) => {
  await ada.opens('/settings')
  const choice = ada.page.getByRole('switch', {
    name: 'Ask me when somebody seeks an introduction',
  })
  await expect(choice).toBeChecked()
  await choice.click()
  await ada.page.getByRole('form', { name: 'Notifications' }).getByRole('button', { name: 'Save' }).click()
  await ada.isTold('success', 'Notification settings saved')
  expect(await server.owner.rows(sql`select may_be_asked from notification_settings`)).toEqual([
    { may_be_asked: false },
  ])
  await ada.page.reload()
  await expect(choice).not.toBeChecked()
  await choice.scrollIntoViewIfNeeded()
  await lookAt(ada.page, 'ties-settings')
})
