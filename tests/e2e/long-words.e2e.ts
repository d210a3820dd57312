import { expect, test, thoroughExcept } from './fixtures.ts'
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

/** Elements that overflow horizontally, the page itself first, except those that are clipped or scroll on purpose. */
function tooWide(): string[] {
  const isMeantTo = (element: Element) => element.closest('[role=tablist], pre, textarea, input') !== null
  const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
  const boxes = [...document.querySelectorAll('*')].filter(element => scrolls(element) && !isMeantTo(element))
  const inner = boxes.filter(element => element.scrollWidth > element.clientWidth)
  // Floating elements do not widen the page, but may be partly outside the screen.
  const floating = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [popover]:popover-open')]
  const beside = floating.filter(element => {
    const { left, right } = element.getBoundingClientRect()
    return left < 0 || right > document.documentElement.clientWidth
  })
  const page = document.documentElement
  const named = [...inner, ...beside].map(element => element.outerHTML.slice(0, 120))
  return page.scrollWidth > page.clientWidth ? [`the page: ${page.scrollWidth}`, ...culprits(), ...named] : named

  /** For the failure message: the innermost elements that overflow. */
  function culprits() {
    const out = [...document.querySelectorAll('body *')].filter(
      element =>
        element.getBoundingClientRect().right > page.clientWidth && element.closest('[role=tablist], pre') === null,
    )
    return out
      .filter(element => !out.some(other => other !== element && element.contains(other)))
      .map(element => element.outerHTML.slice(0, 160))
  }
}

for (const width of [360, 390])
  test(
    `a long word or address never widens a screen of ${width} pixels`,
    thoroughExcept(width, 360),
    async ({ ada, bob }) => {
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
    },
  )
