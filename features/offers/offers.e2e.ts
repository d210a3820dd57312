import { axe, expect, lookAt, phone, test } from '../../tests/e2e/fixtures.ts'
import { saveBlurb } from '../introductions/contract.ts'
import { saveProfile } from '../profile/contract.ts'
import { getOffers, makeOffer } from './contract.ts'
import {
  asksToMeet,
  BLURB,
  confirms,
  dialog,
  done,
  fits,
  mailOf,
  offers,
  opens,
  press,
  question,
  section,
} from './screens.ts'

// Three browsers at once.
test.beforeEach(() => test.slow())

const TOLD =
  'After a yes, Ada Osei is told, and you see their address to connect them with Jane Broker; the request becomes Approved, which everybody sees.'

test('three members: Bob offers, Ada accepts, Eve says yes on her own page, and both see how to write', {
  tag: '@main',
}, async ({ ada, bob, eve }) => {
  const id = await asksToMeet(ada, eve)
  await opens(bob, id)
  await expect(dialog(bob)).not.toContainText(BLURB)
  await press(bob, 'I can introduce you')
  const note = section(bob).getByLabel('A private note (optional)')
  await expect(note).toBeFocused()
  await expect(section(bob)).toContainText('Only Ada Osei sees this.')
  await note.fill('We went to school together.')
  await axe(bob.page)
  await lookAt(bob.page, 'offers-form')
  await press(bob, 'Offer the introduction')
  await bob.isTold('success', 'Offer sent')
  await expect(section(bob)).toContainText(
    'You offered to introduce Ada Osei to Eve Raman. Only you and Ada Osei see this.',
  )
  await expect(bob.page.getByRole('heading', { name: 'Your offer' })).toBeFocused()
  // Whoever offers reads the text to forward.
  const blurb = bob.page.getByRole('region', { name: 'Forwardable blurb' })
  await expect(blurb).toContainText(BLURB)
  await expect(blurb.getByRole('button')).toHaveText(['Copy text'])
  await expect(blurb.getByRole('link', { name: 'Open as mail' })).toBeVisible()
  await lookAt(bob.page, 'offers-mine')

  await opens(eve, id)
  await expect(dialog(eve)).toContainText('We look for two pilots.')
  await expect(dialog(eve).getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(question(eve)).toHaveCount(0)
  await expect(section(eve)).toHaveCount(0)

  await ada.opens('/introduction-requests?mine=true')
  await expect(ada.page.getByRole('row').filter({ hasText: 'Freight pilots' })).toContainText('1 offer')
  await lookAt(ada.page, 'offers-list')
  await ada.page.getByRole('button', { name: 'View' }).click()
  await expect(section(ada).getByRole('list', { name: 'Offers' })).toContainText('We went to school together.')
  await axe(ada.page)
  await section(ada).scrollIntoViewIfNeeded()
  await lookAt(ada.page, 'offers-to-requester')
  await press(ada, 'Accept the offer of Bob Kowalski')
  const confirm = ada.page.getByRole('alertdialog', { name: 'Accept the offer of Bob Kowalski?' })
  await expect(confirm).toContainText(
    `We ask Eve Raman whether they want to meet you. They will see your blurb. If they say yes, we give them your address ${ada.member.email}.`,
  )
  await lookAt(ada.page, 'offers-accept')
  await confirm.getByRole('button', { name: 'Accept' }).click()
  await expect(done(ada)).toHaveText(['Offered', 'Accepted', 'Asked'])
  await expect(section(ada)).toContainText('Eve Raman was asked.')
  await expect(dialog(ada).locator('dd [data-tone]')).toHaveText('In Progress')
  await expect(dialog(ada)).toContainText('The status changed by itself to In Progress')
  await lookAt(ada.page, 'offers-asked')

  await eve.opens(`/members/${eve.member.http.profile_id}`)
  await expect(question(eve)).toContainText('Ada Osei asks to meet you')
  await expect(question(eve)).toContainText('Bob Kowalski supports this and offers to introduce you')
  await expect(question(eve)).toContainText(BLURB)
  await expect(question(eve)).not.toContainText('school')
  await axe(eve.page)
  await lookAt(eve.page, 'offers-question')
  await question(eve)
    .getByRole('button', { name: `Yes, share ${eve.member.email} with Ada Osei` })
    .click()
  await expect(question(eve)).toContainText('You said yes to Ada Osei')
  await expect(question(eve)).toContainText('Ada Osei asked to meet you')
  await expect(question(eve)).toContainText('Bob Kowalski offered to introduce you')
  await expect(question(eve)).toContainText(BLURB)
  await expect(question(eve).getByRole('heading')).toBeFocused()
  await expect(question(eve).getByRole('link', { name: ada.member.email })).toBeVisible()
  // An answered question is on the request only.
  await eve.page.reload()
  await expect(eve.page.getByText('Members who want to meet you')).toBeVisible()
  await expect(question(eve)).toHaveCount(0)
  await opens(eve, id)
  await expect(question(eve)).toContainText('You said yes to Ada Osei')
  await expect(question(eve).getByRole('link', { name: ada.member.email })).toBeVisible()
  await expect(question(eve)).toContainText(BLURB)
  await lookAt(eve.page, 'offers-target-agreed')

  // Without a reload: Ada is notified.
  await expect(done(ada)).toHaveText(['Offered', 'Accepted', 'Asked', 'Agreed'])
  await expect(section(ada)).toContainText('Eve Raman said yes.')
  await expect(section(ada).getByRole('link', { name: eve.member.email })).toHaveAttribute(
    'href',
    `mailto:${eve.member.email}`,
  )
  await expect(dialog(ada).locator('dd [data-tone]')).toHaveText('Approved')
  await axe(ada.page)
  await lookAt(ada.page, 'offers-agreed')
  await expect(section(bob)).toContainText('Eve Raman said yes.')
  await expect(dialog(bob)).not.toContainText(eve.member.email)
})

test('a target outside: Bob writes from his own mail program, reports the answer, and connects them', {
  tag: '@main',
}, async ({ ada, bob }) => {
  const id = await asksToMeet(ada, null)
  await offers(bob, id)
  await opens(ada, id)
  await press(ada, 'Accept the offer of Bob Kowalski')
  await confirms(
    ada,
    'Accept the offer of Bob Kowalski?',
    `Bob Kowalski writes to Jane Broker and tells you what they answer. If they say yes, Bob Kowalski will see your address ${ada.member.email} to connect you, and Jane Broker gets it too.`,
    'Accept',
  )
  await expect(section(ada)).toContainText('You accepted. Bob Kowalski asks Jane Broker. We will tell you the answer.')
  await expect(done(ada)).toHaveText(['Offered', 'Accepted'])

  await expect(section(bob)).toContainText(
    'Ada Osei accepted your offer. Write to Jane Broker from your own mail program',
  )
  const asking = await mailOf(bob, 'Open mail')
  expect(asking).toMatchObject({ to: '', subject: 'Introduction: Ada Osei (Lakeline) and Jane Broker' })
  expect(asking.body).toMatch(/^Hello Jane Broker,\r\n\r\nAda Osei of Lakeline would like to meet you/)
  expect(asking.body).toContain(BLURB)
  await axe(bob.page)
  await section(bob).scrollIntoViewIfNeeded()
  await lookAt(bob.page, 'offers-outside')
  await expect(section(bob)).toContainText(TOLD)
  await press(bob, 'They said yes')
  await expect(section(bob)).toContainText('Jane Broker said yes. Please connect them by mail.')
  const connecting = await mailOf(bob, 'Open mail to both')
  expect(connecting.to).toBe(ada.member.email)
  expect(connecting.body).toMatch(/^Hello Jane Broker,\r\n\r\nAs promised, this is Ada Osei of Lakeline/)
  expect(connecting.body).toContain(BLURB)
  await expect(section(bob)).toContainText("Add Jane Broker's address before you send it.")
  await lookAt(bob.page, 'offers-outside-agreed')

  await expect(section(ada)).toContainText('Jane Broker said yes. Bob Kowalski connects you by mail.')
  await expect(dialog(ada).locator('dd [data-tone]')).toHaveText('Approved')
})

test('without a saved blurb Eve reads the request: on her page in the question, in the dialog once', async ({
  ada,
  bob,
  eve,
}) => {
  const id = await asksToMeet(ada, eve, {}, null)
  await bob.member.http.does(makeOffer, { id })
  await opens(ada, id)
  await press(ada, 'Accept the offer of Bob Kowalski')
  await confirms(
    ada,
    'Accept the offer of Bob Kowalski?',
    `They will see what your request says. Save a blurb first to show them that instead. If they say yes, we give them your address ${ada.member.email}.`,
    'Accept',
  )
  await expect(done(ada)).toHaveText(['Offered', 'Accepted', 'Asked'])
  await opens(eve, id)
  await expect(question(eve)).toContainText('Ada Osei asks to meet you')
  await expect(dialog(eve).getByText('We look for two pilots.')).toHaveCount(1)
  await lookAt(eve.page, 'offers-question-no-blurb')
  await eve.opens(`/members/${eve.member.http.profile_id}`)
  await expect(question(eve)).toContainText('We look for two pilots.')
  await question(eve)
    .getByRole('button', { name: /^Yes, share/ })
    .click()
  await expect(question(eve)).toContainText('You said yes to Ada Osei')
  await expect(question(eve)).toContainText('We look for two pilots.')
})

test('on a phone: long texts and one very long word fit for all three', async ({ ada, bob, eve }) => {
  const word = 'Donaudampfschifffahrtsgesellschaftskapital'.repeat(4)
  const name = `${word.slice(0, 120)} Raman`
  await eve.member.http.does(saveProfile, { full_name: name, email: `${'e'.repeat(60)}@${'d'.repeat(60)}.example.com` })
  await bob.member.http.does(saveProfile, { full_name: word.slice(0, 150) })
  const id = await asksToMeet(ada, eve, { target_person: name })
  const text = `${word}\n${'Trucks wait for hours. '.repeat(100)}`
  await ada.member.http.does(saveBlurb, { id, text })
  await bob.member.http.does(makeOffer, { id, note: `${word} ${'I know them well. '.repeat(40)}` })
  for (const person of [ada, bob, eve]) await person.page.setViewportSize(phone)
  await opens(bob, id)
  await expect(section(bob)).toContainText('You offered to introduce')
  await fits(bob)
  await opens(ada, id)
  await expect(section(ada).getByRole('list', { name: 'Offers' })).toBeVisible()
  await fits(ada)
  await section(ada).scrollIntoViewIfNeeded()
  if (process.env.E2E_SHOTS) await ada.page.screenshot({ path: 'test-results/shots/offers-long-requester-phone.png' })
  await section(ada)
    .getByRole('button', { name: /^Accept the offer of/ })
    .click()
  await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Accept' }).click()
  await expect(done(ada)).toHaveText(['Offered', 'Accepted', 'Asked'])
  await fits(ada)
  await eve.opens(`/members/${eve.member.http.profile_id}`)
  await expect(question(eve)).toBeVisible()
  await fits(eve)
  await question(eve).scrollIntoViewIfNeeded()
  if (process.env.E2E_SHOTS)
    await question(eve).screenshot({ path: 'test-results/shots/offers-long-question-phone.png' })
  await question(eve)
    .getByRole('button', { name: /^Yes, share e+@/ })
    .click()
  // Before she leaves the page.
  await expect(question(eve)).toContainText('You said yes to')
  await opens(eve, id)
  await expect(question(eve)).toContainText('You said yes to')
  await axe(eve.page)
  await fits(eve)
  await expect(done(ada)).toHaveText(['Offered', 'Accepted', 'Asked', 'Agreed'])
  await fits(ada)
})

test('a typed note survives a reload and a failure, and a text that is too long is told at the field', async ({
  ada,
  bob,
}) => {
  const id = await asksToMeet(ada, null)
  bob.expects(/503/)
  await opens(bob, id)
  await press(bob, 'I can introduce you')
  const note = section(bob).getByLabel('A private note (optional)')
  await note.fill('x'.repeat(1001))
  await press(bob, 'Offer the introduction')
  await expect(section(bob)).toContainText('At most 1,000 characters; this is 1,001.')
  await note.fill('I know Jane.')
  await bob.page.reload()
  await expect(note).toHaveValue('I know Jane.')
  const blocked = '**/api/introduction-requests/*/offers'
  await bob.page.route(blocked, (route, request) =>
    request.method() === 'POST'
      ? route.fulfill({ status: 503, json: { error: 'The service is busy.' } })
      : route.fallback(),
  )
  await press(bob, 'Offer the introduction')
  await bob.isTold('destructive', 'The offer was not sent', 'The service is busy.')
  await expect(note).toHaveValue('I know Jane.')
  await bob.page.unroute(blocked)
  await press(bob, 'Offer the introduction')
  await expect(section(bob)).toContainText('You offered to introduce')
  await expect(section(bob)).toContainText('I know Jane.')
  expect((await ada.member.http.does(getOffers, { id })).offers).toMatchObject([{ note: 'I know Jane.' }])

  await opens(bob, await asksToMeet(ada, null))
  await press(bob, 'I can introduce you')
  await press(bob, 'Cancel')
  await expect(section(bob).getByRole('button', { name: 'I can introduce you' })).toBeFocused()
})
