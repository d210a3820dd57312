import { axe, expect, lookAt, type Person, phone, test } from '../../tests/e2e/fixtures.ts'
import type { TestServer } from '../../tests/test-server.ts'
import { createIntroductionRequest } from '../introductions/contract.ts'
import { getProfile, saveProfile } from '../profile/contract.ts'
import { getHome, noteWelcome } from './contract.ts'

const questions = ({ page }: Person) => page.getByRole('region', { name: 'Three quick questions' })
const people = ({ page }: Person) => page.getByRole('region', { name: 'People to meet' })
const forYou = ({ page }: Person) => page.getByRole('region', { name: 'People for you' })
const tiles = (person: Person) =>
  people(person)
    .getByRole('listitem')
    .filter({ has: person.page.getByRole('heading') })
const presses = (person: Person, name: string) => questions(person).getByRole('button', { name, exact: true }).click()
const company = (person: Person) => questions(person).getByLabel('What is your company called?')
const saves = (person: Person, act: () => Promise<unknown>) => person.waitsForWrite(/\/api\/profile$/, act)
const notes = (person: Person, act: () => Promise<unknown>) => person.waitsForWrite(/\/api\/visits\/welcome$/, act)
const saved = async ({ member }: Person) => {
  const { company_name, needs, can_help_with } = await member.http.does(getProfile, {})
  return { company_name, needs, can_help_with }
}
const noted = async ({ member }: Person) => (await member.http.does(getHome, {})).welcome
const isHome = async ({ page }: Person) => expect(page.getByRole('region', { name: 'Community Forum' })).toBeVisible()

async function helpers(server: TestServer, count: number) {
  for (let n = 1; n <= count; n++)
    await (await server.member(`Helper ${n}`)).does(saveProfile, {
      can_help_with: ['Hiring'],
      company_name: `No. ${n}`,
    })
}

test('a new member answers three questions on a phone and meets five, until they are done, on any device', {
  tag: '@main',
}, async ({ ada, server, newVisitor }) => {
  test.slow()
  await helpers(server, 7)
  await ada.page.setViewportSize(phone)
  await notes(ada, () => ada.opens('/'))
  await expect(questions(ada)).toContainText('Question 1 of 3')
  await expect(ada.page.getByText('Your profile is 10% complete')).toBeVisible()
  await axe(ada.page)
  await lookAt(ada.page, 'welcome-company')
  // A name to type, and three taps.
  await company(ada).fill('Lakeline Freight')
  await presses(ada, 'Next')
  await expect(questions(ada).getByText('What do you look for most?')).toBeFocused()
  await axe(ada.page)
  await lookAt(ada.page, 'welcome-need')
  await presses(ada, 'Hiring')
  await expect(questions(ada).getByText('What can you help others with?')).toBeFocused()
  await saves(ada, () => presses(ada, 'Funding'))

  await expect(people(ada).getByRole('heading', { name: 'Meet these five' })).toBeVisible()
  await expect(tiles(ada)).toHaveCount(5)
  await expect(tiles(ada).first()).toContainText('Can help with Hiring, which you look for')
  await expect(questions(ada)).toHaveCount(0)
  await expect(forYou(ada)).toHaveCount(0)
  expect(await saved(ada)).toEqual({ company_name: 'Lakeline Freight', needs: ['Hiring'], can_help_with: ['Funding'] })
  await axe(ada.page)
  await lookAt(ada.page, 'welcome-people')

  // Not for me: the place is empty until the next day.
  const refused = (await tiles(ada).first().getByRole('heading').textContent()) ?? ''
  await ada.waitsForWrite(/\/not-for-me$/, () =>
    tiles(ada)
      .first()
      .getByRole('button', { name: `Not for me: ${refused}` })
      .click(),
  )
  await expect(people(ada).getByRole('heading', { name: 'Meet these four' })).toBeVisible()
  await expect(people(ada)).not.toContainText(refused)
  await expect(tiles(ada)).toHaveCount(4)

  const elsewhere = await newVisitor()
  await elsewhere.page.context().addCookies(await ada.page.context().cookies())
  await elsewhere.opens('/')
  await expect(tiles(elsewhere)).toHaveCount(4)
  await notes(elsewhere, () => people(elsewhere).getByRole('button', { name: 'Done' }).click())
  await expect(people(elsewhere)).toHaveCount(0)
  await expect(elsewhere.page.getByRole('heading', { name: 'Welcome, Ada Osei!' })).toBeFocused()
  await expect(forYou(elsewhere)).toBeVisible()
  await ada.page.reload()
  await expect(forYou(ada)).toBeVisible()
  await expect(people(ada)).toHaveCount(0)
  await expect(questions(ada)).toHaveCount(0)
})

