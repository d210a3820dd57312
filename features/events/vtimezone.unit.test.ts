import ICAL from 'ical.js'
import { expect, test, vi } from 'vitest'
import { vtimezone } from './vtimezone.ts'

/** Offsets from Node's time zone data, computed in another way than in vtimezone.ts: from the local time. */
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

test.each(zones)('%s: every offset in three years is right', zone => {
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

test('Chicago has daylight and standard time with their names and offsets', () => {
  const text = vtimezone('America/Chicago', 2026, 2026)
  expect(text).toContain(
    ['BEGIN:DAYLIGHT', 'DTSTART:20260308T020000', 'TZOFFSETFROM:-0600', 'TZOFFSETTO:-0500', 'TZNAME:CDT'].join('\r\n'),
  )
  expect(text).toContain(
    ['BEGIN:STANDARD', 'DTSTART:20261101T020000', 'TZOFFSETFROM:-0500', 'TZOFFSETTO:-0600', 'TZNAME:CST'].join('\r\n'),
  )
})

test('the same zone and years are computed once (cache)', () => {
  const formatting = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
  const computed = (zone: string, first: number, last: number) => {
    formatting.mockClear()
    const text = vtimezone(zone, first, last)
    return { text, isComputed: formatting.mock.calls.length > 0 }
  }
  const first = computed('Europe/Paris', 2031, 2033)
  expect(first.isComputed).toBe(true)
  expect(computed('Europe/Paris', 2031, 2033)).toEqual({ text: first.text, isComputed: false })
  // Another zone or other years give another block.
  for (const other of [computed('Europe/Rome', 2031, 2033), computed('Europe/Paris', 2030, 2033)]) {
    expect(other.isComputed).toBe(true)
    expect(other.text).not.toBe(first.text)
  }
  // After eviction by many other entries (without any days, so cheap), the block is computed again, with the same text.
  for (let year = 1900; year < 2010; year++) vtimezone('UTC', year, year - 1)
  expect(computed('Europe/Paris', 2031, 2033)).toEqual(first)
  formatting.mockRestore()
})
