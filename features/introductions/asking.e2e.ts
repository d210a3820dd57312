import { axe, expect, lookAt, Person, phone, test } from '../../tests/e2e/fixtures.ts'
import { addInvestor } from '../investors/contract.ts'
import { saveProfile } from '../profile/contract.ts'
import { deleteAccount } from '../settings/contract.ts'
import { addIntroductionComment, createIntroductionRequest } from './contract.ts'

const FORM = '/create-introduction-request'
const idOf = ({ member }: Person) => member.http.profile_id ?? 0
const target = ({ page }: Person) => page.getByLabel('Target Person')
const asks = (person: Person, request_title: string, more: object = {}) =>
  person.member.http.does(createIntroductionRequest, {
    request_title,
    context: 'We rebuild how rail ramps book trucks.',
    your_company: 'Lakeline Freight',
    ...more,
  })
const adds = (person: Person, name: string, more: object = {}) =>
  person.member.http.does(addInvestor, { name, firm: 'Prairie Seed', title: 'Partner', ...more })
async function fillsIn(person: Person, title: string) {
  await person.types('Request Title', title)
  await person.types('Context', 'We raise our first round.')
  await person.types('Your Company', 'Lakeline Freight')
}
const rowOf = ({ page }: Person, title: string) => page.locator('tbody tr').filter({ hasText: title })
async function fitsPhone({ page }: Person) {
  await page.setViewportSize(phone)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('Ada asks for an introduction on an investor’s page; all see the request there and in the list', {
  tag: '@main',
}, async ({ ada, bob }) => {
  const { page } = ada
  const ines = await adds(bob, 'Ines Vela', { email: 'ines@example.com' })
  await ada.opens(`/investors?investor=${ines.id}`)
  await expect(page.getByRole('heading', { name: 'Open introduction requests' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Request introduction' }).focus()
  await page.keyboard.press('Enter')
  await ada.isAt(FORM)
  await expect(target(ada)).toHaveValue('Ines Vela')
  await expect(page.getByLabel('Target Email')).toHaveValue('ines@example.com')
  await fillsIn(ada, 'Meet Ines about our seed round')
  const sent = ada.writesTo(/introduction-requests/)
  await ada.clicks('Create Request')
  await ada.isAt('/introduction-requests')
  expect(sent.at(-1)?.body).toMatchObject({ target_person: 'Ines Vela', target_investor_id: ines.id })

  await bob.opens(`/investors?investor=${ines.id}`)
  const card = bob.page.locator('section').filter({ hasText: 'Open introduction requests' })
  await expect(card).toContainText('By Ada Osei · Pending')
  await lookAt(bob.page, 'investor-with-requests')
  await axe(bob.page)
  await fitsPhone(bob)
  await card.getByRole('link', { name: 'Meet Ines about our seed round' }).click()
  await expect(bob.page.getByRole('dialog')).toContainText('We raise our first round.')
  expect(await bob.page.content()).not.toContain('ines@example.com')
  await bob.page.getByRole('dialog').getByRole('link', { name: 'Ines Vela' }).click()
  await bob.isAt('/investors')
  await bob.seesHeading('Ines Vela')
})

test('the picker finds investors too; typing over a picked one removes the link', async ({ ada, bob }) => {
  const { page } = ada
  const ines = await adds(bob, 'Vesna Quill', { email: 'vesna@example.com' })
  const sent = ada.writesTo(/introduction-requests/)
  await ada.opens(FORM)
  await target(ada).pressSequentially('vesna')
  await expect(page.getByRole('option')).toHaveText(/Vesna Quill\s*Investor · Partner at Prairie Seed/)
  await lookAt(page, 'investor-option')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(target(ada)).toHaveValue('Vesna Quill')
  await expect(page.getByLabel('Target Email')).toHaveValue('vesna@example.com')
  await fillsIn(ada, 'Meet Vesna')
  await ada.clicks('Create Request')
  await ada.isAt('/introduction-requests')
  expect(sent.at(-1)?.body).toMatchObject({ target_person: 'Vesna Quill', target_investor_id: ines.id })
  // The new request is open, and offers to ask those who know the investor.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Ask those who know them' })).toBeVisible()
  await page.keyboard.press('Escape')

  // The target in the list leads to its page, and does not open the row.
  await rowOf(ada, 'Meet Vesna').getByRole('link', { name: 'Vesna Quill' }).click()
  await ada.isAt('/investors')
  await ada.seesHeading('Vesna Quill')
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await rowOf(ada, 'Meet Vesna').getByRole('button', { name: 'View' }).click()
  await ada.clicks('Edit')
  await target(ada).fill('Vesna’s partner')
  await ada.clicks('Save Changes')
  await ada.isTold('success', 'Request updated')
  expect(sent.at(-1)?.body).toMatchObject({ target_person: 'Vesna’s partner', target_investor_id: null })
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Vesna’s partner' })).toHaveCount(0)
})

test('a second open request for the same member is refused at the field, with a link to the first', {
  tag: '@main',
}, async ({ ada, bob }) => {
  const { page } = ada
  const first = await asks(ada, 'Meet Bob about rail', { target_person: 'Bob Kowalski', target_profile_id: idOf(bob) })
  await ada.opens(`${FORM}?member=${idOf(bob)}`)
  await expect(target(ada)).toHaveValue('Bob Kowalski')
  await expect(target(ada)).toHaveAccessibleDescription('Your open request for them: Meet Bob about rail')
  await fillsIn(ada, 'Meet Bob again')
  const sent = ada.writesTo(/introduction-requests/)
  await ada.clicks('Create Request')
  await ada.sees('You already have an open request to meet this member.')
  await expect(target(ada)).toBeFocused()
  expect(sent).toEqual([])
  await lookAt(page, 'already-asked')
  await axe(page)
  await fitsPhone(ada)
  // Without the link it is sent.
  await target(ada).fill('Bob the builder')
  await expect(target(ada)).toHaveAccessibleDescription('Optional. A member, an investor, or anybody else.')
  await ada.clicks('Create Request')
  await ada.isAt('/introduction-requests')

  await rowOf(ada, 'Meet Bob again').getByRole('button', { name: 'View' }).click()
  await ada.clicks('Edit')
  await target(ada).fill('')
  await target(ada).pressSequentially('bob')
  await page.getByRole('option', { name: /Bob Kowalski/ }).click()
  await expect(target(ada)).toHaveAccessibleDescription(/Meet Bob about rail/)
  await ada.clicks('Save Changes')
  await ada.sees('You already have an open request to meet this member.')
  await page.getByRole('dialog').getByRole('link', { name: 'Meet Bob about rail' }).click()
  await expect(page).toHaveURL(new RegExp(`request=${first.id}`))
})

test('a refusal by the server is shown at the field, not as a conflict of edits', async ({ ada, bob }) => {
  const { id } = await asks(ada, 'Meet somebody', { target_person: 'Somebody' })
  ada.expects(/409/)
  // The screen does not know of the other request yet.
  await ada.gets('**/api/open-introduction-requests*', { json: [] })
  await ada.opens(`/introduction-requests?request=${id}`)
  await ada.clicks('Edit')
  await asks(ada, 'Meet Bob', { target_person: 'Bob Kowalski', target_profile_id: idOf(bob) })
  await target(ada).fill('')
  await target(ada).pressSequentially('bob')
  await ada.page.getByRole('option', { name: /Bob Kowalski/ }).click()
  await ada.clicks('Save Changes')
  await ada.sees('You already have an open request to meet this member: “Meet Bob”.')
  await expect(ada.page.getByRole('region', { name: 'Changed meanwhile' })).toHaveCount(0)
})

test('a target who left since they were picked is an error at the field, and what was typed stays', async ({
  ada,
  bob,
}) => {
  const { id } = await asks(ada, 'Meet somebody', { target_person: 'Somebody' })
  ada.expects(/409|404/)
  await ada.opens(`${FORM}?member=${idOf(bob)}`)
  await expect(target(ada)).toHaveValue('Bob Kowalski')
  await fillsIn(ada, 'Meet Bob')
  const tab = new Person(await ada.page.context().newPage()).is(ada.member)
  tab.expects(/409|404/)
  await tab.opens(`/introduction-requests?request=${id}`)
  await tab.clicks('Edit')
  await target(tab).fill('')
  await target(tab).pressSequentially('bob')
  await tab.page.getByRole('option', { name: /Bob Kowalski/ }).click()
  await bob.member.http.does(deleteAccount, { password: bob.member.password, content: 'remove' })
  for (const [person, button] of [
    [ada, 'Create Request'],
    [tab, 'Save Changes'],
  ] as const) {
    await person.clicks(button)
    await expect(target(person)).toHaveAccessibleDescription(/This member is no longer here\./)
    await expect(target(person)).toHaveValue('Bob Kowalski')
    await expect(target(person)).toBeFocused()
    await expect(person.page.locator('[data-toast]')).toHaveCount(0)
  }
  await expect(ada.page.getByLabel('Request Title')).toHaveValue('Meet Bob')
  await axe(ada.page)
  await lookAt(ada.page, 'target-gone')
  await ada.page.getByRole('button', { name: 'Unlink Bob Kowalski' }).click()
  await ada.clicks('Create Request')
  await ada.isTold('success', 'Request created', 'Your introduction request has been created successfully.')
})

test('my own page shows me the requests that name me; others do not get them', async ({ ada, bob, eve }) => {
  await asks(bob, 'Bob wants to meet Ada', { target_person: 'Ada Osei', target_profile_id: idOf(ada) })
  await ada.opens(`/members/${idOf(ada)}`)
  await ada.seesHeading('Members who want to meet you')
  await lookAt(ada.page, 'requests-for-me')
  await axe(ada.page)
  await fitsPhone(ada)
  const asked = eve.requestsTo(/open-introduction-requests/)
  const { text } = await eve.member.http.asks('GET', `/members/${idOf(ada)}`)
  expect(text).not.toContain('Bob wants to meet Ada')
  await eve.opens(`/members/${idOf(ada)}`)
  await eve.seesHeading('Ada Osei')
  await expect(eve.page.getByText('Members who want to meet you')).toHaveCount(0)
  expect(asked).toHaveLength(0)
  await ada.page.getByRole('link', { name: 'Bob wants to meet Ada' }).click()
  await expect(ada.page.getByRole('dialog')).toBeVisible()
})

test('the list shows urgency, comments and targets, and is narrowed to what I could help with and to unanswered ones', async ({
  ada,
  bob,
}) => {
  const { page } = ada
  const mark = `Z${Date.now()}`
  await bob.member.http.does(saveProfile, { needs: ['Hiring'] })
  await ada.member.http.does(saveProfile, { can_help_with: ['Hiring'] })
  const long = 'Maximiliane-Theophania Wolkenstein-Trostburg of the very long name'
  await asks(bob, `${mark} low`, { urgency: 'low', target_person: long })
  const { id } = await asks(bob, `${mark} high`, {
    urgency: 'high',
    target_person: 'Ada',
    target_profile_id: idOf(ada),
  })
  await asks(ada, `${mark} mine`)
  for (const comment_text of ['I know one.', 'So do I.'])
    await ada.member.http.does(addIntroductionComment, { requestId: id, comment_text })
  await ada.opens(`/introduction-requests?q=${mark}`)
  await expect(rowOf(ada, `${mark} high`)).toContainText('High urgency')
  await expect(rowOf(ada, `${mark} high`)).toContainText('2 comments')
  await expect(rowOf(ada, `${mark} low`)).toContainText('Low urgency')
  await expect(rowOf(ada, `${mark} low`)).not.toContainText('comment')
  await lookAt(page, 'list-with-urgency')
  await axe(page)
  await fitsPhone(ada)

  await page.getByRole('tab', { name: 'All Requests' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'I could help' })).toBeFocused()
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(rowOf(ada, `${mark} low`)).toBeVisible()
  await page.getByRole('tab', { name: 'Unanswered' }).click()
  await expect(page.locator('tbody tr')).toHaveCount(2)
  await page.reload()
  await expect(page.locator('tbody tr')).toHaveCount(2)
  await expect(page).toHaveURL(/show=unanswered/)
  await page.getByRole('tab', { name: 'Mine' }).click()
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(page).not.toHaveURL(/show=/)

  await bob.member.http.does(saveProfile, { can_help_with: [] })
  await bob.opens('/introduction-requests?show=help')
  await bob.seesHeading('No request that you could help with')
  await lookAt(bob.page, 'nothing-to-help-with')
  await axe(bob.page)
})
