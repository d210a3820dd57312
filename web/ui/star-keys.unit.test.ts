import { expect, test } from 'vitest'
import { ratingAfter } from './star-keys.ts'

test('arrow keys go from 1 to 5 and round', { tags: ['TXT-17'] }, () => {
  expect(ratingAfter('ArrowRight', 1, null)).toBe(1)
  expect(ratingAfter('ArrowRight', 1, 1)).toBe(2)
  expect(ratingAfter('ArrowUp', 5, 5)).toBe(1)
  expect(ratingAfter('ArrowLeft', 3, 3)).toBe(2)
  expect(ratingAfter('ArrowDown', 1, 1)).toBe(5)
})

test('Space on the chosen star clears, on another chooses it; Backspace always clears', () => {
  expect(ratingAfter(' ', 3, 3)).toBeNull()
  expect(ratingAfter(' ', 3, 2)).toBe(3)
  expect(ratingAfter('Backspace', 4, 4)).toBeNull()
  expect(ratingAfter('Delete', 4, 4)).toBeNull()
  expect(ratingAfter('Tab', 4, 4)).toBeUndefined()
})
