/** Whether this is the name of a time zone, such as America/Chicago. Not an offset: PostgreSQL reads its sign the other way round. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** 'Chicago time' */
export const zoneNameOf = (timeZone: string): string =>
  `${(timeZone.split('/').at(-1) ?? '').replaceAll('_', ' ')} time`
