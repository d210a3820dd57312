import { Star } from 'lucide-react'
import { shownAverage } from '../../contract/rating.ts'

/** A read-only rating: five stars filled up to the average, and the average with one decimal. */
export function Stars({ value, count, size = 16 }: { value: number; count?: number; size?: number }) {
  const shown = shownAverage(value)
  const countText = count === undefined ? '' : `, ${count} ${count === 1 ? 'rating' : 'ratings'}`
  return (
    <span
      role="img"
      aria-label={`${shown} out of 5 stars${countText}`}
      className="inline-flex items-center gap-1.5 text-sm"
    >
      <span className="relative inline-flex">
        <Row size={size} className="text-edge" />
        <span className="absolute inset-y-0 left-0 overflow-hidden" style={{ width: `${value * 20}%` }}>
          <Row size={size} className="fill-flag text-flag" />
        </span>
      </span>
      <span className="font-semibold tabular-nums">{shown}</span>
      {count !== undefined && <span className="text-muted tabular-nums">({count})</span>}
    </span>
  )
}

function Row({ size, className }: { size: number; className: string }) {
  return (
    <span className="flex w-max">
      {[1, 2, 3, 4, 5].map(star => (
        <Star key={star} aria-hidden size={size} strokeWidth={1.75} className={className} />
      ))}
    </span>
  )
}
