import { axe, expect, lookAt, type Person, phone, test } from '../../tests/e2e/fixtures.ts'
import { updateIntroductionRequest } from '../introductions/contract.ts'
import { getOutcome, removeThanks, saveThanks } from './contract.ts'
import { aWeekPasses, introduced } from './story.ts'

// Three browsers at once.
test.beforeEach(() => test.slow())

const opens = (person: Person, id: number) => person.opens(`/introduction-requests?request=${id}`)
const question = ({ page }: Person) => page.getByRole('region', { name: /^Did you meet/ })
const thanks = ({ page }: Person) => page.getByRole('region', { name: 'Thank you', exact: true })
const status = ({ page }: Person) => page.getByRole('dialog').locator('dd [data-tone]')
const httpOf = ({ member }: Person) => member.http

/** Presses an answer, and waits until it is saved. */
async function answers(person: Person, name: string) {
  const saved = person.page.waitForResponse(
    reply => reply.url().endsWith('/outcome') && reply.request().method() === 'POST',
  )
  await question(person).getByRole('button', { name }).click()
  await saved
  await expect(question(person).getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true')
}

test('both are asked after a week, answer with one click, and the request is completed', { tag: '@main' }, async ({
  ada,
  bob,
  eve,
  server,
}) => {
  const { request } = await introduced(httpOf(ada), httpOf(bob), httpOf(eve))
  await aWeekPasses(server)
  await opens(ada, request)
  await expect(question(ada)).toContainText('Did you meet Eve Raman?')
  await expect(question(ada)).toContainText('Nobody else sees your answer, and you can change it.')
  await expect(question(ada)).toContainText(
    'When both of you say that you met, the request is shown to all members as Completed.',
  )
  await axe(ada.page)
  await lookAt(ada.page, 'outcome-asked')
  await answers(ada, 'We have not met')
  await lookAt(ada.page, 'outcome-answered')
  await answers(ada, 'We met, and it was useful')
  await expect(status(ada)).toHaveText('Approved')

  await opens(bob, request)
  await expect(bob.page.getByRole('region', { name: 'Your offer' })).toBeVisible()
  await expect(question(bob)).toHaveCount(0)

  await opens(eve, request)
  await expect(question(eve)).toContainText('Did you meet Ada Osei?')
  await answers(eve, 'We met, but it was not useful')
  await expect(status(eve)).toHaveText('Completed')
  await expect(status(ada)).toHaveText('Completed')
  await expect(ada.page.getByRole('dialog')).toContainText('The status changed by itself to Completed')
  await ada.page.reload()
  await expect(question(ada).getByRole('button', { pressed: true })).toHaveText('We met, and it was useful')
})

test('with somebody outside the question says, before the answer, that all members see it in the status', async ({
  ada,
  bob,
  server,
}) => {
  const { request } = await introduced(httpOf(ada), httpOf(bob))
  await aWeekPasses(server)
  await opens(ada, request)
  await expect(question(ada)).toContainText('If you say that you met, the request is shown to all members as Completed')
  await expect(question(ada)).not.toContainText('Nobody else sees your answer')
  await answers(ada, 'We met, and it was useful')
  await expect(status(ada)).toHaveText('Completed')
  await expect(question(ada)).toContainText('Nobody else sees your answer, and you can change it.')
})

test('the requester thanks in private, then in public; the introducer reads, shows and removes it', {
  tag: '@main',
}, async ({ ada, bob, eve, server }) => {
  const { request } = await introduced(httpOf(ada), httpOf(bob))
  await aWeekPasses(server)
  await opens(ada, request)
  await thanks(ada).getByRole('button', { name: 'Thank Bob Kowalski' }).click()
  const words = thanks(ada).getByLabel('Your thank you')
  await expect(words).toBeFocused()
  await expect(thanks(ada)).toContainText('Only you and Bob Kowalski see it.')
  await thanks(ada).getByRole('button', { name: 'Say thank you' }).click()
  await expect(thanks(ada)).toContainText('Please write a few words.')
  await words.fill('She was of great help.')
  await axe(ada.page)
  await thanks(ada).scrollIntoViewIfNeeded()
  await lookAt(ada.page, 'thanks-form')
  // What was typed stays.
  await ada.page.reload()
  await expect(words).toHaveValue('She was of great help.')
  await thanks(ada).getByRole('button', { name: 'Say thank you' }).click()
  await ada.isTold('success', 'Thank you saved')
  await expect(ada.page.getByRole('heading', { name: 'Thank you' })).toBeFocused()
  await expect(thanks(ada)).toContainText('Ada Osei thanks Bob Kowalski for the introduction')
  await expect(thanks(ada)).toContainText('Only the two of you see this')
  expect(await httpOf(eve).does(getOutcome, { id: request })).toMatchObject({ thanks: null })

  await thanks(ada).getByRole('button', { name: 'Change thank you' }).click()
  await thanks(ada).getByLabel('All members may read it').check()
  await thanks(ada).getByRole('button', { name: 'Say thank you' }).click()
  await expect(thanks(ada)).toContainText('All members see this')
  await lookAt(ada.page, 'thanks-said')
  await opens(eve, request)
  await expect(thanks(eve)).toContainText('She was of great help.')
  await expect(thanks(eve).getByRole('button')).toHaveCount(0)

  await bob.opens('/profile')
  const mine = bob.page
    .locator('section')
    .filter({ has: bob.page.getByRole('heading', { name: 'Your introductions' }) })
  await expect(mine).toContainText('You introduced Ada Osei to Jane Broker')
  await expect(mine).toContainText('She was of great help.')
  const chosen = bob.page.waitForResponse(reply => reply.url().endsWith('/visibility'))
  await mine.getByRole('switch', { name: 'Show on my member page how many introductions I made' }).click()
  await chosen
  await mine.scrollIntoViewIfNeeded()
  await axe(bob.page)
  await lookAt(bob.page, 'introductions-mine')

  await eve.opens(`/members/${bob.member.http.profile_id}`)
  const made = eve.page
    .locator('section')
    .filter({ has: eve.page.getByRole('heading', { name: 'Introductions made' }) })
  await expect(made).toContainText('She was of great help.')
  await axe(eve.page)
  await lookAt(eve.page, 'introductions-made')

  await opens(bob, request)
  await thanks(bob).getByRole('button', { name: 'Remove thank you' }).click()
  await bob.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await bob.isTold('success', 'Thank you removed')
  await expect(thanks(bob)).toHaveCount(0)
})

test('a thank you that was changed in another tab, or removed, is shown before it is overwritten', async ({
  ada,
  bob,
}) => {
  const { request, id } = await introduced(httpOf(ada), httpOf(bob))
  await httpOf(ada).does(saveThanks, { id, text: 'Of great help.', is_public: true })
  await opens(ada, request)
  await thanks(ada).getByRole('button', { name: 'Change thank you' }).click()
  await thanks(ada).getByLabel('Your thank you').fill('Of very great help.')
  // In another tab.
  await httpOf(ada).does(saveThanks, { id, text: 'Of great help.', is_public: false })
  ada.expects(/status of 409/)
  const save = () => thanks(ada).getByRole('button', { name: 'Say thank you' }).click()
  await save()
  await expect(thanks(ada)).toContainText('The thank you was changed elsewhere while you were editing it.')
  await expect(thanks(ada).getByLabel('All members may read it')).not.toBeChecked()
  await axe(ada.page)
  await save()
  await expect(thanks(ada)).toContainText('Of very great help.')
  await expect(thanks(ada)).toContainText('Only the two of you see this')

  await thanks(ada).getByRole('button', { name: 'Change thank you' }).click()
  await thanks(ada).getByLabel('Your thank you').fill('Of the greatest help.')
  await httpOf(bob).does(removeThanks, { id })
  await save()
  await expect(thanks(ada)).toContainText('The thank you was changed elsewhere while you were editing it.')
  await expect(thanks(ada).getByRole('textbox')).toHaveValue('Of the greatest help.')
  expect(await httpOf(ada).does(getOutcome, { id: request })).toMatchObject({ thanks: null })
})

test('a thank you that is being written stays when the introduction ends', async ({ ada, bob }) => {
  const { request } = await introduced(httpOf(ada), httpOf(bob))
  await opens(ada, request)
  await thanks(ada).getByRole('button', { name: 'Thank Bob Kowalski' }).click()
  await thanks(ada).getByLabel('Your thank you').fill('Of great help.')
  // In another tab.
  await httpOf(ada).does(updateIntroductionRequest, { id: request, status: 'declined' })
  await expect(thanks(ada).getByRole('textbox')).toHaveCount(0)
  await expect(thanks(ada)).toContainText('Of great help.')
  await thanks(ada).getByRole('button', { name: 'Discard' }).click()
  await expect(thanks(ada)).toHaveCount(0)
})

test('without introductions My Profile invites, and a member page shows nothing', async ({ ada, bob }) => {
  await ada.opens('/profile')
  await expect(ada.page.getByRole('link', { name: 'See who is looking for an introduction' })).toBeVisible()
  await expect(ada.page.getByRole('switch')).toHaveCount(0)
  await ada.opens(`/members/${bob.member.http.profile_id}`)
  await expect(ada.page.getByRole('heading', { name: 'Bob Kowalski' })).toBeVisible()
  await expect(ada.page.getByRole('heading', { name: 'Introductions made' })).toHaveCount(0)
})

test('on a phone the question and the form fit, also with long words', async ({ ada, bob, newMember, server }) => {
  const long = await newMember(`Maximiliane ${'Donaudampfschifffahrt'.repeat(3)}`)
  const { request } = await introduced(httpOf(ada), httpOf(bob), httpOf(long))
  await aWeekPasses(server)
  await ada.page.setViewportSize(phone)
  await opens(ada, request)
  await expect(question(ada)).toBeVisible()
  await lookAt(ada.page, 'outcome-long')
  await thanks(ada).getByRole('button', { name: 'Thank Bob Kowalski' }).click()
  await thanks(ada).getByLabel('Your thank you').fill('W'.repeat(400))
  await thanks(ada).getByRole('button', { name: 'Say thank you' }).click()
  await expect(thanks(ada)).toContainText('Only the two of you see this')
  await thanks(ada).scrollIntoViewIfNeeded()
  await lookAt(ada.page, 'thanks-long')
  const isTooWide = () =>
    ada.page.evaluate(() =>
      [...document.querySelectorAll('[role=dialog] section, [role=dialog] section *')].some(
        part => part.getBoundingClientRect().right > innerWidth + 1,
      ),
    )
  expect(await isTooWide()).toBe(false)
})
