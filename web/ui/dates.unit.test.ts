import { execFileSync } from 'node:child_process'
import { afterEach, expect, test, vi } from 'vitest'
import { dayOf, longDayOf, momentOf, monthOf } from './dates.ts'
import { relativeTime } from './relative-time.ts'

afterEach(() => vi.unstubAllEnvs())

test('a date without a time is in the community’s time zone', () => {
  const when = '2026-03-01T03:00:00Z'
  expect([dayOf(when), longDayOf(when), monthOf(when)]).toEqual(['Feb 28, 2026', 'February 28, 2026', 'February 2026'])
})

test('a date without a time is the same for every reader, and isElsewhere is true in another time zone', () => {
  // In separate processes: the formatters are created once, with the time zone of the process.
  const read = (zone: string) => {
    const script = `import('${new URL('dates.ts', import.meta.url)}').then(({ dayOf, isElsewhere, zoneName }) =>
      console.log(dayOf('2026-03-01T03:00:00Z'), zoneName, isElsewhere('2026-07-01'), isElsewhere('soon')))`
    return execFileSync(process.execPath, ['-e', script], { env: { ...process.env, TZ: zone } })
      .toString()
      .trim()
  }
  expect(['Pacific/Kiritimati', 'America/Chicago', 'US/Central'].map(read)).toEqual([
    'Feb 28, 2026 Chicago time true false',
    'Feb 28, 2026 Chicago time false false',
    'Feb 28, 2026 Chicago time false false',
  ])
})

test('a date has year, short month, day, hour and minute, in American English and the reader’s time zone', {
  tags: ['INTRO-36', 'TXT-44'],
}, () => {
  vi.stubEnv('TZ', 'America/Chicago')
  expect(momentOf('2026-11-15T21:05:00.123456+00:00')).toBe('Nov 15, 2026, 3:05 PM')
  vi.stubEnv('TZ', 'Europe/Paris')
  expect(momentOf('2026-11-15T23:30:00Z')).toBe('Nov 16, 2026, 12:30 AM')
})

test('what is no date reads Unknown date in members’ views, and as it is elsewhere', {
  tags: ['MEM-92', 'MEM-93'],
}, () => {
  expect(monthOf('not a date')).toBe('Unknown date')
  expect([dayOf('soon'), longDayOf('soon'), momentOf('soon'), relativeTime('soon', 0)]).toEqual(Array(4).fill('soon'))
})
