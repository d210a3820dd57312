import { useRef } from 'react'
import { Button } from '../ui/Button.tsx'

/** Offers to restore a draft written earlier or in another tab. `detail`: a summary of the draft. */
export function RestoreNotice({
  since,
  detail,
  count,
  onRestore,
  onDiscard,
}: {
  /** What happened to the saved row since the draft was written. */
  since?: string
  detail: string
  /** Number of drafts: after one is restored, the next is offered. */
  count: number
  onRestore: () => void
  onDiscard: () => void
}) {
  const notice = useRef<HTMLElement>(null)
  const focusFieldThen = (action: () => void) => () => {
    // The pressed button is removed: move the focus to the first field.
    notice.current?.closest('form')?.querySelector<HTMLElement>('input:not([tabindex="-1"]), textarea')?.focus()
    action()
  }
  return (
    <section
      ref={notice}
      aria-label="Not saved"
      data-offered-draft
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
        <Button size="sm" variant="secondary" onClick={focusFieldThen(onRestore)}>
          Restore
        </Button>
        <Button size="sm" variant="ghost" onClick={focusFieldThen(onDiscard)}>
          {count > 1 ? `Discard all ${count}` : 'Discard'}
        </Button>
      </div>
    </section>
  )
}
