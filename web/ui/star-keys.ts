/** The rating after a key is pressed on star `at`: null clears it, undefined means that the key does nothing. */
export function ratingAfter(key: string, at: number, rating: number | null): number | null | undefined {
  const from = rating ?? 0
  if (key === 'ArrowRight' || key === 'ArrowUp') return from >= 5 ? 1 : from + 1
  if (key === 'ArrowLeft' || key === 'ArrowDown') return from <= 1 ? 5 : from - 1
  if (key === 'Backspace' || key === 'Delete') return null
  if (key === ' ') return rating === at ? null : at
  return undefined
}
