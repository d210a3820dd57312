/** Only the firm if there is no title. */
export const titleAtFirm = ({ title, firm }: { title: string; firm: string }) => (title ? `${title} at ${firm}` : firm)

const number = new Intl.NumberFormat('en-US')
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${number.format(count)} ${count === 1 ? one : many}`
export const inDigits = (count: number) => number.format(count)
