import { cx } from '../../../web/ui/cx.ts'
import { type Urgency, urgencies } from '../shared/labels.ts'

const looks: Record<Urgency, { text: string; look: string }> = {
  low: { text: 'Low urgency', look: 'text-muted' },
  medium: { text: 'Medium urgency', look: 'text-muted' },
  high: { text: 'High urgency', look: 'font-medium text-error' },
}
const heights = ['h-1.5', 'h-2.5', 'h-3.5']

/** One to three bars, and the word. */
export function UrgencyMark({ urgency }: { urgency: Urgency }) {
  const { text, look } = looks[urgency]
  const filled = urgencies.indexOf(urgency)
  return (
    <span className={cx('inline-flex items-center gap-1.5 text-xs', look)}>
      <span aria-hidden className="inline-flex shrink-0 items-end gap-0.5">
        {heights.map((height, bar) => (
          <span key={height} className={cx('w-1 rounded-full bg-current', height, bar > filled && 'opacity-25')} />
        ))}
      </span>
      {text}
    </span>
  )
}
