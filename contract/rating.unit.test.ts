import { expect, test } from 'vitest'
import { shownAverage, TOP_RATED } from './rating.ts'

test('averages have one decimal', { tags: ['TXT-19'] }, () => {
  expect([1, 2.25, 11 / 3, 4, 4.04, 4.05001, 4.949, 5].map(shownAverage)).toEqual([
    '1.0',
    '2.3',
    '3.7',
    '4.0',
    '4.0',
    '4.1',
    '4.9',
    '5.0',
  ])
})

test('what reads 4.0 or more is top rated, whichever ratings there are', { tags: ['TXT-18'] }, () => {
  for (let ratings = 1; ratings <= 200; ratings++)
    for (let stars = ratings; stars <= 5 * ratings; stars++) {
      const average = stars / ratings
      expect(Number(shownAverage(average)) >= TOP_RATED, `${stars} / ${ratings}`).toBe(average >= TOP_RATED)
    }
  expect(shownAverage(79 / 20)).toBe('3.9')
})
