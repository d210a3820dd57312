const DAY_MS = 86_400_000

/** Splits a list, newest first, into today (of the reader's time zone), the six days before, and earlier. */
export function groupsOf<T extends { at: string }>(list: readonly T[], now: Date): { label: string; items: T[] }[] {
  const today = new Date(now).setHours(0, 0, 0, 0)
  // Noon six days ago, then midnight: a day may have 23 or 25 hours.
  const week = new Date(today + DAY_MS / 2 - 6 * DAY_MS).setHours(0, 0, 0, 0)
  const labelOf = ({ at }: T) => {
    const time = Date.parse(at)
    return time >= today ? 'Today' : time >= week ? 'This week' : 'Earlier'
  }
  return ['Today', 'This week', 'Earlier']
    .map(label => ({ label, items: list.filter(item => labelOf(item) === label) }))
    .filter(({ items }) => items.length > 0)
}
