import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, type Person, phone, test } from '../../tests/e2e/fixtures.ts'
import { hardToTouch } from '../../tests/e2e/thumb.ts'
import { tooWide } from '../../tests/e2e/too-wide.ts'
import { notifyAsked } from '../../tests/notify-followers.ts'
import type { Member, TestServer } from '../../tests/test-server.ts'
import { addInvestor } from '../investors/contract.ts'
import { accepted, offers, requestFor, requestOf } from '../offers/story.ts'
import { aWeekPasses, introduced } from '../outcomes/story.ts'
import { saveProfile } from '../profile/contract.ts'
import { askThoseWhoKnow, setTie } from '../ties/contract.ts'

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitalverwaltung'
const part = ({ page }: Person, name: string) => page.getByRole('region', { name, exact: true })
const waiting = (person: Person) => part(person, 'Waiting for you')
const rows = (person: Person) => waiting(person).getByRole('listitem')
const idOf = ({ profile_id }: Member) => profile_id ?? 0

/** One of each kind waits for the first member, in this order, the newest first. */
async function everythingWaits(server: TestServer, ada: Member, bob: Member, eve: Member) {
  const quiet = await requestOf(ada, { request_title: 'A dock to rent' })
  await server.owner.run(
    sql`update introduction_requests set quiet_since = now() - interval '2 days' where id = ${quiet}`,
  )
  await introduced(ada, bob, eve)
  await aWeekPasses(server)
  const { id: investor } = await eve.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  await ada.does(setTie, { id: investor, kind: 'met' })
  const asking = await requestOf(eve, { target_investor_id: investor, target_person: 'Ines Vela' })
  await eve.does(askThoseWhoKnow, { id: asking })
  await notifyAsked(server)
  const mine = await requestFor(ada, null)
  await offers(bob, mine)
  await offers(eve, mine)
  await accepted(bob, ada, await requestFor(bob, null))
  const question = await requestFor(bob, ada)
  await accepted(bob, eve, question)
  return { question, mine }
}

test('Home begins with what waits for me, each with the place where it is done', { tag: '@main' }, async ({
  server,
  ada,
  bob,
  eve,
}) => {
  test.slow()
  const { question, mine } = await everythingWaits(server, ada.member.http, bob.member.http, eve.member.http)
  // The page contains it: it is shown although the call is blocked.
  const letGo = await ada.holdsBack('**/api/home/for-me')
  await ada.opens('/')
  await expect(rows(ada)).toHaveText([
    /^Bob Kowalski would like to meet you\. Eve Raman offers to introduce you · .*Answer$/,
    /^Bob Kowalski accepted your offer\. Ask Jane Broker, then say what they answered · .*Introduce$/,
    /^Eve Raman and 1 other offer to make the introduction for “Freight pilots” · .*Answer$/,
    /^Eve Raman asks whether you can introduce them to Ines Vela · .*See the request$/,
    /^Did you meet Eve Raman\? · .*Answer$/,
  ])
  letGo()
  await waiting(ada).getByRole('button', { name: 'Show all 6' }).focus()
  await ada.page.keyboard.press('Enter')
  await expect(rows(ada)).toHaveCount(6)
  await expect(rows(ada).nth(5)).toContainText('Are you still looking? “A dock to rent” has waited for 30 days')
  await expect(rows(ada).nth(5)).toBeFocused()
  await axe(ada.page)
  await lookAt(ada.page, 'for-you')

  const act = (name: RegExp) => waiting(ada).getByRole('link', { name })
  await expect(act(/^Answer: Eve Raman and 1 other offer to make/)).toHaveAttribute(
    'href',
    `/introduction-requests?request=${mine}`,
  )
  await act(/^Answer: Bob Kowalski would like to meet you/).focus()
  await ada.page.keyboard.press('Enter')
  await expect(ada.page).toHaveURL(new RegExp(`request=${question}$`))
  await ada.waitsForWrite(/\/answer$/, () => ada.page.getByRole('button', { name: 'Not now' }).click())
  await ada.opens('/')
  await expect(rows(ada).first()).toContainText('Bob Kowalski accepted your offer')
})

