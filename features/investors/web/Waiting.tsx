import { Spinner } from '../../../web/ui/Spinner.tsx'
import { VisuallyHidden } from '../../../web/ui/VisuallyHidden.tsx'

/** A spinner with a text for screen readers. */
export function Waiting({ for: label }: { for: string }) {
  return (
    <div role="status" className="grid min-h-60 place-items-center text-accent">
      <Spinner size={32} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </div>
  )
}
