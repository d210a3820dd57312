import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { dayAfter, formatDay, formatTime, formatWeekday, todayIn } from './days.ts'

const chicago = 'America/Chicago'

test("today turns at the community's midnight, in winter and in summer", { tags: ['EVT-23', 'EVT-43'] }, () => {
  expect(todayIn(chicago, new Date('2026-01-15T05:59:59Z'))).toBe('2026-01-14')
  expect(todayIn(chicago, new Date('2026-01-15T06:00:00Z'))).toBe('2026-01-15')
  expect(todayIn(chicago, new Date('2026-07-15T04:59:59Z'))).toBe('2026-07-14')
  expect(todayIn(chicago, new Date('2026-07-15T05:00:00Z'))).toBe('2026-07-15')
})

test('today is right through the two days on which the clocks change', { tags: ['EVT-23'] }, () => {
  // 8 March 2026 has 23 hours, 1 November 25.
  expect(todayIn(chicago, new Date('2026-03-08T05:59:59Z'))).toBe('2026-03-07')
  expect(todayIn(chicago, new Date('2026-03-08T06:00:00Z'))).toBe('2026-03-08')
  expect(todayIn(chicago, new Date('2026-03-09T04:59:59Z'))).toBe('2026-03-08')
  expect(todayIn(chicago, new Date('2026-03-09T05:00:00Z'))).toBe('2026-03-09')
  expect(todayIn(chicago, new Date('2026-11-02T05:59:59Z'))).toBe('2026-11-01')
  expect(todayIn(chicago, new Date('2026-11-02T06:00:00Z'))).toBe('2026-11-02')
})

test('times read as h:mm a', { tags: ['EVT-34', 'TXT-11'] }, () => {
  const read = ['18:00', '00:00', '00:05', '09:30', '11:59', '12:00', '12:30', '23:59'].map(formatTime)
  expect(read).toEqual(['6:00 PM', '12:00 AM', '12:05 AM', '9:30 AM', '11:59 AM', '12:00 PM', '12:30 PM', '11:59 PM'])
  expect(formatTime('')).toBe('')
  expect(formatTime('soon')).toBe('soon')
})

test('dates read as MMM d, yyyy', { tags: ['EVT-35', 'TXT-12'] }, () => {
  const read = ['2026-01-05', '2026-05-31', '2026-09-01', '2026-12-25'].map(formatDay)
  expect(read).toEqual(['Jan 5, 2026', 'May 31, 2026', 'Sep 1, 2026', 'Dec 25, 2026'])
  expect(formatWeekday('2026-03-08')).toBe('Sunday')
  expect(formatDay('')).toBe('')
  expect(formatDay('someday')).toBe('someday')
})

test('a date shows its stored day whatever zone the reader sits in', { tags: ['EVT-36'] }, () => {
  const zones = ['Pacific/Kiritimati', 'UTC', 'America/Chicago', 'Etc/GMT+12']
  // In a child process: a worker thread cannot change its time zone.
  const script = `import('${new URL('days.ts', import.meta.url)}').then(({ formatDay }) => {
    for (const zone of ${JSON.stringify(zones)}) {
      process.env.TZ = zone
      console.log(new Date(Date.UTC(2026, 2, 8)).getDate(), formatDay('2026-03-08'))
    }
  })`
  const read = execFileSync(process.execPath, ['-e', script]).toString().trim().split('\n')
  expect(read).toEqual(['8 Mar 8, 2026', '8 Mar 8, 2026', '7 Mar 8, 2026', '7 Mar 8, 2026'])
})

test('dayAfter crosses months, years and leap days', () => {
  expect(['2026-01-31', '2026-12-31', '2028-02-28', '2026-03-08'].map(dayAfter)).toEqual([
    '2026-02-01',
    '2027-01-01',
    '2028-02-29',
    '2026-03-09',
  ])
})
