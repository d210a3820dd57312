import { Skeleton } from '../../../web/ui/Skeleton.tsx'
import type { MemberCounts } from '../contract.ts'

const number = new Intl.NumberFormat('en-US')

/** 'Showing X of Y members': X match the filters, Y are listed at all. Empty if the list failed to load. */
export function MemberCount({ counts, hasFailed }: { counts?: MemberCounts; hasFailed: boolean }) {
  return (
    <div className="flex min-h-6 min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted" aria-live="polite">
      {counts ? (
        <p>
          Showing {number.format(counts.matching)} of {number.format(counts.listed)} members
        </p>
      ) : (
        !hasFailed && <Skeleton className="h-4 w-36" />
      )}
      {counts?.is_close && <p className="font-medium text-ink">Showing close matches</p>}
    </div>
  )
}
