import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8')

/** name → [light, dark] */
const colours = new Map(
  [...css.matchAll(/--color-([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g)].map(
    ([, name = '', light, dark, both]) => [name, [light ?? both ?? '', dark ?? both ?? '']] as const,
  ),
)

function colour(name: string, theme: 0 | 1) {
  const found = colours.get(name)?.[theme]
  if (!found) throw new Error(`theme.css has no colour ${name}`)
  return found
}

/** Relative luminance and contrast as WCAG 2 defines them. */
function luminance(hex: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(a: string, b: string) {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

function tooFaint(pairs: [string, string][], least: number) {
  const faint: string[] = []
  for (const [front, back] of pairs)
    for (const theme of [0, 1] as const) {
      const ratio = contrast(colour(front, theme), colour(back, theme))
      if (ratio < least) faint.push(`${front} on ${back}, ${theme ? 'dark' : 'light'}: ${ratio.toFixed(2)}`)
    }
  return faint
}

const soft = ['neutral', 'green', 'blue', 'purple', 'red', 'amber', 'teal']
const grounds = ['ground', 'surface', 'sunken', 'tint']

test('every text has enough contrast on each of its backgrounds (4.5 : 1)', () => {
  const pairs: [string, string][] = [
    ...['ink', 'muted', 'accent', 'error', 'on-tint'].flatMap(text =>
      grounds.map((ground): [string, string] => [text, ground]),
    ),
    ...soft.map((name): [string, string] => [`on-${name}`, `${name}-soft`]),
    ['on-accent', 'accent'],
    ['on-accent', 'accent-strong'],
    ['on-danger', 'danger'],
    ['on-danger', 'danger-strong'],
    ['on-lake', 'lake'],
    ['on-lake', 'lake-raised'],
    ['on-lake-muted', 'lake'],
    ['error', 'red-soft'],
  ]
  expect(tooFaint(pairs, 4.5)).toEqual([])
})

test('the edge of a control, a star and the focus ring have enough contrast (3 : 1)', () => {
  const pairs: [string, string][] = [
    ...['edge', 'flag', 'accent'].flatMap(mark =>
      ['ground', 'surface'].map((ground): [string, string] => [mark, ground]),
    ),
    ['flag-on-lake', 'lake'],
    ['on-accent', 'accent'],
  ]
  expect(tooFaint(pairs, 3)).toEqual([])
})
