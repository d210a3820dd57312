import { RotateCw } from 'lucide-react'
import { Button } from '../ui/Button.tsx'

/** Replaces the spinner after a timeout. The response may still arrive; the button repeats the request. */
export function SlowNotice({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="status" className="grid min-h-[60dvh] place-content-center justify-items-center gap-4 px-4 text-center">
      <h1 className="text-xl">This is taking longer than usual.</h1>
      <Button variant="secondary" icon={RotateCw} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
