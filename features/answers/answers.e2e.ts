import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, type Person, phone, test } from '../../tests/e2e/fixtures.ts'
import { linksIn, mailJobs, mailsTo } from '../../tests/mail-jobs.ts'
import type { TestServer } from '../../tests/test-server.ts'
import { createIntroductionRequest } from '../introductions/contract.ts'
import { askWhoIsStillLooking } from '../introductions/still-looking.server.ts'
import { getOffers, makeOffer, moveOffer } from '../offers/contract.ts'

/** The buttons of the latest mail to a person: label → address. */
async function buttonsOfMail(server: TestServer, { member }: Person) {
  await mailJobs(server).mail()
  const links = linksIn((await mailsTo(server, member.http)).at(-1)?.body)
  return Object.fromEntries(links.map(({ label, path }) => [label, path]))
}
async function requests({ member }: Person, request_title: string, target: Person | null) {
  const { id } = await member.http.does(createIntroductionRequest, {
    request_title,
    context: 'We rebuild how rail ramps book trucks.',
    your_company: 'Lakeline Freight',
    target_person: target?.member.name ?? 'Jane Broker',
    target_profile_id: target?.member.http.profile_id ?? null,
  })
  return id
}
async function offers({ member }: Person, id: number) {
  const reply = await member.http.does(makeOffer, { id })
  return reply.offers.find(({ is_mine }) => is_mine)?.id ?? ''
}
const stateOf = async ({ member }: Person, id: number) =>
  (await member.http.does(getOffers, { id })).offers.map(({ state }) => state)

