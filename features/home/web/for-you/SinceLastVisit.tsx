import { Link } from '@tanstack/react-router'
import { RelativeTime } from '../../../../web/ui/RelativeTime.tsx'
import type { newThings } from '../new-things.ts'
import { Part } from './Part.tsx'

/** What others did since the last visit. */
export const SinceLastVisit = ({ since, things }: { since: string; things: ReturnType<typeof newThings> }) => (
  <Part
    title="Since your last visit"
    action={
      <span className="text-sm text-muted">
        <RelativeTime when={since} />
      </span>
    }
  >
    <ul className="flex flex-wrap gap-2">
      {things.map(({ part, to, count, label }) => (
        <li key={part}>
          <Link
            to={to}
            search={(part === 'replies' ? { sort: 'active' } : {}) as never}
            className="inline-flex items-center gap-1.5 rounded-full border border-line px-3.5 py-1.5 text-sm hover:border-edge hover:bg-tint/40 pointer-coarse:min-h-11"
          >
            <span className="font-semibold tabular-nums">{count}</span>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </Part>
)
