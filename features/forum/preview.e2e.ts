import { expect, type Person, test } from '../../tests/e2e/fixtures.ts'
import { createReply, createTopic } from './contract.ts'

const button = (person: Person, name: string) => person.page.getByRole('button', { name, exact: true })
const reply = (person: Person) => person.page.getByRole('textbox', { name: 'Your reply', exact: true })
const scrolled = (person: Person) =>
  person.page.evaluate(() => {
    const parts = [...document.querySelectorAll('*')].map(part => part.scrollTop)
    return parts.filter(top => top > 0)
  })

/** Switches to the preview and back: the button keeps the focus and the page does not scroll. */
async function switchesTo(person: Person, from: string, to: string, press: (name: string) => Promise<void>) {
  const before = await scrolled(person)
  await press(from)
  await expect(button(person, to)).toBeFocused()
  expect(await scrolled(person)).toEqual(before)
  await press(to)
  await expect(button(person, from)).toBeFocused()
  expect(await scrolled(person)).toEqual(before)
}

async function opensTopic(person: Person) {
  const { id } = await person.member.http.does(createTopic, { title: 'Pricing a pilot', content: 'How much?' })
  for (let n = 0; n < 8; n++) await person.member.http.does(createReply, { id, content: `Answer ${n}` })
  await person.opens(`/forum/${id}`)
}

test('Preview and Write keep the focus and the scroll position', { tag: '@main' }, async ({ ada }) => {
  const click = (name: string) => button(ada, name).click()
  const enter = () => ada.page.keyboard.press('Enter')
  await opensTopic(ada)
  await reply(ada).fill('A **third** up front')
  await switchesTo(ada, 'Preview', 'Write', click)
  await switchesTo(ada, 'Preview', 'Write', enter)
  // At the end of the page, a lower box would make the page scroll up.
  await ada.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await switchesTo(ada, 'Preview', 'Write', enter)

  await ada.opens('/forum/new')
  await ada.types('Content', 'A **third** up front')
  await switchesTo(ada, 'Preview', 'Write', click)
  await switchesTo(ada, 'Preview', 'Write', enter)
})

test('posting from the preview returns to an empty, focused text box', async ({ ada }) => {
  await opensTopic(ada)
  await reply(ada).fill('Posted while writing')
  await ada.clicks('Post')
  await ada.isTold('success', 'Reply posted')
  await expect(reply(ada)).toHaveValue('')
  await expect(reply(ada)).toBeFocused()

  await reply(ada).fill('Posted from the preview')
  await ada.clicks('Preview')
  await ada.clicks('Post')
  await ada.sees('Posted from the preview', { on: 'Ada Osei' })
  await expect(reply(ada)).toHaveValue('')
  await expect(reply(ada)).toBeFocused()
  // The box is in Write mode again.
  await reply(ada).fill('Posted from the preview')
  await expect(reply(ada)).toHaveValue('Posted from the preview')

  await ada.clicks('Preview')
  await ada.clicks('Cancel')
  await expect(reply(ada)).toHaveValue('')
})
