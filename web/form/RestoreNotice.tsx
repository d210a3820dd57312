import { useRef } from 'react'
import { Button } from '../ui/Button.tsx'

/** Offers what was written earlier, or in another tab, and is not in the form. `detail`: enough of it to be recognised. */
export function RestoreNotice({
  since,
  detail,
  count,
  onRestore,
  onDiscard,
}: {
  /** What happened to the saved one since. */
  since?: string
  detail: string
  /** How many there are: restoring one offers the next. */
  count: number
  onRestore: () => void
  onDiscard: () => void
}) {
  const notice = useRef<HTMLElement>(null)
  const then = (work: () => void) => () => {
    // The button that was pressed goes: on to the first field.
    notice.current?.closest('form')?.querySelector<HTMLElement>('input:not([tabindex="-1"]), textarea')?.focus()
    work()
  }
  return (
    <section
      ref={notice}
      aria-label="Not saved"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line px-4 py-3 text-sm"
    >
      <div className="min-w-0 flex-1 basis-52">
        <p role="status" className="font-semibold">
          Restore what you were writing?
        </p>
        {since && <p>{since}</p>}
        <p className="line-clamp-2 whitespace-pre-line wrap-anywhere text-muted">{detail}</p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" variant="secondary" onClick={then(onRestore)}>
          Restore
        </Button>
        <Button size="sm" variant="ghost" onClick={then(onDiscard)}>
          {count > 1 ? `Discard all ${count}` : 'Discard'}
        </Button>
      </div>
    </section>
  )
}
