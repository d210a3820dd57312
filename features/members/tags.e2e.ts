import { axe, expect, lookAt, test } from '../../tests/e2e/fixtures.ts'
import type { Person } from '../../tests/e2e/person.ts'
import { saveProfile } from '../profile/contract.ts'

const cards = (person: Person) => person.page.getByRole('feed').getByRole('article')
const cardOf = (person: Person, name: string) => person.page.getByRole('article', { name, exact: true })
const chooses = async (person: Person, filter: string, option: string | RegExp) => {
  await person.page.getByLabel(filter, { exact: true }).click()
  await person.page.getByRole('option', { name: option }).click()
}

test('what members look for, can help with and where they are narrow the list; the tags of a card lead there', {
  tag: '@main',
}, async ({ ada, bob, eve }) => {
  const location = `Pilsen ${ada.member.email}`
  const company_name = 'Tagworks'
  await bob.member.http.does(saveProfile, {
    company_name,
    needs: ['Legal Help'],
    can_help_with: ['Hiring'],
    industry: 'Gaming',
    stage: 'MVP',
    location,
  })
  await eve.member.http.does(saveProfile, { company_name, needs: ['Hiring'], can_help_with: ['Legal Help'], location })
  await ada.opens('/members?q=tagworks')
  await expect(cards(ada)).toHaveCount(2)
  await chooses(ada, 'Looking for', /^Legal Help \(1\)$/)
  await expect(cards(ada)).toHaveCount(1)
  await expect(cardOf(ada, 'Bob Kowalski')).toBeVisible()
  await expect(ada.page).toHaveURL(/\?q=tagworks&needs=Legal\+Help$/)
  await chooses(ada, 'Can help with', /^Hiring \(1\)$/)
  await chooses(ada, 'Location', `${location} (1)`)
  await expect(cards(ada)).toHaveCount(1)
  for (const chip of ['Remove Looking for: Legal Help', 'Remove Can help with: Hiring', `Remove ${location}`])
    await expect(ada.page.getByRole('button', { name: chip })).toBeVisible()
  await axe(ada.page)
  await lookAt(ada.page, 'members-tags')
  await ada.clicks('Remove Looking for: Legal Help')
  await ada.clicks('Remove Can help with: Hiring')
  await expect(cards(ada)).toHaveCount(2)
  await ada.clicks('Clear filters')
  await expect(ada.page).toHaveURL(/\/members$/)

  // The tags of a card are links, by mouse and by keyboard; the rest of the card still opens the dialog.
  const follows = async (name: string, url: RegExp) => {
    await ada.opens('/members?q=tagworks')
    const link = cardOf(ada, 'Bob Kowalski').getByRole('link', { name, exact: true })
    await link.focus()
    await ada.page.keyboard.press('Enter')
    await expect(ada.page).toHaveURL(url)
    await expect(ada.page.getByRole('dialog')).toHaveCount(0)
  }
  await follows('Members in Gaming', /\/members\?industry=Gaming$/)
  await follows('Members at MVP', /\/members\?stage=MVP$/)
  await follows('Members looking for Legal Help', /\/members\?needs=Legal\+Help$/)
  await follows(`Members in ${location}`, /\/members\?location=Pilsen/)
  await expect(cards(ada)).toHaveCount(2)
  await ada.opens('/members?q=tagworks')
  await cardOf(ada, 'Bob Kowalski').getByRole('link', { name: 'Members who can help with Hiring' }).click()
  await expect(ada.page).toHaveURL(/\/members\?can_help_with=Hiring$/)

  // On a phone, these filters are opened with a button.
  await ada.page.setViewportSize({ width: 390, height: 844 })
  await ada.opens('/members?q=tagworks')
  await expect(ada.page.getByLabel('Looking for', { exact: true })).toBeHidden()
  await ada.clicks('More filters')
  await chooses(ada, 'Looking for', /^Hiring \(1\)$/)
  await expect(cardOf(ada, 'Eve Raman')).toBeVisible()
  await expect(cards(ada)).toHaveCount(1)
  await axe(ada.page)
  await lookAt(ada.page, 'members-tags-phone')
})
