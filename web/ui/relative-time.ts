const formatter = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** Each unit with its length in seconds and the number of units from which the next larger unit is used. */
const units: [Intl.RelativeTimeFormatUnit, seconds: number, upTo: number][] = [
  ['minute', 60, 60],
  ['hour', 3600, 24],
  ['day', 86_400, 7],
  ['week', 604_800, 4.35],
  ['month', 2_629_800, 12],
]
const YEARS: [Intl.RelativeTimeFormatUnit, number] = ['year', 31_557_600]

/** '5 minutes ago', 'yesterday', 'in 2 weeks'; 'just now' within a minute. An invalid date is returned unchanged. */
export function relativeTime(when: string, now: number) {
  const seconds = (new Date(when).getTime() - now) / 1000
  if (Number.isNaN(seconds)) return when
  if (Math.abs(seconds) < 60) return 'just now'
  const unit = units.find(([, length, upTo]) => Math.abs(seconds) / length < upTo) ?? YEARS
  return formatter.format(Math.trunc(seconds / unit[1]), unit[0])
}
