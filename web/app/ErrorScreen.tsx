import { useQueryClient } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/Button.tsx'

/** Takes the place of a screen that broke while it was drawn. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const cache = useQueryClient()
  const again = async () => {
    // What broke the screen may have been an answer: nobody shows it any more, so it is forgotten and asked for again.
    cache.removeQueries({ type: 'inactive' })
    await cache.invalidateQueries()
    reset()
  }
  return (
    <div role="alert" className="grid min-h-[60dvh] place-content-center justify-items-center gap-3 px-4 text-center">
      <h1 className="text-3xl">Something went wrong</h1>
      <p className="mb-2 max-w-md text-muted">{messageOf(error)}</p>
      <Button variant="secondary" onClick={again}>
        Try Again
      </Button>
    </div>
  )
}

/** The same where not even the shell around the screens could be drawn. */
export function WholeErrorScreen(props: ErrorComponentProps) {
  return (
    <main id="main">
      <ErrorScreen {...props} />
    </main>
  )
}
