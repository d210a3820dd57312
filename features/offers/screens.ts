import { expect, type Person } from '../../tests/e2e/fixtures.ts'
import { createIntroductionRequest, saveBlurb } from '../introductions/contract.ts'

/** Parts of the screens that several browser tests of offers use. */

export const BLURB = 'I am Ada. We book trucks for importers.'

/** Ada asks to meet this member, or Jane Broker, who is not a member. */
export async function asksToMeet(
  { member: { http } }: Person,
  target: Person | null,
  more: object = {},
  blurb: string | null = BLURB,
) {
  const { id } = await http.does(createIntroductionRequest, {
    request_title: 'Freight pilots',
    context: 'We look for two pilots.',
    your_company: 'Lakeline',
    target_person: target?.member.name ?? 'Jane Broker',
    target_profile_id: target?.member.http.profile_id ?? null,
    ...more,
  })
  if (blurb) await http.does(saveBlurb, { id, text: blurb })
  return id
}

export const opens = (person: Person, id: number) => person.opens(`/introduction-requests?request=${id}`)
export const dialog = ({ page }: Person) => page.getByRole('dialog')
/** The section about offers. */
export const section = ({ page }: Person) =>
  page.getByRole('region', { name: /^(Offers to introduce you|Your offer|Can you make this introduction\?)$/ })
export const question = ({ page }: Person) =>
  page.getByRole('region', { name: /^(Would you like to meet|You said yes to)/ })
export const press = (person: Person, name: string | RegExp) =>
  section(person).getByRole('button', { name, exact: true }).click()

export async function offers(person: Person, id: number, note = '') {
  await opens(person, id)
  await press(person, /^(I can introduce you|Offer again)$/)
  if (note) await section(person).getByLabel('A private note (optional)').fill(note)
  await press(person, 'Offer the introduction')
  await expect(section(person)).toContainText('You offered to introduce')
}

export async function accepts(person: Person, id: number, name: string) {
  await opens(person, id)
  await press(person, `Accept the offer of ${name}`)
  await person.page
    .getByRole('alertdialog', { name: /^Accept the offer of/ })
    .getByRole('button', { name: 'Accept' })
    .click()
  await expect(section(person).getByRole('list', { name: 'Progress' })).toBeVisible()
}

/** Answers the question that the app asks first. */
export async function confirms({ page }: Person, title: string, text: string, button: string) {
  const asked = page.getByRole('alertdialog', { name: title })
  await expect(asked).toContainText(text)
  await asked.getByRole('button', { name: button, exact: true }).click()
}

/** The steps that are done. */
export const done = (person: Person) =>
  section(person)
    .getByRole('list', { name: 'Progress' })
    .getByRole('listitem')
    .filter({ has: person.page.locator('svg') })

/** The subject and the text of a mailto: link. */
export async function mailOf(person: Person, name: string) {
  const href = (await section(person).getByRole('link', { name }).getAttribute('href')) ?? ''
  const [to = '', rest] = href.replace('mailto:', '').split('?')
  const read = new URLSearchParams(rest)
  return { to, subject: read.get('subject'), body: read.get('body') ?? '' }
}

/** Nothing is wider than the screen. */
export async function fits({ page }: Person) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('[role=dialog] section, [role=dialog] section *, main section *')]
      .filter(part => part.getBoundingClientRect().right > innerWidth + 1)
      .map(part => part.outerHTML.slice(0, 100)),
  )
  expect(wide).toEqual([])
}
