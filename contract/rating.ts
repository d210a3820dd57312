/** The minimum average of a top-rated investor. */
export const TOP_RATED = 4

/** An average with one decimal. An average below TOP_RATED is not rounded up to it: 3.95 becomes 3.9, not 4.0. */
export function shownAverage(average: number): string {
  const rounded = average.toFixed(1)
  return average < TOP_RATED && Number(rounded) >= TOP_RATED ? (TOP_RATED - 0.1).toFixed(1) : rounded
}
