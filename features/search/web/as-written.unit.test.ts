import { expect, test } from 'vitest'
import { asWritten } from './as-written.ts'

test('a word of the text stays as typed', () => {
  expect(asWritten('Amara Osei · Lakeline Freight', 'ama FRE')).toBe('ama fre')
})

test('a word with a typing error is replaced by the word of the text, or by its beginning', () => {
  expect(asWritten('Amara Osei', 'Amarra osei')).toBe('amara osei')
  expect(asWritten('Zoë Kowalski', 'kowlaski')).toBe('kowalski')
  expect(asWritten('Fundraising in Chicago', 'fundrasi')).toBe('fundrais')
})

test('a short word, and one that differs more, mark nothing', () => {
  expect(asWritten('Bob Kim', 'Bop')).toBe('')
  expect(asWritten('sending', 'funding')).toBe('')
  expect(asWritten('Amara', 'Kowalski')).toBe('')
})
