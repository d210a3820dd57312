import { zoneNameOf } from '../../contract/time-zone.ts'
import { community } from '../api/boot.ts'

/**
 * Formats timestamps. A date without a time is in the community's time zone, like the dates of its events: the same for every reader.
 * A date with a time is in the reader's time zone.
 */
const timeZone = community.time_zone
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone })
const longDay = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone })
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone })
const moment: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
}

const dateOf = (when: string) => {
  const date = new Date(when)
  return Number.isNaN(date.getTime()) ? undefined : date
}
const formatted = (format: Intl.DateTimeFormat, when: string, fallback = when) => {
  const date = dateOf(when)
  return date ? format.format(date) : fallback
}

/** 'Mar 8, 2026' */
export const dayOf = (when: string) => formatted(day, when)

/** 'March 8, 2026' */
export const longDayOf = (when: string) => formatted(longDay, when)

/** 'March 2026', in members' views. */
export const monthOf = (when: string) => formatted(month, when, 'Unknown date')

/** 'Nov 15, 2026, 3:05 PM' */
export const momentOf = (when: string) => dateOf(when)?.toLocaleString('en-US', moment) ?? when

/** '3:05 PM' */
export const timeOf = (at: number) => new Date(at).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })

/** 'Nov 15', or undefined today. In the reader's time zone. */
export function earlierDayOf(at: number): string | undefined {
  const date = new Date(at)
  return date.toDateString() === new Date().toDateString()
    ? undefined
    : date.toLocaleDateString('en-US', { month: 'short', day: 'numeric' })
}

/** The time zone of the community's events. */
export const zoneName = zoneNameOf(timeZone)

const clock = { dateStyle: 'short', timeStyle: 'short' } as const
const communityTime = new Intl.DateTimeFormat('en-US', { ...clock, timeZone })
const readerTime = new Intl.DateTimeFormat('en-US', clock)

/** Whether the reader's time zone differs from the community's on a day such as '2026-03-08'. */
export function isElsewhere(calendarDay: string): boolean {
  const noon = dateOf(`${calendarDay}T12:00:00Z`)
  return noon !== undefined && readerTime.format(noon) !== communityTime.format(noon)
}
