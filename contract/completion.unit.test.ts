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

test('each of the five core fields gives 10 points', { tags: ['TXT-24'] }, () => {
  for (const field of core) expect(completionOf(filled(field)), field).toBe(10)
})

test('the twelve other fields share the other 50, and the sum is rounded', { tags: ['TXT-25', 'TXT-26'] }, () => {
  for (const field of optional) expect(completionOf(filled(field)), field).toBe(4)
  expect(completionOf(filled(...optional.slice(0, 2)))).toBe(8)
  expect(completionOf(filled(...optional.slice(0, 3)))).toBe(13)
  expect(completionOf(filled(...optional))).toBe(50)
})

test('the core alone is 50, everything is 100 and never more', { tags: ['TXT-27', 'TXT-28', 'TXT-29'] }, () => {
  expect(completionOf(filled(...core))).toBe(50)
  expect(completionOf(filled(...core, ...optional))).toBe(100)
  expect(Object.keys(completionLabels)).toEqual([...core, ...optional])
})

test('it starts at 0', { tags: ['TXT-30'] }, () => {
  expect(completionOf({})).toBe(0)
})

test('blank text, null and empty lists do not count', { tags: ['TXT-31'] }, () => {
  expect(completionOf({ full_name: '   ', title: null, needs: [], can_help_with: [], bio: undefined })).toBe(0)
})

test('the hints begin under 70', { tags: ['TXT-32'] }, () => {
  expect(HINT_BELOW).toBe(70)
})

test('missing fields have the labels and the order of the form', () => {
  const all = filled(...core, ...optional)
  expect(missingFrom({ ...all, needs: [], stage: ' ' })).toEqual([
    { field: 'stage', label: 'Stage' },
    { field: 'needs', label: 'Looking For' },
  ])
})
