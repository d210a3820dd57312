import { sql } from '../../../database/connection/sql.ts'
import { violationsOn } from '../../../tests/e2e/axe.ts'
import { axe, expect, lookAt, type Person, phone, test } from '../../../tests/e2e/fixtures.ts'
import type { TestServer } from '../../../tests/test-server.ts'
import { getOffers, makeOffer, moveOffer, writeToTarget } from '../contract.ts'
import { asksToMeet, BLURB, dialog, done, fits, opens, press, section } from '../screens.ts'
import { threeWeeksPass } from '../story.ts'
import { mailIntroductions } from './introduction-mail.ts'
import { JANE, lastMailTo, mailsTo, tokenOf } from './outside-story.ts'

// Three browsers at once.
test.beforeEach(() => test.slow())
test.use({ env: { SMTP_URL: 'smtp://127.0.0.1:9', EMAIL_CONFIRMATION: 'off' } })

/** Ada asks to meet Jane Broker, Bob offers, and Ada has accepted. */
async function accepted(ada: Person, bob: Person, more: object = {}) {
  const id = await asksToMeet(ada, null, more)
  const { offers } = await bob.member.http.does(makeOffer, { id })
  const offer = offers[0]?.id ?? ''
  await ada.member.http.does(moveOffer, { id: offer, to: 'accepted' })
  return { id, offer }
}
async function written(server: TestServer, ada: Person, bob: Person) {
  const { id, offer } = await accepted(ada, bob)
  await bob.member.http.does(writeToTarget, { id: offer, email: JANE })
  return { id, offer, token: tokenOf(await lastMailTo(server, JANE)) }
}
const link = (token: string) => `/introduction?token=${token}`
const state = async ({ member: { http } }: Person, id: number) => (await http.does(getOffers, { id })).offers[0]?.state
const introduces = ({ config, db }: TestServer) =>
  mailIntroductions({
    config,
    db,
    log(error) {
      throw error
    },
  })

test('Bob has us write to Jane; she says yes without an account, and both are introduced by one mail', {
  tag: '@main',
}, async ({ ada, bob, visitor, server }) => {
  const { id } = await accepted(ada, bob)
  await opens(bob, id)
  const mine = section(bob)
  await expect(mine).toContainText('Ada Osei accepted your offer. Now Jane Broker has to be asked.')
  await expect(mine).toContainText(`if they reply to the mail, it reaches you at ${bob.member.email}.`)
  const address = mine.getByLabel('Their email address')
  await expect(address).toHaveValue('')
  await axe(bob.page)
  await section(bob).scrollIntoViewIfNeeded()
  await lookAt(bob.page, 'outside-form')
  await press(bob, 'Send the mail')
  await expect(mine).toContainText('Please enter an address.')
  await address.fill('jane at example.com')
  bob.expects(/400/, /409/)
  await press(bob, 'Send the mail')
  await expect(mine).toContainText('Please enter a valid email address.')
  await expect(address).toBeFocused()
  await address.fill(JANE)
  await press(bob, 'Send the mail')
  await bob.isTold('success', 'Mail sent')
  await expect(mine).toContainText(
    /We wrote on \w+ \d+, \d{4}\. If they answer with the link, which works for 21 days, we tell you and Ada Osei\./,
  )
  await expect(address).toHaveValue('')
  await address.fill(JANE)
  await press(bob, 'Send the mail')
  await expect(mine).toContainText('We have already written to this address about this request.')
  await expect(address).toHaveValue(JANE)
  await lookAt(bob.page, 'outside-written')
  await address.fill('')

  await opens(ada, id)
  await visitor.opens(link(tokenOf(await lastMailTo(server, JANE))))
  await visitor.seesHeading('Would you like to meet Ada Osei?')
  await expect(visitor.page.getByRole('main')).toContainText(
    'Ada Osei of Lakeline asks to meet you. Bob Kowalski of The Community supports this and offers to introduce you.',
  )
  await visitor.sees(BLURB)
  await visitor.sees('Ada Osei and Bob Kowalski are then told: “It did not work out this time.”')
  await axe(visitor.page)
  await lookAt(visitor.page, 'outside-page')
  expect(await state(ada, id)).toBe('accepted')
  await visitor.clicks(`Yes, share ${JANE} with Ada Osei`)
  await visitor.seesHeading('Thank you')
  await visitor.sees('In a few minutes you and Ada Osei get one mail, so that you can write to each other.')
  await lookAt(visitor.page, 'outside-yes')

  await expect(section(ada)).toContainText('Jane Broker said yes. You can write to each other now.')
  await expect(section(ada).getByRole('link', { name: JANE })).toBeVisible()
  await expect(done(ada)).toHaveText(['Offered', 'Accepted', 'Agreed'])
  await expect(dialog(ada).locator('dd [data-tone]')).toHaveText('Approved')
  await lookAt(ada.page, 'outside-agreed')
  await expect(mine).toContainText('Ada Osei and Jane Broker get one mail that introduces them. Thank you.')
  await expect(mine.getByRole('link', { name: /Open mail/ })).toHaveCount(0)
  await lookAt(bob.page, 'outside-introducer-agreed')
  await ada.opens('/notifications')
  await expect(
    ada.page.getByRole('link', { name: /The answer is yes: the introduction for “Freight pilots” is agreed/ }),
  ).toBeVisible()
  await lookAt(ada.page, 'outside-notification')

  await introduces(server)
  expect(await mailsTo(server, JANE)).toMatchObject([{ recipient: ada.member.email, other_recipients: [JANE] }])
  // A second use.
  await visitor.page.reload()
  await visitor.seesHeading('You have answered this already')
  await visitor.sees('Your answer was yes. You do not need to do anything else.')
  await axe(visitor.page)
  await lookAt(visitor.page, 'outside-answered')
})

