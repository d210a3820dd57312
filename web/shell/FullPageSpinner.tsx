import { Spinner } from '../ui/Spinner.tsx'

/** Shown while there is no content yet. The text is for screen readers, and visible only with `showText`. */
export function FullPageSpinner({ text = 'Loading…', showText = false }: { text?: string; showText?: boolean }) {
  return (
    <div role="status" className="grid min-h-[60dvh] place-content-center justify-items-center gap-4 text-muted">
      <Spinner size={28} className="text-accent" />
      <span className={showText ? undefined : 'sr-only'}>{text}</span>
    </div>
  )
}
