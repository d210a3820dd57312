import { useConnection } from '../api/connection.ts'
import { cx } from '../ui/cx.ts'
import { Spinner } from '../ui/Spinner.tsx'

/** Shown while the server is unreachable. It has its own space and covers nothing. */
export function ConnectionMark({ className }: { className?: string }) {
  const connection = useConnection()
  return (
    <span role="status" className="shrink-0 text-sm">
      {connection !== 'online' && (
        <span
          className={cx(
            'flex animate-appear items-center gap-2 rounded-full bg-tint px-3 py-1 text-on-tint',
            className,
          )}
        >
          {connection === 'offline' ? <span className="size-2 rounded-full bg-current" /> : <Spinner size={14} />}
          {connection === 'offline' ? 'You are offline' : 'Reconnecting…'}
        </span>
      )}
    </span>
  )
}
