import { expect, test } from 'vitest'
import { colourOf, initialsOf } from './name.ts'

test('initials are those of the first two name parts', { tags: ['TXT-39'] }, () => {
  expect(initialsOf('Amara Osei')).toBe('AO')
  expect(initialsOf('ada king lovelace')).toBe('AK')
  expect(initialsOf('  Cher ')).toBe('C')
  expect(initialsOf('łukasz Żak')).toBe('ŁŻ')
  expect(initialsOf('😀 Bell')).toBe('😀B')
})

test('without a name there are no initials', { tags: ['TXT-39'] }, () => {
  expect(initialsOf('   ')).toBe('')
  expect(initialsOf(null)).toBe('')
  expect(initialsOf(undefined)).toBe('')
})

test('the colour of a name does not depend on case or surrounding spaces, and all colours are used', () => {
  expect(colourOf(' Amara Osei ', 6)).toBe(colourOf('amara osei', 6))
  const names = [
    'Amara',
    'Daniel',
    'Priya',
    'Marcus',
    'Elena',
    'Tom',
    'Grace',
    'Sam',
    'Nadia',
    'Ada',
    'Bob',
    'Cher',
    'Dee',
    'Eli',
  ]
  expect(new Set(names.map(name => colourOf(name, 6))).size).toBe(6)
})
