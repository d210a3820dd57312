import { useConnectionLost } from '../live/connection.ts'
import { Spinner } from '../ui/Spinner.tsx'

/** In the header while the server cannot be heard, so that nobody wonders why nothing happens. */
export function Reconnecting() {
  const isLost = useConnectionLost()
  return (
    <span aria-live="polite" className="shrink-0 text-sm text-muted">
      {isLost && (
        <span className="flex animate-appear items-center gap-2">
          <Spinner size={14} />
          Reconnecting…
        </span>
      )}
    </span>
  )
}
