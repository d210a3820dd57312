import { expect, test } from 'vitest'
import { type CompletionField, completionLabels, completionOf, HINT_BELOW, missingFrom } from './completion.ts'

const core = ['full_name', 'company_name', 'company_description', 'industry', 'stage'] as const
const optional = [
  'title',
  'company_website',
  'fundraising_status',
  'needs',
  'contact_method',
  'location',
  'twitter_handle',
  'linkedin_url',
  'website',
  'bio',
  'can_help_with',
  'avatar_url',
] as const

const lists: CompletionField[] = ['needs', 'can_help_with']
const filled = (...fields: CompletionField[]) =>
  Object.fromEntries(fields.map(field => [field, lists.includes(field) ? ['Hiring'] : 'something']))

test('TXT-24 each of the five core fields gives 10 points', () => {
  for (const field of core) expect(completionOf(filled(field)), field).toBe(10)
})

test('TXT-25 TXT-26 the twelve other fields share the other 50, and the sum is rounded', () => {
  for (const field of optional) expect(completionOf(filled(field)), field).toBe(4)
  expect(completionOf(filled(...optional.slice(0, 2)))).toBe(8)
  expect(completionOf(filled(...optional.slice(0, 3)))).toBe(13)
  expect(completionOf(filled(...optional))).toBe(50)
})

test('TXT-27 TXT-28 TXT-29 the core alone is 50, everything is 100 and never more', () => {
  expect(completionOf(filled(...core))).toBe(50)
  expect(completionOf(filled(...core, ...optional))).toBe(100)
  expect(Object.keys(completionLabels)).toEqual([...core, ...optional])
})

test('TXT-30 it starts at 0', () => {
  expect(completionOf({})).toBe(0)
})

test('TXT-31 blank text, null and empty lists do not count', () => {
  expect(completionOf({ full_name: '   ', title: null, needs: [], can_help_with: [], bio: undefined })).toBe(0)
})

test('TXT-32 the hints begin under 70', () => {
  expect(HINT_BELOW).toBe(70)
})

test('what is missing is named as the form names it, in its order', () => {
  const all = filled(...core, ...optional)
  expect(missingFrom({ ...all, needs: [], stage: ' ' })).toEqual([
    { field: 'stage', label: 'Stage' },
    { field: 'needs', label: 'Looking For' },
  ])
})
