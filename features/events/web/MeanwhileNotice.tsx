import { Button } from '../../../web/ui/Button.tsx'
import type { Change } from '../shared/merge.ts'
import { labels, worded } from './draft.ts'

/** What another member saved while this one was typing. Nothing typed is touched unless they say so. */
export function MeanwhileNotice({
  by,
  changes,
  onTake,
}: {
  by: string
  changes: Change[]
  onTake: (change: Change) => void
}) {
  return (
    <section aria-label="Changed meanwhile" className="rounded-control border border-line p-4 text-sm">
      <p className="font-semibold">{by} changed this event while you were editing it.</p>
      <p className="text-muted">Everything you typed is still here. Press Update Event to save it.</p>
      <ul className="mt-3 flex flex-col gap-2">
        {changes.map(change => (
          <li
            key={change.field}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-2"
          >
            <span className="min-w-0 flex-1 basis-52">
              <span className="font-medium">{labels[change.field]}</span>
              <span className="line-clamp-3 whitespace-pre-line wrap-anywhere text-muted">
                {worded(change.field, change.theirs)}
              </span>
            </span>
            {change.isDisputed ? (
              <Button
                size="sm"
                variant="secondary"
                onClick={() => onTake(change)}
                aria-label={`Use theirs for ${labels[change.field]}`}
              >
                Use theirs
              </Button>
            ) : (
              <span className="text-muted">Taken over</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