test('the address that Bob types stays when Ada ends his offer', async ({ ada, bob }) => {
  const { id, offer } = await accepted(ada, bob)
  await opens(bob, id)
  await section(bob).getByLabel('Their email address').fill(JANE)
  await ada.member.http.does(moveOffer, { id: offer, to: 'closed' })
  await expect(section(bob).getByLabel('Their email address')).toHaveCount(0)
  await expect(section(bob)).toContainText('What you were writing')
  await expect(section(bob)).toContainText(JANE)
  await axe(bob.page)
  await press(bob, 'Discard')
  await expect(section(bob)).not.toContainText(JANE)
})

test('no: the page says before what both are told, and they are', async ({ ada, bob, visitor, server }) => {
  const { id, token } = await written(server, ada, bob)
  await opens(ada, id)
  await opens(bob, id)
  await visitor.opens(link(token))
  await visitor.clicks('No, thank you')
  await visitor.seesHeading('Thank you')
  await visitor.sees('We pass it on in these words: “It did not work out this time.” Your address is deleted.')
  await expect(section(bob)).toContainText('It did not work out this time.')
  await expect(section(ada).getByRole('list', { name: 'Ended offers' })).toHaveText(
    'Bob Kowalski: It did not work out this time.',
  )
})

test('an offer that Ada ends while Bob types the address: he is told, and sees that it has ended', async ({
  ada,
  bob,
}) => {
  const { id, offer } = await accepted(ada, bob)
  await opens(bob, id)
  await section(bob).getByLabel('Their email address').fill(JANE)
  // Bob's page does not know yet that Ada ends the offer.
  const release = await bob.holdsBack('**/api/introduction-requests/*/offers')
  await ada.member.http.does(moveOffer, { id: offer, to: 'closed' })
  bob.expects(/409/)
  await press(bob, 'Send the mail')
  await bob.isTold('destructive', 'The mail was not sent', 'This offer has ended.')
  release()
  await expect(section(bob)).toContainText('The requester is not using this offer.')
})

test('never again: unnoticed on the page, and from the footer of the mail; nobody is told', { tag: '@main' }, async ({
  ada,
  bob,
  visitor,
  server,
}) => {
  const { id, offer, token } = await written(server, ada, bob)
  await opens(bob, id)
  const before = await section(bob).innerText()
  await visitor.opens(link(token))
  await visitor.clicks('Never write to me again')
  await visitor.seesHeading('We will not write to you again')
  await visitor.sees('Nobody is told. This link has ended, and your address is deleted.')
  await bob.page.reload()
  await expect(section(bob).getByLabel('Their email address')).toBeVisible()
  expect(await section(bob).innerText()).toBe(before)

  await bob.member.http.does(writeToTarget, { id: offer, email: 'other@example.com' })
  const mail = await lastMailTo(server, 'other@example.com')
  const footer = /Never write to me again: http:\/\/localhost:\d+(\S+)/.exec(mail.body)?.[1] ?? ''
  await visitor.opens(footer)
  await visitor.seesHeading('Should we stop writing to you?')
  await axe(visitor.page)
  await lookAt(visitor.page, 'outside-never')
  await visitor.clicks('Answer the question instead')
  await visitor.seesHeading('Would you like to meet Ada Osei?')
  await visitor.opens(footer)
  await visitor.clicks('Never write to me again')
  await visitor.seesHeading('We will not write to you again')
  expect(await state(ada, id)).toBe('accepted')
})

