import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { vtimezone } from './vtimezone.ts'

/** What Node's own time zone data says, through another door than the one vtimezone.ts uses: what a clock reads there. */
function offsetsOf(zone: string) {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return (at: number) => (new Date(`${clock.format(at).replace(' ', 'T')}Z`).getTime() - at) / 1000
}

const zones = [
  'America/Chicago',
  'Europe/London',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
  'UTC',
  'Africa/Casablanca',
]

test.each(zones)('%s: any time in three years has the offset it really has', zone => {
  const component = new ICAL.Component(ICAL.parse(vtimezone(zone, 2025, 2027)))
  const read = new ICAL.Timezone(component)
  const offsetAt = offsetsOf(zone)
  const wrong: string[] = []
  for (let at = Date.UTC(2025, 0, 2); at < Date.UTC(2027, 11, 30); at += 3_600_000 * 29) {
    const offset = offsetAt(at)
    const wall = new Date(at + offset * 1000)
    const time = ICAL.Time.fromData({
      year: wall.getUTCFullYear(),
      month: wall.getUTCMonth() + 1,
      day: wall.getUTCDate(),
      hour: wall.getUTCHours(),
      minute: wall.getUTCMinutes(),
      second: 0,
    })
    if (read.utcOffset(time) !== offset) wrong.push(`${new Date(at).toISOString()} ${read.utcOffset(time)} ${offset}`)
  }
  expect(wrong).toEqual([])
})

test('Chicago has its summer and its winter, with their names and hours', () => {
  const text = vtimezone('America/Chicago', 2026, 2026)
  expect(text).toContain(
    ['BEGIN:DAYLIGHT', 'DTSTART:20260308T020000', 'TZOFFSETFROM:-0600', 'TZOFFSETTO:-0500', 'TZNAME:CDT'].join('\r\n'),
  )
  expect(text).toContain(
    ['BEGIN:STANDARD', 'DTSTART:20261101T020000', 'TZOFFSETFROM:-0500', 'TZOFFSETTO:-0600', 'TZNAME:CST'].join('\r\n'),
  )
})
