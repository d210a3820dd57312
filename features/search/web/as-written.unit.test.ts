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

test('two swapped letters are one typing error, also the first ones and in a word of four letters', () => {
  expect(asWritten('Omar Haddad', 'oamr')).toBe('omar')
  expect(asWritten('Priya Raman', 'rpiya')).toBe('priya')
  expect(asWritten('Lakeline Freight', 'rfeig')).toBe('freig')
  expect(asWritten('Omar', 'omra omar')).toBe('omar omar')
  expect(asWritten('Omar', 'maor')).toBe('')
})

test('in a word of three letters only a swap is a typing error', () => {
  expect(asWritten('New topic', 'nwe tpoic')).toBe('new topic')
  expect(asWritten('New topic', 'nex')).toBe('')
  expect(asWritten('New topic', 'nw')).toBe('')
})

test('a short word, and one that differs more, mark nothing', () => {
  expect(asWritten('Bob Kim', 'Bop')).toBe('')
  expect(asWritten('sending', 'funding')).toBe('')
  expect(asWritten('Offsite in the dunes', 'theme')).toBe('')
  expect(asWritten('Amara', 'Kowalski')).toBe('')
})
