import { axe, expect, lookAt, type Person, phone, test } from '../../tests/e2e/fixtures.ts'
import { notifyAsked } from '../../tests/notify-followers.ts'
import type { TestServer } from '../../tests/test-server.ts'
import { createIntroductionRequest } from '../introductions/contract.ts'
import { addInvestor, postComment } from '../investors/contract.ts'
import { listNotifications } from '../notifications/contract.ts'
import { saveProfile } from '../profile/contract.ts'
import { setTie } from '../ties/contract.ts'

const FORM = '/create-introduction-request'
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitalverwaltung'
const words = { request_title: 'Seed round', context: 'We raise our first round.', your_company: 'Lakeline' }
const idOf = ({ member }: Person) => member.http.profile_id ?? 0
const group = ({ page }: Person) => page.getByRole('group', { name: 'Members who could make it' })
const rows = (person: Person) => group(person).getByRole('listitem')
const ask = (person: Person, name: string) => group(person).getByRole('checkbox', { name: `Ask ${name}`, exact: true })
const posts = (person: Person) => person.requestsTo(/\/api\/direct-introduction-requests$/)
const bodyOf = (sent: ReturnType<typeof posts>) => sent.find(({ method }) => method === 'POST')?.body

/** An investor with whom Bob, Eve and others have something to do in the open. */
async function newInvestor({ bob, eve, server }: { bob: Person; eve: Person; server: TestServer }) {
  const { id } = await eve.member.http.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  await bob.member.http.does(saveProfile, { title: 'CEO', company_name: 'Kowalski Bikes', can_help_with: ['Funding'] })
  await bob.member.http.does(setTie, { id, kind: 'invested', shown: 'named' })
  const tom = await server.member('Tom Nakamura')
  await tom.does(postComment, { id, content: 'Answers quickly.' })
  const quiet = await server.member('Quiet One')
  await quiet.does(setTie, { id, kind: 'well' })
  return id
}
async function fills(person: Person) {
  await person.types('Request Title', words.request_title)
  await person.types('Context', words.context)
  await person.types('Your Company', words.your_company)
}

test('Ada sees who could introduce her and why, asks one of them, and only he is told', { tag: '@main' }, async ({
  ada,
  bob,
  eve,
  server,
}) => {
  const investor = await newInvestor({ bob, eve, server })
  await ada.opens(`${FORM}?investor=${investor}`)
  await expect(rows(ada)).toHaveText([
    /Bob Kowalski\s*CEO at Kowalski Bikes\s*Ines Vela invested in their company · Can help with Funding\s*Ask/,
    /Tom Nakamura\s*Commented on this investor\s*Ask/,
    /Eve Raman\s*Added this investor\s*Ask/,
  ])
  await expect(group(ada)).not.toContainText('Quiet One')
  await expect(ada.page.getByText('The whole community sees your request. Tick those who should')).toBeVisible()
  await expect(group(ada).getByRole('link', { name: 'Bob Kowalski' })).toHaveAttribute('href', `/members/${idOf(bob)}`)
  await fills(ada)
  await ask(ada, 'Bob Kowalski').check()
  await expect(ada.page.getByText('one member is asked directly. Only you see whom you asked.')).toBeVisible()
  await axe(ada.page)
  await group(ada).scrollIntoViewIfNeeded()
  await lookAt(ada.page, 'suggestions')
  // Kept over a reload, as everything that was typed.
  await ada.page.reload()
  await expect(ask(ada, 'Bob Kowalski')).toBeChecked()
  const sent = posts(ada)
  await ada.clicks('Create Request')
  await ada.isTold('success', 'Request created', 'Your introduction request has been created successfully.')
  expect(bodyOf(sent)).toMatchObject({ target_investor_id: investor, ask_profile_ids: [idOf(bob)] })

  const asked = ada.page.getByRole('dialog').getByRole('list', { name: 'Members you asked' })
  await expect(asked.getByRole('listitem')).toHaveText([/Bob Kowalski/])
  await asked.scrollIntoViewIfNeeded()
  await lookAt(ada.page, 'asked-members')
  await axe(ada.page)
  await notifyAsked(server)
  const told = await eve.member.http.does(listNotifications, {})
  expect(told.map(({ kind }) => kind)).toEqual(['investor_comment'])
  await bob.opens('/resources')
  await bob.page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await bob.page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: /Ada Osei asks whether you can introduce them to Ines Vela, Prairie Seed/ })
    .click()
  await expect(bob.page.getByRole('dialog').getByText(words.context)).toBeVisible()
  await expect(bob.page.getByRole('heading', { name: 'Members you asked' })).toHaveCount(0)
})

