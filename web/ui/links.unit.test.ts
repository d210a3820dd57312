import { expect, test } from 'vitest'
import { linksIn } from './links.ts'

const links = (text: string) => linksIn(text).flatMap(piece => (piece.href ? [piece.href] : []))
const whole = (text: string) =>
  linksIn(text)
    .map(piece => piece.text)
    .join('')

test('web addresses become links, the text around them does not', () => {
  expect(linksIn('See https://example.com/a?b=1#c, then call.')).toEqual([
    { text: 'See ' },
    { text: 'https://example.com/a?b=1#c', href: 'https://example.com/a?b=1#c' },
    { text: ', then call.' },
  ])
  expect(linksIn('www.example.com')).toEqual([{ text: 'www.example.com', href: 'https://www.example.com' }])
  expect(links('HTTP://Example.com and https://b.example')).toEqual(['HTTP://Example.com', 'https://b.example'])
})

test('punctuation and brackets after an address do not belong to it, those within do', () => {
  expect(links('(see https://example.com/a)')).toEqual(['https://example.com/a'])
  expect(links('https://example.com/a_(b)')).toEqual(['https://example.com/a_(b)'])
  expect(links('[https://example.com/a_(b)].')).toEqual(['https://example.com/a_(b)'])
  expect(links('Really? https://example.com/?!')).toEqual(['https://example.com/'])
  expect(links('“https://example.com”, <https://b.example>')).toEqual(['https://example.com', 'https://b.example'])
  expect(links('https://example.com/a… and more')).toEqual(['https://example.com/a'])
})

test('a bracket that was not opened in it ends an address', () => {
  expect(links('https://example.com/a](https://b.example)')).toEqual(['https://example.com/a'])
  expect(links('(https://example.com/a_(b)), next')).toEqual(['https://example.com/a_(b)'])
})

test('a control character or a bidi control character ends an address', () => {
  const turning = ['\u061c', '\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e']
  const isolating = ['\u2066', '\u2067', '\u2068', '\u2069']
  for (const sign of [...turning, ...isolating, '\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\\'])
    expect(links(`https://example.com/a${sign}moc.knab//:sptth`), JSON.stringify(sign)).toEqual([
      'https://example.com/a',
    ])
  expect(links('https://bank.example\\@evil.example')).toEqual(['https://bank.example'])
})

test('nothing else becomes a link', () => {
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
    'ada@www.example.com',
    'awww.example.com',
    'javascript:https://example.com',
    'https://',
    'https://...',
    'www.example',
    'https://bank.example@evil.example',
    'https://bank.example:pw@evil.example',
    'https://:pw@evil.example',
    'www.bank.example@evil.example',
    'example.com',
  ])
    expect(links(text), text).toEqual([])
})

test('no character of the text is lost', () => {
  for (const text of [
    '',
    'a\n\n b',
    'https://a.example',
    '(https://a.example) https://b.example!',
    'www. www.x www.a.b',
  ])
    expect(whole(text)).toBe(text)
})

test('hostile input is split in linear time', () => {
  for (const piece of [
    'https://',
    'www.',
    'https://a.b/(',
    ')',
    'https://a.b)',
    'h',
    'ww.',
    'https://a.b/.,;',
    '://',
    'https://@',
    'https://a@',
    ' ',
  ]) {
    const text = piece.repeat(20_000).slice(0, 20_000)
    const before = process.cpuUsage()
    expect(whole(text)).toBe(text)
    // CPU time of this process in microseconds, independent of other load on the machine.
    expect(process.cpuUsage(before).user, piece).toBeLessThan(500_000)
  }
})