test('what follows hardly moves when the card is loaded', async ({ server, ada, bob, eve }) => {
  test.slow()
  await everythingWaits(server, ada.member.http, bob.member.http, eve.member.http)
  const bottom = async () => (await part(ada, 'Community Forum').boundingBox())?.y ?? 0
  for (const size of [phone, { width: 1280, height: 800 }]) {
    await ada.page.setViewportSize(size)
    const letGo = await ada.holdsBack('**/ForYouCard-*.js')
    await ada.opens('/')
    await expect(ada.page.getByLabel('Loading what is for you')).toBeVisible()
    const before = await bottom()
    letGo()
    await expect(waiting(ada)).toBeVisible()
    expect(Math.abs((await bottom()) - before) / before).toBeLessThan(0.15)
  }
})

test('without anything for me, nothing of it is shown', async ({ ada }) => {
  await ada.opens('/')
  await expect(part(ada, 'Community Forum')).toBeVisible()
  await expect(part(ada, 'For you')).toHaveCount(0)
  await ada.doesNotSee('Waiting for you')
})

test('an offer appears by itself, and what I answer in another tab goes', async ({ ada, bob, eve }) => {
  test.slow()
  const [me, introducer] = [ada.member.http, bob.member.http]
  const mine = await requestFor(me, null)
  const question = await requestFor(eve.member.http, me)
  await ada.opens('/')
  await expect(part(ada, 'Community Forum')).toBeVisible()
  await expect(part(ada, 'For you')).toHaveCount(0)
  await offers(introducer, mine)
  await expect(rows(ada)).toHaveText([/^Bob Kowalski offers to make the introduction/])
  await accepted(eve.member.http, introducer, question)
  await expect(rows(ada)).toHaveText([/^Eve Raman would like to meet you/, /^Bob Kowalski offers/])
  const tab = await ada.page.context().newPage()
  await tab.goto(`/introduction-requests?request=${question}`)
  await tab.getByRole('button', { name: 'Not now' }).click()
  await expect(rows(ada)).toHaveText([/^Bob Kowalski offers to make the introduction/])
  await tab.goto(`/introduction-requests?request=${mine}`)
  await tab.getByRole('button', { name: 'Accept the offer of Bob Kowalski' }).click()
  await tab.getByRole('alertdialog').getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(part(ada, 'For you')).toHaveCount(0)
})

test('drafts are continued where they were written, or discarded', { tag: '@main' }, async ({ ada, bob }) => {
  test.slow()
  const request = await requestOf(bob.member.http)
  await ada.opens('/investors')
  await ada.page.getByRole('button', { name: 'Add Investor' }).first().click()
  await ada.page.getByRole('dialog').getByLabel('Name').first().fill('Ines Vela')
  await ada.page.keyboard.press('Escape')
  await ada.opens(`/introduction-requests?request=${request}`)
  await ada.page.getByLabel('Add a comment').fill('I might know somebody.')
  await ada.opens('/forum/new')
  await ada.types('Title', 'Payroll for three')
  await ada.opens('/')
  await expect(rows(ada)).toHaveText([
    /^Draft of a new topic: Payroll for threeContinueDiscard$/,
    /^Draft of a comment on an introduction request: I might know somebody\.ContinueDiscard$/,
    /^Draft of a new investor: Ines VelaContinueDiscard$/,
  ])
  await axe(ada.page)
  await lookAt(ada.page, 'for-you-drafts')

  const discard = waiting(ada).getByRole('button', { name: 'Discard: Draft of a new topic: Payroll for three' })
  await discard.focus()
  await ada.page.keyboard.press('Enter')
  // The pointer stops its timeout.
  await ada.page.getByRole('button', { name: 'Undo' }).hover()
  await ada.isTold('success', 'Draft discarded')
  await expect(rows(ada)).toHaveCount(2)
  await ada.clicks('Undo')
  await expect(rows(ada)).toHaveCount(3)
  await waiting(ada)
    .getByRole('link', { name: /^Continue: Draft of a new topic/ })
    .click()
  await expect(ada.page.getByLabel('Title')).toHaveValue('Payroll for three')
  await ada.opens('/')
  await waiting(ada)
    .getByRole('link', { name: /^Continue: Draft of a comment/ })
    .click()
  await expect(ada.page.getByLabel('Add a comment')).toHaveValue('I might know somebody.')
  await ada.opens('/')
  await waiting(ada)
    .getByRole('link', { name: /^Continue: Draft of a new investor/ })
    .click()
  await expect(ada.page.getByRole('dialog').getByLabel('Name').first()).toHaveValue('Ines Vela')
  await ada.opens('/')
  for (const left of [2, 1, 0]) {
    await waiting(ada)
      .getByRole('button', { name: /^Discard/ })
      .first()
      .click()
    await expect(rows(ada)).toHaveCount(left)
  }
  await ada.page.reload()
  await expect(part(ada, 'Community Forum')).toBeVisible()
  await expect(part(ada, 'For you')).toHaveCount(0)
})