test('requests that a new member could help with are shown once the questions are answered', async ({
  ada,
  server,
}) => {
  const zara = await server.member('Zara')
  await zara.does(saveProfile, { company_name: 'Kiln', needs: ['Funding'] })
  await zara.does(createIntroductionRequest, {
    ...{ request_title: 'A lender', context: 'For ovens.', your_company: 'Kiln', target_person: 'Jane Banker' },
  })
  await ada.opens('/')
  await company(ada).fill('Lakeline Freight')
  await presses(ada, 'Next')
  await presses(ada, 'Hiring')
  await saves(ada, () => presses(ada, 'Funding'))
  await expect(questions(ada)).toHaveCount(0)
  await expect(ada.page.getByRole('region', { name: 'Requests you could help with' })).toContainText(
    'A lenderZara · They look for Funding, which you can help with',
  )
})

test('each question can be skipped, and all at once; whoever skips is not asked again', async ({ ada, bob }) => {
  test.slow()
  await ada.opens('/')
  await company(ada).fill('Not this')
  await presses(ada, 'Skip this one')
  await presses(ada, 'Skip this one')
  await saves(ada, () => presses(ada, 'Legal Help'))
  expect(await saved(ada)).toEqual({ company_name: '', needs: [], can_help_with: ['Legal Help'] })
  await expect(people(ada).getByRole('heading', { name: 'Nobody to meet yet' })).toBeVisible()
  await axe(ada.page)
  await expect(people(ada).getByRole('link', { name: 'See all members, best for you first' })).toHaveAttribute(
    'href',
    '/members?sort=best',
  )
  await notes(ada, () => people(ada).getByRole('button', { name: 'Done' }).click())

  await bob.opens('/')
  await company(bob).fill('Kowalski')
  await notes(bob, () => presses(bob, 'Skip all'))
  await expect(questions(bob)).toHaveCount(0)
  await expect(bob.page.getByRole('heading', { name: 'Welcome, Bob Kowalski!' })).toBeFocused()
  expect(await saved(bob)).toEqual({ company_name: '', needs: [], can_help_with: null })
  await bob.member.http.does(saveProfile, { company_name: 'Kowalski Bikes' })
  for (const person of [ada, bob]) {
    await person.page.reload()
    await isHome(person)
    await expect(questions(person)).toHaveCount(0)
    await expect(people(person)).toHaveCount(0)
  }
})

test('three skipped questions are all skipped, with the keyboard', async ({ ada }) => {
  await ada.opens('/')
  await company(ada).focus()
  await ada.page.keyboard.press('Enter')
  const skip = questions(ada).getByRole('button', { name: 'Skip this one' })
  await expect(questions(ada)).toContainText('Question 2 of 3')
  await questions(ada).getByRole('button', { name: 'Back', exact: true }).press('Enter')
  await expect(company(ada)).toBeFocused()
  await ada.page.keyboard.press('Enter')
  await skip.press('Enter')
  await expect(questions(ada)).toContainText('Question 3 of 3')
  await notes(ada, () => skip.press('Space'))
  await expect(questions(ada)).toHaveCount(0)
  expect(await noted(ada)).toBe('done')
})

test('a member with a company, a need or an offer is not asked', async ({ ada, bob, eve }) => {
  await ada.member.http.does(saveProfile, { company_name: 'Lakeline' })
  await bob.member.http.does(saveProfile, { needs: ['Hiring'] })
  await eve.member.http.does(saveProfile, { can_help_with: ['Hiring'] })
  for (const person of [ada, bob, eve]) {
    await person.opens('/')
    await isHome(person)
    await expect(questions(person)).toHaveCount(0)
    await expect(people(person)).toHaveCount(0)
    expect(await noted(person)).toBeNull()
  }
  await expect(forYou(bob)).toBeVisible()
})

