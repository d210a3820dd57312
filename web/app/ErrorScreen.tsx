import type { ErrorComponentProps } from '@tanstack/react-router'
import { messageOf } from '../api.ts'
import { Button } from '../ui/Button.tsx'

/** Takes the place of a screen that broke while it was drawn. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  return (
    <div role="alert" className="grid min-h-[60dvh] place-content-center justify-items-center gap-4 px-4 text-center">
      <h1 className="text-3xl">Something went wrong</h1>
      <p className="max-w-md text-muted">{messageOf(error)}</p>
      <Button variant="secondary" onClick={reset}>
        Try Again
      </Button>
    </div>
  )
}
