import { afterEach, expect, test, vi } from 'vitest'
import { formatDate } from './dates.ts'

afterEach(() => vi.unstubAllEnvs())

test('INTRO-36 TXT-44 a date has year, short month, day, hour and minute, in American English and the reader’s time zone', () => {
  vi.stubEnv('TZ', 'America/Chicago')
  expect(formatDate('2026-11-15T21:05:00.123456+00:00')).toBe('Nov 15, 2026, 3:05 PM')
  vi.stubEnv('TZ', 'Europe/Paris')
  expect(formatDate('2026-11-15T23:30:00Z')).toBe('Nov 16, 2026, 12:30 AM')
})

test('what is no date is shown as it is', () => {
  expect(formatDate('soon')).toBe('soon')
})
