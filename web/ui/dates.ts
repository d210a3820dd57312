import { community } from '../api/boot.ts'

/**
 * How a stored moment reads. A date alone is a day of the community's calendar, as the days of its events are: the same for every reader. With
 * a time of day it is the reader's own clock, and then the date is that clock's.
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
const inWords = (format: Intl.DateTimeFormat, when: string, otherwise = when) => {
  const date = dateOf(when)
  return date ? format.format(date) : otherwise
}

/** 'Mar 8, 2026' */
export const dayOf = (when: string) => inWords(day, when)

/** 'March 8, 2026' */
export const longDayOf = (when: string) => inWords(longDay, when)

/** 'March 2026', in members' views. */
export const monthOf = (when: string) => inWords(month, when, 'Unknown date')

/** 'Nov 15, 2026, 3:05 PM' */
export const momentOf = (when: string) => dateOf(when)?.toLocaleString('en-US', moment) ?? when

/** 'Chicago time': the clock that the community's events go by. */
export const zoneName = `${(timeZone.split('/').at(-1) ?? '').replaceAll('_', ' ')} time`

const clock = { dateStyle: 'short', timeStyle: 'short' } as const
const theirs = new Intl.DateTimeFormat('en-US', { ...clock, timeZone })
const mine = new Intl.DateTimeFormat('en-US', clock)

/** Whether the reader's clocks show another time on a day of the community's calendar ('2026-03-08'). */
export function isElsewhere(calendarDay: string): boolean {
  const noon = dateOf(`${calendarDay}T12:00:00Z`)
  return noon !== undefined && mine.format(noon) !== theirs.format(noon)
}
