import { axe, expect, lookAt, type Person, phone, test } from '../../tests/e2e/fixtures.ts'
import { keepToasts } from '../../tests/e2e/uncovered.ts'
import { deleteIntroductionRequest, updateIntroductionRequest } from '../introductions/contract.ts'
import { accepts, asksToMeet, confirms, dialog, offers, opens, press, question, section } from './screens.ts'
import { threeWeeksPass } from './story.ts'

const ended = (person: Person) => section(person).getByRole('list', { name: 'Ended offers' })
const canOfferAgain = (person: Person) =>
  expect(section(person).getByRole('button', { name: 'Offer again' })).toBeVisible()

// Three browsers at once.
test.beforeEach(() => test.slow())

test('Bob withdraws, before and after Ada accepts, and can offer again', { tag: '@main' }, async ({
  ada,
  bob,
  eve,
}) => {
  const id = await asksToMeet(ada, eve)
  await offers(bob, id, 'I know Eve.')
  await press(bob, 'Withdraw')
  await expect(section(bob)).toContainText('You withdrew your offer.')
  await expect(dialog(bob).getByRole('region', { name: 'Forwardable blurb' })).toHaveCount(0)
  await opens(ada, id)
  await expect(ended(ada)).toHaveText('Bob Kowalski: The offer was withdrawn.')
  await canOfferAgain(bob)

  await offers(bob, id)
  await accepts(ada, id, 'Bob Kowalski')
  await keepToasts(eve.page)
  await opens(eve, id)
  await expect(question(eve)).toBeVisible()
  await opens(bob, id)
  // Eve's page does not know yet that Bob withdraws.
  const release = await eve.holdsBack('**/api/introduction-requests/*/offers')
  await press(bob, 'Withdraw')
  const told = 'Ada Osei will be told that you withdrew it. Eve Raman will no longer be asked.'
  await confirms(bob, 'Withdraw your offer?', told, 'Withdraw')
  await expect(section(bob)).toContainText('You withdrew your offer.')
  await expect(ended(ada)).toHaveText('Bob Kowalski: The offer was withdrawn.')
  await expect(section(ada)).toContainText('There is no open offer. Members can still offer to introduce you.')
  await axe(ada.page)
  await lookAt(ada.page, 'offers-ended')
  // Eve answers a question that has ended since.
  eve.expects(/409/)
  await question(eve)
    .getByRole('button', { name: /^Yes, share/ })
    .click()
  await expect(eve.page.locator('[data-toast]').filter({ hasText: 'Your answer was not saved' })).toBeVisible()
  release()
  await expect(question(eve)).toHaveCount(0)
  await expect(dialog(eve)).toContainText('You are no longer asked to meet Ada Osei.')
  await axe(eve.page)
  await lookAt(eve.page, 'question-ended')
  await opens(eve, id)
  await expect(dialog(eve)).toContainText('Requested by')
  await expect(dialog(eve)).not.toContainText('You are no longer asked')
})

