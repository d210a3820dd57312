import { Star } from 'lucide-react'
import { shownAverage } from '../../contract/rating.ts'

/** A read-only rating: five stars filled up to the average, the average with one decimal, and how many members rated. */
export function Stars({ value, raters, size = 16 }: { value: number; raters?: number; size?: number }) {
  const shown = shownAverage(value)
  const ratersText = raters === undefined ? '' : `, rated by ${raters} ${raters === 1 ? 'member' : 'members'}`
  return (
    <span
      role="img"
      aria-label={`${shown} out of 5 stars${ratersText}`}
      className="inline-flex flex-wrap items-center gap-x-1.5 text-sm"
    >
      <span className="relative inline-flex">
        <Row size={size} className="text-edge" />
        <span className="absolute inset-y-0 left-0 overflow-hidden" style={{ width: `${value * 20}%` }}>
          <Row size={size} className="fill-flag text-flag" />
        </span>
      </span>
      <span className="font-semibold tabular-nums">{shown}</span>
      {raters !== undefined && <span className="text-muted tabular-nums">({raters})</span>}
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
