import { useConnection } from '../api/connection.ts'
import { useShownCopyTime } from '../api/query.ts'
import { cx } from '../ui/cx.ts'
import { earlierDayOf, timeOf } from '../ui/dates.ts'
import { Spinner } from '../ui/Spinner.tsx'

/** Shown while the server is unreachable. It has its own space and covers nothing. */
export function ConnectionMark({ className }: { className?: string }) {
  const connection = useConnection()
  return (
    // With large text there is no room for it beside the buttons of a phone's header: it gets a line of its own.
    <span role="status" className="shrink-0 text-sm @max-[18rem]:order-last @max-[18rem]:basis-full">
      {connection !== 'online' && (
        <span
          className={cx(
            'flex animate-appear @max-[18rem]:mb-2 @max-[18rem]:w-fit @max-[18rem]:max-w-full items-center gap-2 rounded-full bg-tint px-3 py-1 text-on-tint',
            className,
          )}
        >
          {connection === 'offline' ? <span className="size-2 rounded-full bg-current" /> : <Spinner size={14} />}
          <Words state={connection === 'offline' ? 'You are offline' : 'Reconnecting…'} />
        </span>
      )}
    </span>
  )
}

/** With the age of the oldest copy on the screen, for which a phone has little space. */
function Words({ state }: { state: string }) {
  const copiedAt = useShownCopyTime()
  if (copiedAt === undefined) return state
  const day = earlierDayOf(copiedAt)
  return (
    <>
      <span className="max-sm:sr-only">{state}</span>{' '}
      <span className="whitespace-nowrap">
        as of {day}
        {day && <span className="max-sm:sr-only">, </span>}
        <span className={cx(day && 'max-sm:sr-only')}>{timeOf(copiedAt)}</span>
      </span>
    </>
  )
}
