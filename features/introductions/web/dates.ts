const shown: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
}

/** 'Nov 15, 2026, 3:05 PM', in the reader's own time zone. What is no date comes back as it is. */
export function formatDate(when: string): string {
  const date = new Date(when)
  return Number.isNaN(date.getTime()) ? when : date.toLocaleString('en-US', shown)
}
