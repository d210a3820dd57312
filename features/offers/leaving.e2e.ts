import { axe, expect, lookAt, type Person, phone, test } from '../../tests/e2e/fixtures.ts'
import { accepts, asksToMeet, fits, offers, opens, question, section } from './screens.ts'

// Three browsers at once.
test.beforeEach(() => test.slow())

async function leaves(person: Person, content: 'Leave it, without my name' | 'Remove what I wrote') {
  await person.opens('/settings')
  await person.clicks('Delete my account')
  await person.page.getByRole('radio', { name: content }).check()
  await person.types('Password', person.member.password)
  await person.clicks('Delete my account', { on: 'Delete your account' })
  await person.isAt('/auth')
}

async function isNotified(person: Person, text: string) {
  await person.opens('/notifications')
  await expect(person.page.getByRole('main').getByText(text)).toBeVisible()
}

async function saysYes(person: Person, id: number) {
  await opens(person, id)
  await question(person)
    .getByRole('button', { name: /^Yes, share/ })
    .click()
  await expect(question(person)).toContainText('You said yes to Ada Osei')
}

test('on phones: Eve leaves after her yes; Ada and Bob are told, and her address is on no screen', async ({
  ada,
  bob,
  eve,
}) => {
  for (const { page } of [ada, bob, eve]) await page.setViewportSize(phone)
  const id = await asksToMeet(ada, eve)
  await offers(bob, id)
  await accepts(ada, id, 'Bob Kowalski')
  await saysYes(eve, id)
  await opens(ada, id)
  await expect(section(ada)).toContainText(eve.member.email)
  await leaves(eve, 'Remove what I wrote')
  // Ada's page is still open.
  await expect(section(ada)).toContainText('The person you asked to meet is no longer here.')
  await expect(ada.page.getByText(eve.member.email)).toHaveCount(0)
  await fits(ada)
  await axe(ada.page)
  await lookAt(ada.page, 'offers-target-left')
  await opens(bob, id)
  await expect(section(bob)).toContainText('The person to be introduced is no longer here.')
  for (const person of [ada, bob])
    await isNotified(person, 'The introduction for “Freight pilots” has ended: the person to meet is no longer here')
})

test('Ada leaves while Eve is asked: Bob is told, Eve is no longer asked, and nobody can offer', async ({
  ada,
  bob,
  eve,
  newMember,
}) => {
  const id = await asksToMeet(ada, eve)
  await offers(bob, id)
  await accepts(ada, id, 'Bob Kowalski')
  await opens(eve, id)
  await expect(question(eve)).toBeVisible()
  await leaves(ada, 'Leave it, without my name')
  await expect(question(eve)).toHaveCount(0)
  await opens(bob, id)
  await expect(section(bob)).toContainText('The member who asked for this introduction is no longer here.')
  const facts = bob.page.getByRole('dialog').locator('dl')
  for (const fact of ['StatusDeclined', 'Requested byA former member', 'CompanyNot specified'])
    await expect(facts.locator('div').filter({ hasText: fact })).toBeVisible()
  await axe(bob.page)
  await lookAt(bob.page, 'offers-requester-left')
  await bob.opens('/introduction-requests')
  const row = bob.page.locator('tbody tr').filter({ hasText: 'Freight pilots' })
  await expect(row).toContainText('By a former member')
  await expect(row).toContainText('Not specified')
  await expect(row).toContainText('Declined')
  await expect(row).not.toContainText('urgency')
  const cleo = await newMember('Cleo Marsh')
  await opens(cleo, id)
  await expect(cleo.page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(section(cleo)).toHaveCount(0)
})