test('what was answered stays when it is not saved, and after a reload', async ({ ada, server }) => {
  test.slow()
  ada.expects(/status of 503/, /ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/)
  await helpers(server, 1)
  await ada.opens('/')
  await company(ada).fill('La')
  await ada.page.reload()
  await expect(company(ada)).toHaveValue('La')
  await company(ada).fill('Lakeline')
  await presses(ada, 'Next')
  await ada.page.reload()
  await expect(questions(ada)).toContainText('Question 2 of 3')
  await presses(ada, 'Hiring')
  await ada.gets('**/api/profile', { status: 503, json: { error: 'Restarting.', request_id: 'x' } })
  await presses(ada, 'Funding')
  await ada.isTold('destructive', 'Your answers were not saved', 'Restarting.')
  await expect(questions(ada).getByRole('button', { name: 'Funding' })).toHaveAttribute('aria-pressed', 'true')
  await axe(ada.page)
  await lookAt(ada.page, 'welcome-not-saved')
  await ada.page.unroute('**/api/profile')
  await ada.page.reload()
  await expect(questions(ada)).toContainText('Question 3 of 3')
  await expect(questions(ada).getByRole('button', { name: 'Funding' })).toHaveAttribute('aria-pressed', 'true')
  await presses(ada, 'Back')
  await expect(questions(ada).getByRole('button', { name: 'Hiring' })).toHaveAttribute('aria-pressed', 'true')
  await presses(ada, 'Back')
  await expect(company(ada)).toHaveValue('Lakeline')
  await presses(ada, 'Next')
  await presses(ada, 'Next')
  await ada.page.context().setOffline(true)
  await presses(ada, 'Save')
  await expect(ada.page.locator('[data-toast]').getByText('Your answers were not saved')).toBeVisible()
  await ada.page.context().setOffline(false)
  await saves(ada, () => presses(ada, 'Save'))
  await expect(people(ada).getByRole('heading', { name: 'Meet this member' })).toBeVisible()
  expect(await saved(ada)).toEqual({ company_name: 'Lakeline', needs: ['Hiring'], can_help_with: ['Funding'] })
})

test('what was saved in another tab meanwhile is not overwritten', async ({ ada }) => {
  ada.expects(/status of 409/)
  await ada.opens('/')
  await company(ada).fill('Lakeline')
  await ada.member.http.does(saveProfile, { needs: ['Customers'], company_name: 'Lakeline Freight' })
  await presses(ada, 'Next')
  await presses(ada, 'Skip this one')
  await saves(ada, () => presses(ada, 'Funding'))
  const notice = questions(ada).getByRole('region', { name: 'Changed meanwhile' })
  await expect(notice).toContainText('Customers')
  await notice.getByRole('button', { name: 'Use the saved one for Company Name' }).click()
  await axe(ada.page)
  await lookAt(ada.page, 'welcome-changed-meanwhile')
  await saves(ada, () => presses(ada, 'Save'))
  await expect(people(ada)).toBeVisible()
  expect(await saved(ada)).toEqual({
    company_name: 'Lakeline Freight',
    needs: ['Customers'],
    can_help_with: ['Funding'],
  })
})

test('members to meet that cannot be loaded, and Try Again', async ({ ada, server }) => {
  ada.expects(/Invalid JSON response/)
  await helpers(server, 1)
  await ada.member.http.does(noteWelcome, { welcome: 'asked' })
  await ada.member.http.does(saveProfile, { needs: ['Hiring'] })
  await ada.gets('**/api/people-to-meet', { json: {} })
  await ada.opens('/')
  await expect(people(ada)).toContainText('The server gave an answer we do not understand.')
  await axe(ada.page)
  await ada.page.unroute('**/api/people-to-meet')
  await ada.clicks('Try Again')
  await expect(tiles(ada)).toHaveCount(1)
})

test('on a narrow phone with large text, nothing is wider than the window', async ({ ada, server }) => {
  await helpers(server, 2)
  await ada.page.setViewportSize({ ...phone, width: 320 })
  const fits = async (name: string) => {
    expect(await ada.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    if (process.env.E2E_SHOTS) await ada.page.screenshot({ path: `test-results/shots/${name}-320.png`, fullPage: true })
  }
  await ada.page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%')),
  )
  await ada.opens('/')
  await expect(company(ada)).toBeVisible()
  await fits('welcome-company')
  await presses(ada, 'Next')
  await fits('welcome-need')
  await presses(ada, 'Hiring')
  await saves(ada, () => presses(ada, 'Skip this one'))
  await expect(people(ada).getByRole('heading', { name: 'Meet these two' })).toBeVisible()
  await fits('welcome-people')
})
