import { type ComponentType, useState } from 'react'
import { FullPageSpinner } from '../shell/FullPageSpinner.tsx'
import { Button } from '../ui/Button.tsx'
import { type Chunk, chunkOf, type Failure, useChunk } from './chunk.ts'

type Module = { default: ComponentType }
export type Load = () => Promise<Module>

/**
 * A route's component in a chunk of its own. Not the router's lazyRouteComponent: that one reloads the page when the chunk cannot be
 * fetched, and offline the browser's error page takes the place of the app.
 */
export function screenOf(load: Load, audience: Chunk['audience']) {
  const chunk = chunkOf(load, audience)
  function Screen() {
    const { module, failure } = useChunk(chunk)
    if (module) return <module.default />
    const content = failure ? <MissingScreen failure={failure} chunk={chunk} /> : <FullPageSpinner />
    // Around the members' screens the shell brings the main element.
    return audience === 'members' ? content : <main id="main">{content}</main>
  }
  // The router waits for it before it takes the last screen away.
  return { chunk, component: Object.assign(Screen, { preload: async () => void (await chunk.fetch()) }) }
}

/** Where there was no screen before: an address that was opened directly. */
function MissingScreen({ failure, chunk }: { failure: Failure; chunk: Chunk }) {
  const [busy, setBusy] = useState(false)
  async function fetchAgain() {
    setBusy(true)
    await chunk.fetch()
    setBusy(false)
  }
  const isOutdated = failure === 'outdated'
  const again = failure === 'stuck' ? () => location.reload() : fetchAgain
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
        <Button variant="secondary" busy={busy} onClick={again}>
          Try again
        </Button>
      )}
    </div>
  )
}
