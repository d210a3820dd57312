import { useQueryClient } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/Button.tsx'

/** Error boundary: shown instead of a screen that threw while rendering. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const cache = useQueryClient()
  const retry = async () => {
    // A cached reply may have caused the error: drop what is not shown and refetch the rest.
    cache.removeQueries({ type: 'inactive' })
    await cache.invalidateQueries()
    reset()
  }
  return (
    <div role="alert" className="grid min-h-[60dvh] place-content-center justify-items-center gap-3 px-4 text-center">
      <h1 className="text-3xl">Something went wrong</h1>
      <p className="mb-2 max-w-md text-muted">{messageOf(error)}</p>
      <Button variant="secondary" onClick={retry}>
        Try Again
      </Button>
    </div>
  )
}

/** The same if the shell around the screens could not be rendered either. */
export function WholeErrorScreen(props: ErrorComponentProps) {
  return (
    <main id="main">
      <ErrorScreen {...props} />
    </main>
  )
}
