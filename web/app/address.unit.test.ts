import { expect, test } from 'vitest'
import { isInternalPath } from './internal-path.ts'
import { parseSearch, stringifySearch } from './search.ts'

test('only a path on this site is accepted as a return path', () => {
  for (const internal of ['/', '/forum?q=a', '/members/7#top']) expect(isInternalPath(internal)).toBe(true)
  for (const external of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    undefined,
  ])
    expect(isInternalPath(external)).toBe(false)
})

test('filters are plain text in the query string, lists repeat the name, empty values are omitted', () => {
  expect(stringifySearch({ q: 'a b', stage: ['Seed', 'Series A'], industry: '', page: undefined })).toBe(
    '?q=a+b&stage=Seed&stage=Series+A',
  )
  expect(parseSearch('?q=12&stage=Seed&stage=Series+A')).toEqual({ q: '12', stage: ['Seed', 'Series A'] })
  expect(stringifySearch({})).toBe('')
  expect(parseSearch('')).toEqual({})
})
