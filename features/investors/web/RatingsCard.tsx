import { Star } from 'lucide-react'
import { Card } from '../../../web/ui/Card.tsx'
import type { Investor } from '../contract.ts'
import { counted, inDigits } from './investor-text.ts'

/** The number of ratings with five stars, four, … one. */
export function RatingsCard({ investor: { rating_count, rating_counts } }: { investor: Investor }) {
  const rows = rating_counts.map((count, at) => ({ star: at + 1, count })).reverse()
  return (
    <Card as="section" title="Ratings">
      <ul className="flex flex-col gap-2">
        {rows.map(({ star, count }) => (
          <li key={star} className="flex items-center gap-3 text-sm">
            <span className="sr-only">{`${counted(star, 'star')}: ${counted(count, 'rating')}`}</span>
            <span aria-hidden className="flex w-7 items-center gap-1 tabular-nums">
              {star}
              <Star size={14} className="fill-flag text-flag" />
            </span>
            <span aria-hidden className="h-2 flex-1 overflow-hidden rounded-full bg-line">
              <span
                className="block h-full rounded-full bg-flag"
                style={{ width: `${(100 * count) / rating_count}%` }}
              />
            </span>
            <span aria-hidden className="w-8 text-right text-muted tabular-nums">
              {inDigits(count)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
