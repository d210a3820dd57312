import { type ComponentType, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { type Chunk, useChunk } from './chunk.ts'
import { openChunk } from './open-chunk.ts'

type Closable = { onClose: () => void }

/** A dialog in its own chunk, which opens as soon as that is loaded, unless Escape closes it before. If it cannot be loaded, a toast says so and the dialog is closed. */
export function deferredDialog<T, P extends Closable>(chunk: Chunk<T>, componentOf: (module: T) => ComponentType<P>) {
  return function DeferredDialog(props: P) {
    const { module, failure } = useChunk(chunk)
    const close = useEffectEvent(() => props.onClose())
    useEffect(() => {
      if (!failure) return
      // By the time it has failed again the member may have closed it, or left the screen.
      let isGone = false
      void openChunk(chunk, 'The dialog could not be opened').then(loaded => loaded || isGone || close())
      return () => {
        isGone = true
      }
    }, [failure])
    const isLoading = !module
    // Before the first paint: Escape may be pressed as soon as the screen is shown, and passive effects run later.
    useLayoutEffect(() => {
      if (!isLoading) return
      const onKeyDown = (event: KeyboardEvent) => {
        const isElsewhere = (event.target as Element).closest('[popover], [data-modal]')
        if (event.key === 'Escape' && !event.isComposing && !event.defaultPrevented && !isElsewhere) close()
      }
      addEventListener('keydown', onKeyDown)
      return () => removeEventListener('keydown', onKeyDown)
    }, [isLoading])
    if (!module) return null
    const Component = componentOf(module)
    return <Component {...props} />
  }
}
