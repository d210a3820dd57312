/** An investor is top rated from this average on. */
export const TOP_RATED = 4

/** An average with one decimal. What is not top rated does not read as if it were: 3.95 is 3.9, not 4.0. */
export function shownAverage(average: number): string {
  const rounded = average.toFixed(1)
  return average < TOP_RATED && Number(rounded) >= TOP_RATED ? (TOP_RATED - 0.1).toFixed(1) : rounded
}
