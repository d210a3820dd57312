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
    const found: Record<string, string[]> = {}
    for (const screen of writtenScreens(made)) {
      await shows(ada, screen)
      const wide = await ada.page.evaluate(tooWide)
      if (wide.length > 0) found[[screen.address, ...(screen.press ?? [])].join(' → ')] = wide
    }
    expect(found).toEqual({})
  })