const endings: [
  string,
  (people: { ada: Person; bob: Person; server: TestServer }, offer: string) => Promise<unknown>,
][] = [
  ['expired', ({ server }) => threeWeeksPass(server)],
  ['withdrawn', ({ bob }, id) => bob.member.http.does(moveOffer, { id, to: 'withdrawn' })],
  [
    'of a requester who left',
    ({ ada, server }) => server.owner.run(sql`select delete_account(${ada.member.http.user_id}, 'anonymise')`),
  ],
]
for (const [what, ends] of endings)
  test(`an offer that is ${what}, while Jane reads the page and before: the link says so`, async ({
    ada,
    bob,
    visitor,
    server,
  }) => {
    const { offer, token } = await written(server, ada, bob)
    await visitor.opens(link(token))
    await visitor.seesHeading('Would you like to meet Ada Osei?')
    await ends({ ada, bob, server }, offer)
    visitor.expects(/400/)
    await visitor.clicks(`Yes, share ${JANE} with Ada Osei`)
    await visitor.seesHeading('This link no longer works')
    await visitor.page.reload()
    await visitor.seesHeading('This link no longer works')
    await lookAt(visitor.page, 'outside-dead')
    // Still possible, for good.
    await visitor.clicks('Never write to me again')
    await visitor.seesHeading('We will not write to you again')
  })

test('on a phone: long names, words and addresses fit for the introducer and on the page', async ({
  ada,
  bob,
  visitor,
  server,
}) => {
  const word = 'Donaudampfschifffahrtsgesellschaftskapital'.repeat(3)
  const { id, offer } = await accepted(ada, bob, { target_person: word, your_company: word })
  const address = `${'j'.repeat(60)}@${'d'.repeat(60)}.example.com`
  for (const person of [bob, visitor]) await person.page.setViewportSize(phone)
  await opens(bob, id)
  await section(bob).getByLabel('Their email address').fill(address)
  await fits(bob)
  await section(bob).scrollIntoViewIfNeeded()
  await lookAt(bob.page, 'outside-form-phone')
  await press(bob, 'Send the mail')
  await bob.isTold('success', 'Mail sent')
  const mail = await lastMailTo(server, address)
  expect(mail.offer_id).toBe(offer)
  await visitor.opens(link(tokenOf(mail)))
  await visitor.seesHeading('Would you like to meet Ada Osei?')
  expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await lookAt(visitor.page, 'outside-page-phone')
  await visitor.clicks(`Yes, share ${address} with Ada Osei`)
  await visitor.seesHeading('Thank you')
})

/** A mail is no page: it has no landmarks. */
const isOfMails = (violation: string) => !/^(region|landmark-one-main):/.test(violation)

test('both mails as mail programs show them: light, dark and narrow', async ({ ada, bob, server, visitor }) => {
  const { id, offer } = await accepted(ada, bob)
  const text = 'I am Ada. We book trucks for importers.\n\nWould you give us twenty minutes?\n<b>Thank you</b>'
  await server.owner.run(sql`update introduction_blurbs set text = ${text} where request_id = ${id}`)
  await bob.member.http.does(writeToTarget, { id: offer, email: JANE })
  const asking = await lastMailTo(server, JANE)
  await server.visitor.asks('POST', '/api/outside-question', { token: tokenOf(asking), answer: 'yes' })
  await introduces(server)
  const introduction = await lastMailTo(server, JANE)
  const { page } = visitor
  for (const [name, { html }] of Object.entries({ asking, introduction })) {
    await page.setContent(html)
    await expect(page.getByRole('blockquote')).toContainText('<b>Thank you</b>')
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      expect((await violationsOn(page)).filter(isOfMails), colorScheme).toEqual([])
    }
    await lookAt(page, `mail-outside-${name}`)
    await page.setViewportSize(phone)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
    await page.setViewportSize({ width: 1280, height: 800 })
  }
})
