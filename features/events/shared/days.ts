/**
 * Calendar days ('2026-03-08') and wall-clock times ('18:00') in the community's time zone. They are never parsed in the browser's
 * zone, so every reader sees the same day.
 */
const utc = (day: string) => new Date(`${day}T00:00:00Z`)
const inUtc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })

const short = inUtc({ month: 'short', day: 'numeric', year: 'numeric' })
const weekday = inUtc({ weekday: 'long' })

/** The current calendar day in a time zone. */
export function todayIn(zone: string, at = new Date()): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at)
  const part = (type: string) => parts.find(candidate => candidate.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** False for '2026-02-30'. */
export function isDay(text: string): boolean {
  const day = utc(text)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

export function dayAfter(day: string): string {
  const next = utc(day)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}

/** 'MMM d, yyyy': Mar 8, 2026. Returns invalid text unchanged. */
export const formatDay = (day: string) => (Number.isNaN(utc(day).getTime()) ? day : short.format(utc(day)))

export const formatWeekday = (day: string) => (Number.isNaN(utc(day).getTime()) ? '' : weekday.format(utc(day)))

/** 'h:mm a': 6:00 PM. Returns invalid text unchanged. */
export function formatTime(time: string): string {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(time) ?? []
  if (hours === undefined) return time
  const hour = Number(hours)
  return `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Minutes since midnight: '18:30' is 1110. Null for invalid text. */
export function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(time) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

export const timeAt = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0')).join(':')
