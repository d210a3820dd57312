import { type ComponentType, useState } from 'react'
import { FullPageSpinner } from '../shell/FullPageSpinner.tsx'
import { Button } from '../ui/Button.tsx'
import { type Chunk, chunkOf, type Failure, useChunk } from './chunk.ts'

type Module = { default: ComponentType }
export type Load = () => Promise<Module>
export type Audience = 'anyone' | 'members'

/**
 * A route's component in its own chunk. Not the router's lazyRouteComponent: it reloads the page if the chunk cannot be fetched,
 * and offline the browser's error page would replace the app.
 */
export function screenOf(load: Load, audience: Audience) {
  const chunk = chunkOf(load)
  function Screen() {
    const { module, failure } = useChunk(chunk)
    if (module) return <module.default />
    const content = failure ? <MissingScreen failure={failure} chunk={chunk} /> : <FullPageSpinner />
    // The shell renders the main element of members' screens.
    return audience === 'members' ? content : <main id="main">{content}</main>
  }
  // The router awaits `preload` before it removes the previous screen.
  return { chunk, component: Object.assign(Screen, { preload: async () => void (await chunk.fetch()) }) }
}

/** For a page that is opened directly: there is no previous screen to keep. */
function MissingScreen({ failure, chunk }: { failure: Failure; chunk: Chunk }) {
  const [busy, setBusy] = useState(false)
  async function fetchAgain() {
    setBusy(true)
    await chunk.fetch()
    setBusy(false)
  }
  const isOutdated = failure === 'outdated'
  const retry = failure === 'stuck' ? () => location.reload() : fetchAgain
  return (
    <div role="alert" className="grid min-h-[60dvh] place-content-center justify-items-center gap-3 px-4 text-center">
      <h1 className="text-3xl">{isOutdated ? 'A new version is ready' : 'This page could not be loaded'}</h1>
      <p className="mb-2 max-w-md text-muted">
        {isOutdated ? 'Please reload the page to go on.' : 'Please check your connection and try again.'}
      </p>
      {isOutdated ? (
        <Button variant="secondary" onClick={() => location.reload()}>
          Reload
        </Button>
      ) : (
        <Button variant="secondary" busy={busy} onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  )
}
