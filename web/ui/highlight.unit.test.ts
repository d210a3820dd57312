import { expect, test } from 'vitest'
import { highlighted } from './highlight.ts'

const marked = (text: string, query: string) =>
  highlighted(text, query)
    .map(piece => (piece.match ? `[${piece.text}]` : piece.text))
    .join('')

test('every word of the query is marked, ignoring case', () => {
  expect(marked('Amara Osei, Lakeline Freight', 'AMA fre')).toBe('[Ama]ra Osei, Lakeline [Fre]ight')
  expect(marked('seed and seeds', 'seed seeds')).toBe('[seed] and [seeds]')
})

test('a query is not a regular expression', () => {
  expect(marked('C++ (and C#)', 'c++ (')).toBe('[C++] [(]and C#)')
})

test('punctuation around a word of the query need not be in the text', () => {
  expect(marked('Isaac Pump', 'isaac, (pump)')).toBe('[Isaac] [Pump]')
  expect(marked('Heat pumps', '"heat"')).toBe('[Heat] pumps')
  expect(marked('No end?', '?')).toBe('No end[?]')
  expect(marked('Zoe on legal help', '@zoe #legal')).toBe('[Zoe] on [legal] help')
  expect(marked('Seed and freight', 'freight,seed')).toBe('[Seed] and [freight]')
})

test('nothing to mark leaves the text whole', () => {
  expect(highlighted('Amara', '  ')).toEqual([{ text: 'Amara', match: false }])
  expect(highlighted('', 'x')).toEqual([])
})

test('accents are ignored in the text and in the query, and marked with their letter', () => {
  expect(marked('Zoë Müller, Łódź', 'zoe LODZ')).toBe('[Zoë] Müller, [Łódź]')
  expect(marked('Cafe Zoe', 'café')).toBe('[Cafe] Zoe')
  // A letter and a combining accent.
  expect(marked('Re\u0301sume\u0301 here', 'resume')).toBe('[Re\u0301sume\u0301] here')
  expect(marked('🚀 launch ﬁnally', 'launch fi')).toBe('🚀 [launch] [ﬁ]nally')
})