/** In both widths. */
async function looks({ page }: Person, name: string) {
  await lookAt(page, name)
  await axe(page)
  await page.setViewportSize(phone)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('‘Still looking?’: the link shows the question, and only a button of the page answers, once', async ({
  ada,
  server,
  visitor,
}) => {
  const title = 'Meet a <b>very</b> long-winded dispatcher of the Midwestern intermodal ramps'
  const id = await requests(ada, title, null)
  await server.owner.run(sql`update introduction_requests set created_at = now() - interval '31 days' where id = ${id}`)
  await askWhoIsStillLooking(server)
  const { 'Done, we met': link = '' } = await buttonsOfMail(server, ada)
  const status = () => server.owner.one(sql`select status from introduction_requests where id = ${id}`)
  await visitor.opens(link)
  await visitor.seesHeading('Still looking?')
  await visitor.sees(`Your request “${title}” has waited for 30 days.`)
  await visitor.sees('You answer as Ada Osei.')
  expect(await status()).toEqual({ status: 'pending' })
  await looks(visitor, 'answer-still-looking')
  await visitor.clicks('Done, we met')
  await visitor.seesHeading('Thank you')
  await expect(visitor.page.getByRole('heading', { name: 'Thank you' })).toBeFocused()
  await visitor.sees('Good to hear. The status of your request is Completed.')
  expect(await status()).toEqual({ status: 'completed' })
  await visitor.opens(link)
  await visitor.seesHeading('This link no longer works')
  await visitor.sees('It has expired, or the question was answered or has ended meanwhile.')
})

test('Ada accepts an offer by link in a browser in which Bob is signed in: it answers for her, and says so', async ({
  ada,
  bob,
  eve,
  server,
}) => {
  const id = await requests(ada, 'Freight pilots', eve)
  await offers(bob, id)
  const { 'Accept the offer of Bob Kowalski': link = '' } = await buttonsOfMail(server, ada)
  await bob.opens(link)
  await bob.seesHeading('Accept the offer of Bob Kowalski?')
  await bob.sees(
    `We ask Eve Raman whether they want to meet you. They will see what your request says. If they say yes, we give them your address ${ada.member.email}. If others have offered too, they are thanked.`,
  )
  await bob.sees('You are signed in as Bob Kowalski, but this link answers for Ada Osei.')
  expect(await stateOf(ada, id)).toEqual(['open'])
  await looks(bob, 'answer-accept')
  await bob.page.getByRole('button', { name: 'Accept' }).focus()
  await bob.page.keyboard.press('Enter')
  await bob.seesHeading('Thank you')
  await bob.sees('Eve Raman is asked now. If they say yes, we will tell you.')
  await looks(bob, 'answer-accepted')
  expect(await stateOf(ada, id)).toEqual(['asked'])
  // Still Bob, who sees his own side of it.
  await bob.page.getByRole('link', { name: 'Open the request' }).click()
  await expect(bob.page.getByRole('region', { name: 'Your offer' })).toContainText('Ada Osei accepted your offer.')
})

test('Eve says “not now” by link on a phone, and another time yes, with the address on the button', {
  tag: '@main',
}, async ({ ada, bob, eve, server, visitor }) => {
  const { page } = visitor
  await page.setViewportSize(phone)
  const id = await requests(ada, 'Freight pilots', eve)
  const offer = await offers(bob, id)
  await ada.member.http.does(moveOffer, { id: offer, to: 'accepted' })
  const { 'Not now': link = '' } = await buttonsOfMail(server, eve)
  await visitor.opens(link)
  await visitor.seesHeading('Would you like to meet Ada Osei?')
  await visitor.sees('Bob Kowalski supports this and offers to introduce you.')
  await expect(page.getByRole('button', { name: `Yes, share ${eve.member.email} with Ada Osei` })).toBeVisible()
  await lookAt(page, 'answer-be-introduced-phone')
  await axe(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await visitor.clicks('Not now')
  await visitor.sees('Nobody is told. You can still say yes in the app.')
  expect(await stateOf(ada, id)).toEqual(['asked'])

  await ada.member.http.does(moveOffer, { id: offer, to: 'closed' })
  await ada.member.http.does(moveOffer, { id: await offers(bob, id), to: 'accepted' })
  const { 'Yes, introduce us': again = '' } = await buttonsOfMail(server, eve)
  await visitor.opens(again)
  await visitor.clicks(`Yes, share ${eve.member.email} with Ada Osei`)
  await visitor.sees('Ada Osei sees your address now, and you see theirs in the app.')
  expect(await stateOf(ada, id)).toContain('agreed')
})

test('a member who is asked by name offers by the link, and the link then says so; the app takes a private note', {
  tag: '@main',
}, async ({ ada, bob, server, visitor }) => {
  const { page } = visitor
  const { id } = await ada.member.http.does(createIntroductionRequest, {
    request_title: 'Freight pilots',
    context: 'We rebuild how rail ramps book trucks, and look for two carriers who try it with us this winter.',
    your_company: 'Lakeline Freight',
    target_person: 'Jane Broker',
    ask_profile_ids: [bob.member.http.profile_id ?? 0],
  })
  const { 'I can introduce you': link = '' } = await buttonsOfMail(server, bob)
  await visitor.opens(link)
  await visitor.seesHeading('Can you introduce Ada Osei to Jane Broker?')
  await visitor.sees('Nobody is told of a “not this time”.')
  await expect(page.getByRole('link', { name: 'Offer it with a private note in the app' })).toHaveAttribute(
    'href',
    `/introduction-requests?request=${id}`,
  )
  await looks(visitor, 'answer-can-you-introduce')
  await page.setViewportSize(phone)
  await lookAt(page, 'answer-can-you-introduce-phone')
  expect(await stateOf(ada, id)).toEqual([])
  await visitor.clicks('I can introduce you')
  await visitor.seesHeading('Thank you')
  await visitor.sees('Ada Osei is told now. If they accept your offer, we will tell you.')
  expect(await stateOf(ada, id)).toEqual(['open'])
  await visitor.opens(link)
  await visitor.seesHeading('This link no longer works')
  await visitor.sees('You have already offered to make this introduction.')
  await looks(visitor, 'answer-has-offered')
})

test('an answer that comes too late, and a question that could not be loaded, say so', async ({
  ada,
  bob,
  server,
  visitor,
}) => {
  const { page } = visitor
  const id = await requests(ada, 'Freight pilots', null)
  const offer = await offers(bob, id)
  const { 'Accept the offer of Bob Kowalski': link = '' } = await buttonsOfMail(server, ada)
  visitor.expects(/Failed to load resource/)
  await page.route('**/api/answers/check', route => route.abort())
  await visitor.opens(link)
  await visitor.sees('The question could not be loaded')
  await looks(visitor, 'answer-not-loaded')
  await page.unroute('**/api/answers/check')
  await visitor.clicks('Try Again')
  await visitor.seesHeading('Accept the offer of Bob Kowalski?')

  // Without an answer of the server nobody knows; the buttons stay.
  await page.route('**/api/answers', route => route.abort())
  await visitor.clicks('Accept')
  const unsure = { hasText: 'We could not tell whether your answer was saved' }
  await expect(page.locator('[data-toast]').filter(unsure)).toBeVisible()
  await page.unroute('**/api/answers')

  await bob.member.http.does(moveOffer, { id: offer, to: 'withdrawn' })
  await visitor.clicks('Accept')
  await visitor.seesHeading('This link no longer works')
  await looks(visitor, 'answer-too-late')
  expect(await stateOf(ada, id)).toEqual(['withdrawn'])

  await offers(bob, id)
  const { 'Accept the offer of Bob Kowalski': expired = '' } = await buttonsOfMail(server, ada)
  await server.owner.run(sql`update signed_links set expires_at = now()`)
  await visitor.opens(expired)
  await visitor.seesHeading('This link no longer works')
})
