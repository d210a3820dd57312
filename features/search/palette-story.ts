import { expect, type Person } from '../../tests/e2e/fixtures.ts'
import { createEvent } from '../events/contract.ts'
import { createReply, createTopic } from '../forum/contract.ts'
import { addInvestor } from '../investors/contract.ts'

export const field = ({ page }: Person) => page.getByRole('combobox', { name: 'Search the community' })
export const options = ({ page }: Person) => page.getByRole('dialog', { name: 'Search' }).getByRole('option')
/** The line that Enter opens. */
export const chosen = (person: Person) => options(person).and(person.page.locator('[data-highlighted]'))

/** Opens the palette by keyboard, from wherever the focus is. */
export async function opensSearch(person: Person, typed = '') {
  // The shell is there when its button is.
  await expect(person.page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  await person.page.keyboard.press('ControlOrMeta+k')
  await expect(field(person)).toBeFocused()
  if (typed) await person.page.keyboard.type(typed)
}

export async function fill({ member: { http } }: Person) {
  const topic = await http.does(createTopic, { title: 'Zeppelin leases', content: 'Who has **one** in Pilsen?' })
  const reply = await http.does(createReply, { id: topic.id, content: 'Ask the hangar in Gary.' })
  await http.does(addInvestor, { name: 'Zeno Vale', firm: 'Prairie Capital' })
  const place = { event_date: '2090-05-04', location: 'Fulton Market' }
  await http.does(createEvent, { title: 'Zeppelin breakfast', description: 'Eggs and helium', ...place })
  return { topic, reply }
}
