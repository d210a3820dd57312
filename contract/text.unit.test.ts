import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'
import { Line, Lines, MAX_SEARCH, manyLines, Name, oneLine, searchOf, Text } from './text.ts'

test('a name or title is one line, without control characters and bidirectional controls', () => {
  expect(oneLine(' Ada\r\nLovelace\tKing\u2028of\u0085X ')).toBe('Ada Lovelace King of X')
  expect(oneLine('A\0d\x07a\x7f')).toBe('Ada')
  expect(oneLine('Ada\u202emoc\u202a\u202b\u202c\u202d\u2066\u2067\u2068\u2069.')).toBe('Adamoc.')
})

test('direction marks and joiners of real names and emoji are kept', () => {
  for (const name of ['\u200fשרה\u200e (Sara)', '\u061cسارة', 'می\u200cخواهم', '👩\u200d💻 Ada', 'Zoë', 'A\u0301da'])
    expect(oneLine(name)).toBe(name)
})

test('a multi-line text keeps its lines and isolates, without control characters and overrides', () => {
  expect(manyLines('\none\r\n\ttwo\rthree\n\nfour ')).toBe('one\n\ttwo\nthree\n\nfour')
  expect(manyLines('a\0b\x1b\u202ec\u202d \u2068שרה\u2069 ')).toBe('abc \u2068שרה\u2069')
})

test('a text without visible characters is empty', () => {
  const invisible = [
    '',
    ' ',
    '\n',
    '\u200b',
    '\u200d\u200c',
    '\u00ad',
    '\u3164',
    '\u2800',
    '\ufe0f',
    '\u202e',
    '\u00a0\u2003',
  ]
  for (const text of invisible) {
    expect([oneLine(text), manyLines(text)], JSON.stringify(text)).toEqual(['', ''])
    for (const shape of [Line, Lines])
      expect(shape(9).min(1, 'Missing').safeParse(text).error?.issues, JSON.stringify(text)).toMatchObject([
        { message: 'Missing' },
      ])
  }
})

test('the limit applies to the stored text', () => {
  expect(Line(3).parse(' a\u202eb\x00c ')).toBe('abc')
  expect(Line(3).safeParse('abcd').error?.issues[0]?.message).toBe('At most 3 characters; this is 4.')
})

test('half of a surrogate pair is replaced, as it would be when stored', () => {
  expect(Line(10).parse('a\ud800')).toBe('a\ufffd')
  expect(Lines(10).parse('\udc00\nb')).toBe('\ufffd\nb')
  expect(Text(10).parse(' \ud800 ')).toBe('\ufffd')
})

test('no text is cut within a character', () => {
  for (const text of [' '.concat('🚀'.repeat(150)), `a${'🚀'.repeat(150)}`]) {
    expect(searchOf(text).isWellFormed()).toBe(true)
    expect(searchOf(text).length).toBeGreaterThanOrEqual(MAX_SEARCH - 1)
  }
  for (const before of ['', 'a']) expect(plainText(before + '🚀'.repeat(1000)).isWellFormed()).toBe(true)
})

test('a name may have any signs, but nothing that becomes a link', () => {
  for (const name of ['Ann (C++) O’Neil', '[Ann] *O* _x_', 'A. W. Ww', '<b>', 'http', 'Dr. Who: PhD'])
    expect(Name(200).safeParse(name).success, name).toBe(true)
  for (const name of [
    '[x](https://evil.example)',
    'Ada [x](https&#58;//evil.example)',
    'Ada <HTTPS://evil.example>',
    'Ada www.evil.example',
    'Ada http://evil.example',
  ])
    expect(Name(200).safeParse(name).error?.issues, name).toMatchObject([
      { message: 'Please enter a name without web addresses.' },
    ])
})
