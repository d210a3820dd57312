import { expect, test } from 'vitest'
import { samePlace } from './same-place.ts'
import { parseSearch, stringifySearch } from './search.ts'

test('only an address on this site is returned to', () => {
  for (const here of ['/', '/forum?q=a', '/members/7#top']) expect(samePlace(here)).toBe(true)
  for (const elsewhere of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    undefined,
  ])
    expect(samePlace(elsewhere)).toBe(false)
})

test('filters stand in the address as plain words, lists by repetition, and what is empty stays out', () => {
  expect(stringifySearch({ q: 'a b', stage: ['Seed', 'Series A'], industry: '', page: undefined })).toBe(
    '?q=a+b&stage=Seed&stage=Series+A',
  )
  expect(parseSearch('?q=12&stage=Seed&stage=Series+A')).toEqual({ q: '12', stage: ['Seed', 'Series A'] })
  expect(stringifySearch({})).toBe('')
  expect(parseSearch('')).toEqual({})
})
