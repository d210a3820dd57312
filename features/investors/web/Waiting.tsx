import { Spinner } from '../../../web/ui/Spinner.tsx'
import { VisuallyHidden } from '../../../web/ui/VisuallyHidden.tsx'

/** A spinner in the place of what is on its way. */
export function Waiting({ for: what }: { for: string }) {
  return (
    <div role="status" className="grid min-h-60 place-items-center text-accent">
      <Spinner size={32} />
      <VisuallyHidden>{what}</VisuallyHidden>
    </div>
  )
}
