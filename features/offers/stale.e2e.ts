import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, Person, test } from '../../tests/e2e/fixtures.ts'
import { keepToasts } from '../../tests/e2e/uncovered.ts'
import { updateIntroductionRequest } from '../introductions/contract.ts'
import { makeOffer } from './contract.ts'
import { accepts, asksToMeet, opens, section } from './screens.ts'

test('a second tab that still shows ‘Accept’ shows what became of the offers when it is pressed', {
  tag: '@main',
}, async ({ ada, bob, eve, newMember, server }) => {
  test.slow()
  const cleo = await newMember('Cleo Ortiz')
  const id = await asksToMeet(ada, eve)
  // Otherwise the acceptance changes the status, and the tab reads the offers again.
  await ada.member.http.does(updateIntroductionRequest, { id, status: 'in_progress' })
  for (const { member } of [bob, cleo]) await member.http.does(makeOffer, { id })
  // Reading them, and the news of that, would make the tab read the offers again.
  await server.owner.run(sql`delete from notifications`)
  await server.owner.run(sql`update live_changes set at = at - interval '1 minute'`)
  const tab = new Person(await ada.page.context().newPage()).is(ada.member)
  await keepToasts(tab.page)
  await opens(tab, id)
  const accept = section(tab).getByRole('button', { name: 'Accept the offer of Cleo Ortiz' })
  await expect(accept).toBeVisible()
  await accepts(ada, id, 'Bob Kowalski')
  await expect(accept).toBeVisible()
  tab.expects(/409/)
  await accept.click()
  await tab.page.getByRole('alertdialog').getByRole('button', { name: 'Accept' }).click()
  await expect(tab.page.locator('[data-toast]').filter({ hasText: 'The offer was not accepted' })).toBeVisible()
  await expect(accept).toHaveCount(0)
  await expect(section(tab)).toContainText('Eve Raman was asked.')
  await expect(section(tab).getByRole('list', { name: 'Ended offers' })).toContainText('Cleo Ortiz')
})

test('a member who could offer is told when the offers could not be loaded, and tries again', async ({ ada, bob }) => {
  await asksToMeet(ada, null)
  bob.expects(/500|Failed to load resource/)
  // The page brings its first data along: the dialog is opened from the list.
  await bob.gets('**/api/introduction-requests/*/offers', { status: 500, json: { error: 'Something went wrong.' } })
  await bob.opens('/introduction-requests')
  await bob.page.locator('tbody tr').filter({ hasText: 'Freight pilots' }).getByText('Freight pilots').click()
  await expect(section(bob)).toContainText('The offers could not be loaded')
  await lookAt(bob.page, 'offers-not-loaded')
  await axe(bob.page)
  await bob.page.unroute('**/api/introduction-requests/*/offers')
  await section(bob).getByRole('button', { name: 'Try Again' }).click()
  await expect(section(bob).getByRole('button', { name: 'I can introduce you' })).toBeVisible()
})

async function writesNote(person: Person, id: number) {
  await opens(person, id)
  await section(person).getByRole('button', { name: 'I can introduce you' }).click()
  const note = section(person).getByLabel('A private note (optional)')
  await note.fill('We were at school together')
  return note
}

test('a note that is being written stays when the request takes no more offers', async ({ ada, bob, eve }) => {
  const id = await asksToMeet(ada, eve)
  const note = await writesNote(bob, id)
  await ada.member.http.does(updateIntroductionRequest, { id, status: 'approved' })
  await expect(section(bob)).toContainText('This request takes no more offers.')
  await expect(note).toHaveValue('We were at school together')
  await expect(note).toBeFocused()
  await expect(section(bob).getByRole('button', { name: 'Offer the introduction' })).toHaveCount(0)
  await expect(section(bob).getByRole('button', { name: 'Copy' })).toBeVisible()
  await lookAt(bob.page, 'offer-closed')
  await axe(bob.page)
  await bob.page.reload()
  await expect(note).toHaveValue('We were at school together')
  // It takes offers again.
  await ada.member.http.does(updateIntroductionRequest, { id, status: 'pending' })
  await expect(section(bob).getByRole('button', { name: 'Offer the introduction' })).toBeVisible()
  await ada.member.http.does(updateIntroductionRequest, { id, status: 'declined' })
  await section(bob).getByRole('button', { name: 'Discard' }).click()
  await expect(section(bob)).toHaveCount(0)
})

test('a note that was sent in another tab is not said to be unsent', async ({ ada, bob, eve }) => {
  const id = await asksToMeet(ada, eve)
  const note = await writesNote(bob, id)
  await bob.member.http.does(makeOffer, { id, note: 'We were at school together' })
  await bob.page.reload()
  await expect(section(bob)).toContainText('We were at school together')
  await expect(note).toHaveCount(0)
})

test('another note than the one that was sent stays', async ({ ada, bob, eve }) => {
  const id = await asksToMeet(ada, eve)
  const note = await writesNote(bob, id)
  await bob.member.http.does(makeOffer, { id, note: 'I know her' })
  await bob.page.reload()
  await expect(section(bob)).toContainText('You have already offered this introduction.')
  await expect(note).toHaveValue('We were at school together')
  await section(bob).getByRole('button', { name: 'Discard' }).click()
  await expect(note).toHaveCount(0)
})

test('the edit form says which offers a changed target or status ends', async ({ ada, bob }) => {
  const id = await asksToMeet(ada, null)
  await bob.member.http.does(makeOffer, { id })
  await accepts(ada, id, 'Bob Kowalski')
  await ada.clicks('Edit')
  const notice = ada.page.getByRole('dialog').getByText(/^Saving this ends/)
  await expect(notice).toHaveCount(0)
  await ada.page.getByRole('combobox', { name: 'Status' }).click()
  await ada.page.getByRole('option', { name: 'Pending' }).click()
  await expect(notice).toHaveText('Saving this ends the offer of Bob Kowalski.')
  await ada.page.getByRole('combobox', { name: 'Status' }).click()
  await ada.page.getByRole('option', { name: 'In Progress' }).click()
  await expect(notice).toHaveCount(0)
  await ada.page.getByRole('combobox', { name: 'Target Person' }).fill('Jane Brooker')
  await expect(notice).toHaveText(
    'Saving this ends the offer of Bob Kowalski, unless only the spelling of the name is corrected.',
  )
  await notice.scrollIntoViewIfNeeded()
  await lookAt(ada.page, 'offers-ended-by-edit')
  await axe(ada.page)
  await ada.clicks('Save Changes')
  await ada.isTold('success', 'Request updated')
  await expect(section(ada).getByRole('list', { name: 'Progress' })).toBeVisible()
})