test('without a tick nobody is asked, and another target empties the ticks; with the keyboard only', async ({
  ada,
  bob,
  eve,
  server,
}) => {
  const investor = await newInvestor({ bob, eve, server })
  await ada.opens(`${FORM}?investor=${investor}`)
  await fills(ada)
  await ada.page.getByRole('combobox', { name: 'Urgency' }).focus()
  for (const key of ['Tab', 'Tab', 'Space']) await ada.page.keyboard.press(key)
  await expect(ask(ada, 'Bob Kowalski')).toBeChecked()
  await expect(ask(ada, 'Bob Kowalski')).toBeFocused()
  const target = ada.page.getByLabel('Target Person')
  await target.fill('Somebody outside')
  // Bob can help with funding, which a request for somebody outside does not look for.
  await expect(ada.page.getByText('Nobody stands out yet. The whole community sees your request.')).toBeVisible()
  await target.fill('')
  await target.pressSequentially('ines v')
  await expect(ada.page.getByRole('option', { name: /Ines Vela/ })).toBeVisible()
  for (const key of ['ArrowDown', 'Enter']) await ada.page.keyboard.press(key)
  await expect(target).toHaveValue('Ines Vela')
  await expect(ask(ada, 'Bob Kowalski')).not.toBeChecked()
  const sent = posts(ada)
  await ada.clicks('Create Request')
  await ada.isTold('success', 'Request created', 'Your introduction request has been created successfully.')
  expect(bodyOf(sent)).not.toHaveProperty('ask_profile_ids')
  await expect(ada.page.getByRole('dialog').getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(ada.page.getByRole('heading', { name: 'Members you asked' })).toHaveCount(0)
})

test('a refusal is shown at the list and loses nothing; with fewer ticks the request is created', async ({
  ada,
  bob,
  eve,
  server,
}) => {
  ada.expects(/409/)
  const investor = await newInvestor({ bob, eve, server })
  const others = []
  for (let n = 0; n < 5; n++) others.push((await server.member(`Other ${n}`)).profile_id ?? 0)
  for (let n = 0; n < 3; n++)
    await ada.member.http.does(createIntroductionRequest, { ...words, ask_profile_ids: others.slice(n === 0 ? 1 : 0) })
  await ada.opens(`${FORM}?investor=${investor}`)
  await fills(ada)
  await ask(ada, 'Bob Kowalski').check()
  await ask(ada, 'Eve Raman').check()
  await ada.clicks('Create Request')
  const refusal = ada.page.getByText(/^You can ask at most 15 members by name within a week\./)
  await expect(refusal).toBeVisible()
  await expect(ask(ada, 'Bob Kowalski')).toBeFocused()
  await expect(group(ada)).toHaveAccessibleDescription(/You can ask at most 15 members/)
  await lookAt(ada.page, 'suggestions-refused')
  for (const name of ['Bob Kowalski', 'Eve Raman']) await expect(ask(ada, name)).toBeChecked()
  await expect(ada.page.getByLabel('Context')).toHaveValue(words.context)
  await ask(ada, 'Eve Raman').uncheck()
  await expect(refusal).toHaveCount(0)
  await ada.clicks('Create Request')
  await ada.isTold('success', 'Request created', 'Your introduction request has been created successfully.')
})

test('while another target loads the list stays where it is; a failure offers to try again', async ({
  ada,
  bob,
  eve,
  server,
}) => {
  await newInvestor({ bob, eve, server })
  const helper = await server.member('Hanna Help')
  await helper.does(saveProfile, { can_help_with: ['Introductions'] })
  await ada.opens(FORM)
  await expect(rows(ada)).toHaveText([/Hanna Help\s*Can help with Introductions\s*Ask/])
  const height = async () => (await group(ada).boundingBox())?.height
  const before = await height()
  const letGo = await ada.holdsBack('**/api/introduction-suggestions?investor=*')
  await ada.page.getByLabel('Target Person').pressSequentially('ines v')
  await ada.page.getByRole('option', { name: /Ines Vela/ }).click()
  await expect(group(ada)).toHaveAttribute('aria-busy', 'true')
  await expect(ask(ada, 'Hanna Help')).toBeDisabled()
  expect(await height()).toBe(before)
  letGo()
  await expect(rows(ada).first()).toContainText('Bob Kowalski')
  await expect(ask(ada, 'Bob Kowalski')).toBeEnabled()

  ada.expects(/500/)
  await ada.gets('**/api/introduction-suggestions?member=*', { status: 500, json: { error: 'Out of order' } })
  await ada.page.getByLabel('Target Person').fill('')
  await ada.page.getByLabel('Target Person').pressSequentially('eve r')
  await ada.page.getByRole('option', { name: /Eve Raman/ }).click()
  await expect(ada.page.getByText('Members who could make it could not be loaded')).toBeVisible()
  await lookAt(ada.page, 'suggestions-failed')
  await ada.page.unroute('**/api/introduction-suggestions?member=*')
  await ada.clicks('Try Again')
  await expect(rows(ada)).toHaveText([/Hanna Help/])
})

test('very long names, on a phone, and right to left', async ({ ada, eve, server }) => {
  const { id } = await eve.member.http.does(addInvestor, { name: `${LONG} ${LONG}`, firm: 'Prairie Seed' })
  const names = [`${LONG} ${LONG}`, 'مريم الحسن', 'Tom Nakamura', 'Zoe Brandt', 'Yusuf Demir', 'Cleo Ortiz']
  for (const name of names) {
    const member = await server.member(name)
    await member.does(saveProfile, {
      title: 'CEO',
      company_name: name,
      can_help_with: ['Funding', 'Introductions', 'Hiring'],
    })
    await member.does(setTie, { id, kind: 'invested', shown: 'named' })
  }
  await ada.member.http.does(saveProfile, { needs: ['Hiring'] })
  await ada.page.setViewportSize(phone)
  await ada.opens(`${FORM}?investor=${id}`)
  await expect(rows(ada)).toHaveCount(5)
  for (const box of await group(ada).getByRole('checkbox').all()) await expect(box).toBeVisible()
  expect(await ada.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await axe(ada.page)
  await group(ada).scrollIntoViewIfNeeded()
  if (process.env.E2E_SHOTS) await group(ada).screenshot({ path: 'test-results/shots/suggestions-phone.png' })
  await group(ada).getByRole('checkbox').first().click()
  await expect(ada.page.getByText('one member is asked directly')).toBeVisible()
})
