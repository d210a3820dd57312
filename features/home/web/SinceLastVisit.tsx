import { Link } from '@tanstack/react-router'
import { useApi } from '../../../web/api/query.ts'
import { Card } from '../../../web/ui/Card.tsx'
import { RelativeTime } from '../../../web/ui/RelativeTime.tsx'
import { getSinceLastVisit } from '../contract.ts'
import { newThings } from './new-things.ts'

/** What others did since the last visit. Not shown if there is nothing, or on the first visit. */
export function SinceLastVisit() {
  const { data } = useApi(getSinceLastVisit)
  const things = data ? newThings(data) : []
  if (!data?.since || things.length === 0) return null
  return (
    <Card
      as="section"
      aria-label="Since your last visit"
      title="Since your last visit"
      action={
        <span className="text-sm text-muted">
          <RelativeTime when={data.since} />
        </span>
      }
    >
      <ul className="flex flex-wrap gap-2">
        {things.map(({ part, to, count, label }) => (
          <li key={part}>
            <Link
              to={to}
              search={(part === 'replies' ? { sort: 'active' } : {}) as never}
              className="inline-flex items-center gap-1.5 rounded-full border border-line px-3.5 py-1.5 text-sm hover:border-edge hover:bg-tint/40"
            >
              <span className="font-semibold tabular-nums">{count}</span>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
