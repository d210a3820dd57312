import { useState } from 'react'
import { timings } from '../../../web/api/call.ts'

const milliseconds = (times: readonly number[]) => times.map(time => `${Math.round(time)} ms`).join(', ')

/** For debugging: the state of the list, and the duration of the last calls. No content of the replies. */
export function DebugPanel({ rows, state }: { rows: number; state: string }) {
  const [open, setOpen] = useState(false)
  return (
    <details
      onToggle={event => setOpen(event.currentTarget.open)}
      className="mt-8 rounded-card border border-line bg-surface px-5 text-sm"
    >
      <summary className="py-3 text-muted hover:text-ink">Debug information</summary>
      {open && (
        <dl className="grid gap-x-6 gap-y-2 pb-4 wrap-anywhere sm:grid-cols-[auto_minmax(0,1fr)]">
          <dt className="text-muted">Rows</dt>
          <dd>{rows}</dd>
          <dt className="text-muted">Load state</dt>
          <dd>{state}</dd>
          {[...timings()].map(([endpoint, times]) => (
            <div key={endpoint} className="contents">
              <dt className="font-mono text-xs leading-5 text-muted">{endpoint}</dt>
              <dd>{milliseconds(times)}</dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  )
}
