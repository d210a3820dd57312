import { expect, test } from 'vitest'
import { relativeTime } from './relative-time.ts'

const now = Date.parse('2026-03-15T12:00:00Z')
const ago = (seconds: number) => relativeTime(new Date(now - seconds * 1000).toISOString(), now)
const [minute, hour, day] = [60, 3600, 86_400]

test('the time since something, in words', () => {
  expect(ago(20)).toBe('just now')
  expect(ago(minute)).toBe('1 minute ago')
  expect(ago(59 * minute + 59)).toBe('59 minutes ago')
  expect(ago(2 * hour)).toBe('2 hours ago')
  expect(ago(day)).toBe('yesterday')
  expect(ago(3 * day)).toBe('3 days ago')
  expect(ago(7 * day)).toBe('last week')
  expect(ago(60 * day)).toBe('last month')
  expect(ago(100 * day)).toBe('3 months ago')
  expect(ago(800 * day)).toBe('2 years ago')
})

test('a time in the future', () => {
  expect(ago(-30)).toBe('just now')
  expect(ago(-3 * hour)).toBe('in 3 hours')
  expect(ago(-day)).toBe('tomorrow')
})

test('an invalid date is returned unchanged', () => {
  expect(relativeTime('soon', now)).toBe('soon')
})
