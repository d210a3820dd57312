const words = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** Seconds that each unit lasts, with the number of them at which the next larger unit takes over. */
const units: [Intl.RelativeTimeFormatUnit, seconds: number, upTo: number][] = [
  ['minute', 60, 60],
  ['hour', 3600, 24],
  ['day', 86_400, 7],
  ['week', 604_800, 4.35],
  ['month', 2_629_800, 12],
]
const YEARS: [Intl.RelativeTimeFormatUnit, number] = ['year', 31_557_600]

/** '5 minutes ago', 'yesterday', 'in 2 weeks'; 'just now' within a minute. What is no date comes back as it is. */
export function relativeTime(when: string, now: number) {
  const seconds = (new Date(when).getTime() - now) / 1000
  if (Number.isNaN(seconds)) return when
  if (Math.abs(seconds) < 60) return 'just now'
  const fitting = units.find(([, length, upTo]) => Math.abs(seconds) / length < upTo) ?? YEARS
  return words.format(Math.trunc(seconds / fitting[1]), fitting[0])
}
