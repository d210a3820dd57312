import { expect, test } from 'vitest'
import { mentionsIn, occurrencesIn, queryAt, withPicked } from './mentions.ts'

const ada = { id: 1, full_name: 'Ada Osei' }
const sam = { id: 2, full_name: 'Sam Lee' }
const samJones = { id: 3, full_name: 'Sam Lee Jones' }
const [valOne, valTwo] = [
  { id: 4, full_name: 'Val Chen' },
  { id: 5, full_name: 'Val Chen' },
]
const ids = (text: string, known = [ada, sam, samJones]) => mentionsIn(text, known).map(({ id }) => id)

test('a member is mentioned by @ and the full name, in any case, as whole words', () => {
  expect(ids('Hello @Ada Osei, and @sam lee!')).toEqual([1, 2])
  expect(ids('(@Ada Osei) **@Sam Lee**')).toEqual([1, 2])
  expect(ids('Ada Osei, @Ada, mail@Ada Osei, @@Ada Osei, @Ada Oseib, @Ada Osei2')).toEqual([])
  expect(ids('')).toEqual([])
  expect(ids('@Ada Osei @Ada Osei')).toEqual([1])
})

test('the longest name matches', () => {
  expect(ids('@Sam Lee Jones')).toEqual([3])
  expect(ids('@Sam Lee Johnson')).toEqual([2])
  expect(ids('@Sam Leeson')).toEqual([])
})

test('names with characters of regular expressions and of other scripts are found', () => {
  const known = [
    { id: 7, full_name: 'A. (Bo) C*' },
    { id: 8, full_name: '山田 太郎' },
    { id: 9, full_name: "Zoë O'Neill-Ørsted" },
    { id: 10, full_name: '' },
  ]
  expect(ids("@A. (Bo) C* and @山田 太郎 and @Zoë O'Neill-Ørsted", known)).toEqual([7, 8, 9])
  expect(ids('@AX (Bo) C', known)).toEqual([])
})

test('namesakes are told apart by their order in the text; a removed one is not mentioned', () => {
  const first = withPicked([], valOne, 'Ask @val', 4)
  expect(first).toEqual([valOne])
  const both = withPicked(first, valTwo, 'Ask @Val Chen or @val', 17)
  expect(ids('Ask @Val Chen or @Val Chen', both)).toEqual([4, 5])
  const reversed = withPicked(first, valTwo, '@val and @Val Chen', 0)
  expect(ids('@Val Chen and @Val Chen', reversed)).toEqual([5, 4])
  // The wrong one was deleted before the right one was picked.
  const corrected = withPicked(first, valTwo, 'Ask @val', 4)
  expect(ids('Ask @Val Chen', corrected)).toEqual([5])
  expect(withPicked(first, valOne, '@Val Chen @val', 10)).toEqual([valOne])
  expect(occurrencesIn('@Val Chen, @Val Chen, @Val Chen', both).map(({ mention }) => mention.id)).toEqual([4, 5, 5])
})

const typed = (text: string, known = [ada]) => queryAt(text, text.length, known)?.typed

test('letters after an @ at the start of a word are a query, up to the caret', () => {
  expect(typed('@a')).toBe('a')
  expect(typed('Hello\n@Ada Os')).toBe('Ada Os')
  expect(typed('(@é')).toBe('é')
  expect(typed('@山')).toBe('山')
  expect(queryAt('x @bo and more', 5, [])).toEqual({ start: 2, typed: 'bo' })
})

test('an @ alone, addresses, a space after the name, another line and finished mentions are no query', () => {
  for (const text of [
    '@',
    '@ a',
    '@1',
    'a@b',
    'me@example',
    '@@a',
    '@bob ',
    '@bob  k',
    '@a\nb',
    '@Ada Osei',
    '@Ada Osei thanks',
  ])
    expect([text, typed(text)]).toEqual([text, undefined])
  expect(typed('@Ada Oseiw')).toBe('Ada Oseiw')
  expect(typed(`@${'a'.repeat(60)}`)).toBeUndefined()
})