test('Eve says “not now”, on a phone: nobody is told, it ends like silence, and until then she can say yes', {
  tag: '@main',
}, async ({ ada, bob, eve, server }) => {
  const id = await asksToMeet(ada, eve)
  await offers(bob, id)
  await accepts(ada, id, 'Bob Kowalski')
  await expect(section(bob)).toContainText('Eve Raman was asked.')
  const seen = async () => [
    await section(ada).innerText(),
    await section(bob).innerText(),
    (await ada.member.http.asks('GET', `/api/introduction-requests/${id}/offers`)).text,
    (await bob.member.http.asks('GET', `/api/introduction-requests/${id}/offers`)).text,
  ]
  const before = await seen()
  await eve.page.setViewportSize(phone)
  await opens(eve, id)
  await expect(question(eve)).toContainText('Nobody is told of a “not now”, and you can say yes later.')
  await question(eve).getByRole('button', { name: 'Not now' }).click()
  await expect(question(eve)).toContainText('You said “not now”. Nobody is told. You can still say yes.')
  await expect(question(eve).getByRole('button', { name: 'Not now' })).toHaveCount(0)
  await expect(question(eve).getByRole('heading')).toBeFocused()
  await axe(eve.page)
  await lookAt(eve.page, 'offers-not-now')
  for (const person of [ada, bob]) await opens(person, id)
  await expect(section(ada).getByRole('list', { name: 'Progress' })).toBeVisible()
  await expect(section(bob).getByRole('list', { name: 'Progress' })).toBeVisible()
  expect(await seen()).toEqual(before)

  await threeWeeksPass(server)
  for (const person of [ada, bob, eve]) await opens(person, id)
  await expect(ended(ada)).toHaveText('Bob Kowalski: No answer came within 21 days.')
  await expect(section(bob)).toContainText('No answer came within 21 days.')
  await expect(dialog(eve).getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(question(eve)).toHaveCount(0)
})

test('silence ends with the same words, and a “not now” can become a yes', async ({ ada, bob, eve, server }) => {
  const silent = await asksToMeet(ada, eve)
  await offers(bob, silent)
  await accepts(ada, silent, 'Bob Kowalski')
  await threeWeeksPass(server)
  await opens(ada, silent)
  await expect(ended(ada)).toHaveText('Bob Kowalski: No answer came within 21 days.')

  await offers(bob, silent)
  await accepts(ada, silent, 'Bob Kowalski')
  await opens(eve, silent)
  await question(eve).getByRole('button', { name: 'Not now' }).click()
  await expect(question(eve)).toContainText('You can still say yes.')
  await question(eve)
    .getByRole('button', { name: /^Yes, share/ })
    .click()
  await expect(question(eve)).toContainText('You said yes to Ada Osei')
  await expect(section(ada)).toContainText('Eve Raman said yes.')
})

test('of two offers Ada accepts one: the other is thanked; then she ends the offer', async ({
  ada,
  bob,
  eve,
  newMember,
}) => {
  const cleo = await newMember('Cleo Ortiz')
  const id = await asksToMeet(ada, eve)
  await offers(bob, id)
  await offers(cleo, id)
  await opens(ada, id)
  await expect(section(ada).getByRole('list', { name: 'Offers' }).getByRole('listitem')).toHaveCount(2)
  await accepts(ada, id, 'Bob Kowalski')
  await expect(ended(ada)).toHaveText('Cleo Ortiz: You chose another offer. They were thanked.')
  await expect(section(cleo)).toContainText('Somebody else is making the introduction. Thank you for offering.')
  await expect(dialog(cleo)).not.toContainText('Bob')

  await press(ada, 'End this offer')
  const told = 'Bob Kowalski will be told that you are not using this offer. Other members can offer again.'
  await confirms(ada, 'End this offer?', told, 'End this offer')
  await expect(ended(ada)).toContainText('Bob Kowalski: You ended this offer.')
  await expect(section(bob)).toContainText('The requester is not using this offer.')
  await opens(cleo, id)
  await canOfferAgain(cleo)
})

test('Ada changes the target, sets a status by hand, or deletes the request', async ({ ada, bob, eve, newMember }) => {
  const cleo = await newMember('Cleo Ortiz')
  const id = await asksToMeet(ada, eve)
  await offers(bob, id)
  await accepts(ada, id, 'Bob Kowalski')
  await opens(eve, id)
  await expect(question(eve)).toBeVisible()
  await ada.member.http.does(updateIntroductionRequest, {
    id,
    target_person: 'Cleo Ortiz',
    target_profile_id: cleo.member.http.profile_id,
  })
  await opens(ada, id)
  await expect(ended(ada)).toHaveText('Bob Kowalski: The request is not for the same person any more.')
  await opens(bob, id)
  await expect(section(bob)).toContainText('The request is not for the same person any more.')
  await opens(eve, id)
  await expect(dialog(eve).getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(question(eve)).toHaveCount(0)

  await offers(bob, id)
  await accepts(ada, id, 'Bob Kowalski')
  await opens(ada, id)
  await ada.clicks('Edit')
  await ada.page.getByRole('combobox', { name: 'Status' }).click()
  await ada.page.getByRole('option', { name: 'Declined' }).click()
  await ada.clicks('Save Changes')
  await expect(ended(ada)).toContainText(
    'Bob Kowalski: You changed the status of the request, so this offer has ended.',
  )
  await opens(bob, id)
  await expect(section(bob)).toContainText('The requester changed the status of the request, so this offer has ended.')
  await expect(section(bob).getByRole('button')).toHaveCount(0)

  const other = await asksToMeet(ada, eve)
  await offers(bob, other)
  await accepts(ada, other, 'Bob Kowalski')
  await opens(eve, other)
  await expect(question(eve)).toBeVisible()
  for (const person of [ada, bob, eve]) person.expects(/404/)
  await ada.member.http.does(deleteIntroductionRequest, { id: other })
  for (const person of [bob, eve]) {
    await opens(person, other)
    await person.sees('This request could not be found')
  }
  await eve.opens(`/members/${eve.member.http.profile_id}`)
  await expect(eve.page.getByRole('heading', { name: 'Eve Raman' }).first()).toBeVisible()
  await expect(question(eve)).toHaveCount(0)
  await bob.opens('/notifications')
  await bob.page
    .getByRole('link', { name: /Ada Osei deleted a request for which you were to make the introduction/ })
    .click()
  await bob.isAt('/introduction-requests')
  await expect(dialog(bob)).toHaveCount(0)
})

test('outside: a no is told without the word, and two browsers at once leave one outcome', async ({ ada, bob }) => {
  const id = await asksToMeet(ada, null)
  await offers(bob, id)
  await accepts(ada, id, 'Bob Kowalski')
  await expect(section(bob).getByRole('button', { name: 'They said no' })).toBeVisible()
  await expect(section(bob)).toContainText(
    'After a no, Ada Osei is told that it did not work out this time, and your offer ends.',
  )
  await press(bob, 'They said no')
  await confirms(bob, 'They said no?', 'After a no, Ada Osei is told', 'They said no')
  await expect(section(bob)).toContainText('It did not work out this time.')
  await expect(ended(ada)).toHaveText('Bob Kowalski: It did not work out this time.')

  await offers(bob, id)
  await opens(ada, id)
  await expect(section(ada).getByRole('button', { name: /^Accept/ })).toBeVisible()
  // Ada's page does not know yet that Bob withdraws.
  const release = await ada.holdsBack('**/api/introduction-requests/*/offers')
  await press(bob, 'Withdraw')
  await expect(section(bob)).toContainText('You withdrew your offer.')
  ada.expects(/409/)
  await section(ada)
    .getByRole('button', { name: /^Accept/ })
    .click()
  await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Accept' }).click()
  await expect(ada.page.locator('[data-toast]').filter({ hasText: 'The offer was not accepted' })).toBeVisible()
  release()
  await expect(ended(ada)).toHaveText('Bob Kowalski: The offer was withdrawn.')
})
