/** The part that exists, when one of them is missing. */
export const titleAtFirm = ({ title, firm }: { title: string; firm: string }) => (title ? `${title} at ${firm}` : firm)

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })

/** 'MMM d, yyyy': Mar 8, 2026. */
export const onDay = (when: string) => day.format(new Date(when))

const number = new Intl.NumberFormat('en-US')
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${number.format(count)} ${count === 1 ? one : many}`
export const inDigits = (count: number) => number.format(count)
