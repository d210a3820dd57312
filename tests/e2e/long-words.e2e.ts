import { createEvent } from '../../features/events/contract.ts'
import { createReply, createTopic } from '../../features/forum/contract.ts'
import { expect, mainFor, test } from './fixtures.ts'
import { tooWide } from './too-wide.ts'
import { shows, type Writing, writeEverywhere, writtenScreens } from './written.ts'

const LONG = 120
const word = 'W'.repeat(LONG)
const url = `https://example.com/${'a'.repeat(LONG)}`
const long: Writing = {
  line: word,
  text: `${word}\n\n- ${word}\n- ${url}`,
  url,
  email: `${'e'.repeat(60)}@${'d'.repeat(60)}.example.com`,
}

for (const width of [360, 390])
  test(`a long word or address never widens a screen of ${width} pixels`, mainFor(width, 360), async ({ ada, bob }) => {
    test.setTimeout(180_000)
    const made = await writeEverywhere(ada.member.http, bob.member.http, long)
    await ada.page.setViewportSize({ width, height: 844 })
    // Links have other boxes for a finger.
    if (width === 360) await ada.hasTouch()
    const found: Record<string, string[]> = {}
    for (const screen of writtenScreens(made)) {
      await shows(ada, screen)
      const wide = await ada.page.evaluate(tooWide)
      if (wide.length > 0) found[[screen.address, ...(screen.press ?? [])].join(' → ')] = wide
    }
    expect(found).toEqual({})
  })

test('a word of thousands of letters has no kerning, with which a browser needs seconds to break it into lines', {
  tag: '@main',
}, async ({ ada, bob }) => {
  const huge = '**a'.repeat(6000)
  const { id } = await bob.member.http.does(createTopic, { title: 'Stars', content: huge })
  await bob.member.http.does(createReply, { id, content: huge })
  await bob.member.http.does(createReply, { id, content: 'Ordinary words' })
  const soon = { event_date: '2090-05-04', location: 'Here' }
  const event = await bob.member.http.does(createEvent, { title: 'Stars', description: huge.slice(0, 9000), ...soon })
  await ada.opens(`/forum/${id}`)
  const texts = ada.page.getByText('a**a**a')
  await expect(texts).toHaveCount(2)
  for (const text of await texts.all()) await expect(text).toHaveCSS('font-kerning', 'none')
  await expect(ada.page.getByText('Ordinary words')).toHaveCSS('font-kerning', 'auto')
  await ada.opens(`/events?event=${event.id}`)
  await expect(ada.page.getByRole('dialog').getByText('a**a**a')).toHaveCSS('font-kerning', 'none')
})