test('requests that I could help with say why, and lead to all of them', async ({ ada, bob }) => {
  await ada.member.http.does(saveProfile, { can_help_with: ['Hiring'] })
  await bob.member.http.does(saveProfile, { needs: ['Hiring'] })
  const { id: investor } = await ada.member.http.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  await requestOf(bob.member.http, { target_investor_id: investor, target_person: 'Ines Vela', request_title: 'Seed' })
  for (const title of ['One', 'Two', 'Three']) await requestOf(bob.member.http, { request_title: title })
  await ada.opens('/')
  const requests = part(ada, 'Requests you could help with')
  await expect(requests.getByRole('listitem')).toHaveText([
    'ThreeBob Kowalski · They look for Hiring, which you can help with',
    'TwoBob Kowalski · They look for Hiring, which you can help with',
    'OneBob Kowalski · They look for Hiring, which you can help with',
  ])
  await axe(ada.page)
  await requests.getByRole('link', { name: 'Three' }).click()
  await expect(ada.page.getByRole('dialog')).toContainText('Three')
  // What I have reacted to is not shown again.
  await offers(ada.member.http, Number(new URL(ada.page.url()).searchParams.get('request')))
  await ada.opens('/')
  await expect(requests.getByRole('listitem').last()).toHaveText(
    'SeedBob Kowalski · You added or commented on Ines Vela. They look for Hiring, which you can help with',
  )
  await requests.getByRole('link', { name: 'See all' }).click()
  await expect(ada.page.getByRole('tab', { name: 'I could help' })).toHaveAttribute('aria-selected', 'true')
})

test('on a phone the first few rows are shown, for fingers, with very long and right-to-left names', async ({
  server,
  ada,
}) => {
  test.slow()
  const me = ada.member.http
  const [bob, eve] = [await server.member(`${LONG} ${LONG}`), await server.member('مريم الحسن')]
  await everythingWaits(server, me, bob, eve)
  await me.does(saveProfile, { can_help_with: ['Hiring'] })
  await bob.does(saveProfile, { needs: ['Hiring'] })
  for (let n = 0; n < 3; n++) await requestOf(bob, { request_title: `${LONG} ${LONG}`, ask_profile_ids: [idOf(eve)] })
  await ada.hasTouch()
  for (const width of [phone.width, 320]) {
    await ada.page.setViewportSize({ ...phone, width })
    await ada.opens('/')
    await expect(rows(ada)).toHaveCount(3)
    expect(await ada.page.evaluate(tooWide)).toEqual([])
    expect(await ada.page.evaluate(hardToTouch)).toEqual([])
  }
  await axe(ada.page)
  await waiting(ada).getByRole('button', { name: 'Show all 6' }).click()
  await expect(rows(ada)).toHaveCount(6)
  expect(await ada.page.evaluate(tooWide)).toEqual([])
  if (process.env.E2E_SHOTS) await part(ada, 'For you').screenshot({ path: 'test-results/shots/for-you-320.png' })
})
